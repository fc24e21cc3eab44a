import type { CacheBreakpoint } from '../../../document/types';
import { configChild, type ConfigNode } from '../../../sources/config/config-node';
import { parseJson } from '../../../sources/config/json';
import type { SourceFile } from '../../../sources/types';
import type { Mark } from './layout';
import { readLayout, type AnySection } from './read-layout';

/** An operation of a JSON Patch (RFC 6902) on strata.json. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: Mark }
  | { readonly op: 'remove'; readonly path: string };

export interface BreakpointPatch {
  readonly operations: readonly PatchOperation[];
  /** Nodes that the layout does not declare, so that strata.json has no place for a breakpoint behind them. */
  readonly unplaced: readonly string[];
}

/** What gives a declared layout these breakpoints instead of its own. Undefined if the file has no layout. */
export function breakpointPatch(
  file: SourceFile,
  breakpoints: readonly Pick<CacheBreakpoint, 'after' | 'ttl'>[],
): BreakpointPatch | undefined {
  const declared = configChild(parseJson(file, 'manifest-syntax').root, 'declared');
  if (declared === undefined) return undefined;
  const wanted = new Map<string, Mark>(breakpoints.map(({ after, ttl }) => [after, ttl]));
  const operations: PatchOperation[] = [];
  const declare = (id: string, at: string, present: Mark | undefined): void => {
    const value = wanted.get(id);
    wanted.delete(id);
    const path = `${at}/breakpoint`;
    if (value === present) return;
    if (value === undefined) operations.push({ op: 'remove', path });
    else operations.push({ op: present === undefined ? 'add' : 'replace', path, value });
  };
  const walk = (list: ConfigNode | undefined, at: string, parent: string, sections: readonly AnySection[]): void => {
    for (const section of sections) {
      if ('problem' in section) continue;
      const here = `${at}/${indexIn(list, section.node)}`;
      const id = `${parent}/${section.spec.id}`;
      declare(id, here, section.spec.breakpoint);
      walk(configChild(section.node, 'sections'), `${here}/sections`, id, section.sections ?? []);
    }
  };
  for (const message of readLayout(file, declared).layout.messages) {
    const at = `/declared/messages/${indexIn(configChild(declared, 'messages'), message.node)}`;
    declare(message.id, at, message.spec.breakpoint);
    walk(configChild(message.node, 'sections'), `${at}/sections`, message.id, message.sections);
  }
  return { operations, unplaced: [...wanted.keys()] };
}

function indexIn(list: ConfigNode | undefined, node: ConfigNode): number {
  return list?.kind === 'array' ? list.items.indexOf(node) : -1;
}
