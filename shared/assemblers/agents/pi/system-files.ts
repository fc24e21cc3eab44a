import { frame } from '../../../document/builders';
import type { PromptNode } from '../../../document/types';
import { utf8Length } from '../../../document/utf8-length';
import { joinPath } from '../../../sources/paths';
import { ropeText } from '../../../sources/text/rope';
import type { Facts, SourceRequest, Sources } from '../../../sources/types';
import { askFile, fileAt, sizeOf, whyNot } from '../common/files';
import { fileSection, leftOut } from '../common/sections';
import { wholeRope } from '../common/text/file-rope';
import type { Load } from '../load';
import { piHome } from './home';

/** `base` takes the place of pi's own prompt, `append` follows it. */
type Kind = 'base' | 'append';
const names: Readonly<Record<Kind, string>> = { base: 'SYSTEM.md', append: 'APPEND_SYSTEM.md' };

function pathsOf(kind: Kind, facts: Facts): readonly string[] {
  return [joinPath(facts.workspace, `.pi/${names[kind]}`), joinPath(piHome(facts), names[kind])];
}

export function systemFileRequests(facts: Facts): readonly SourceRequest[] {
  return [...pathsOf('base', facts), ...pathsOf('append', facts)].map(askFile);
}

/** The file of the folder, else the one of the home; an empty one has no effect but still hides the other. */
export function readSystemFile(
  kind: Kind,
  facts: Facts,
  sources: Sources,
): { readonly nodes: readonly PromptNode[]; readonly loads: readonly Load[] } {
  const nodes: PromptNode[] = [];
  const loads: Load[] = [];
  let chosen: string | undefined;
  for (const path of pathsOf(kind, facts)) {
    const file = fileAt(sources, path);
    const isFolder = whyNot(sources, path) === 'not-a-file';
    if (file === undefined && !isFolder) continue;
    if (chosen !== undefined) {
      if (file === undefined) continue;
      nodes.push(leftOut(kind, file.id, { reason: 'overridden', by: chosen }));
      loads.push({
        path: file.id,
        status: 'shadowed',
        by: chosen,
        bytes: sizeOf(sources, file),
        rule: `The folder’s .pi/${names[kind]} is read instead.`,
      });
      continue;
    }
    chosen = file?.id ?? path;
    // pi sends the path itself of what it cannot read.
    if (file === undefined) nodes.push(frame(`${kind === 'append' ? '\n\n' : ''}${path}`));
    else if (file.text === '' && file.bom !== true) {
      nodes.push(leftOut(kind, file.id, { reason: 'source-empty', source: file.id }));
      loads.push({ path: file.id, status: 'empty', bytes: 0, rule: 'An empty file has no effect.' });
    } else {
      const body = wholeRope(file);
      nodes.push(fileSection(kind, file.id, [...(kind === 'append' ? [frame('\n\n')] : []), ...body]));
      loads.push({
        path: file.id,
        status: 'loaded',
        role: 'system',
        place: kind === 'base' ? 'system prompt, in place of pi’s own' : 'system prompt, after pi’s own',
        bytes: sizeOf(sources, file),
        sentBytes: utf8Length(ropeText(body)),
        rule: 'The file of the folder, else the one of the home; whole and untrimmed.',
      });
    }
  }
  return { nodes, loads };
}
