import { sourceId } from '../../../document/builders';
import type { PromptNode } from '../../../document/types';
import type { MissingSource, SourceFile, Sources } from '../../../sources/types';
import type { Load } from '../load';
import { fileAt, sizeOf, whyNot } from './files';
import { hiddenLoad, isHidden, leftOut, unreadable } from './sections';

interface FirstOf {
  readonly chosen: SourceFile | undefined;
  /** What is left out, and why. */
  readonly nodes: readonly PromptNode[];
  readonly loads: readonly Load[];
}

/**
 * Of files that hide one another the agent reads the first that is there. If Strata cannot read one, it is not
 * known which of those behind it the agent reads. `passes`: reasons for which the agent goes on to the next.
 */
export function firstOf(
  stretch: string,
  paths: readonly string[],
  sources: Sources,
  { rule, passes = [] }: { readonly rule: string; readonly passes?: readonly MissingSource['why'][] },
): FirstOf {
  const nodes: PromptNode[] = [];
  const loads: Load[] = [];
  let chosen: SourceFile | undefined;
  let hidden: string | undefined;
  for (const path of paths) {
    const file = fileAt(sources, path);
    const why = whyNot(sources, path);
    if (file === undefined && !isHidden(why)) continue;
    const id = file?.id ?? sourceId(path);
    const bytes = file === undefined ? {} : { bytes: sizeOf(sources, file) };
    if (chosen !== undefined) {
      nodes.push(leftOut(stretch, id, { reason: 'overridden', by: chosen.id }));
      loads.push({ path: id, status: 'shadowed', by: chosen.id, ...bytes, rule });
    } else if (hidden !== undefined) {
      const purpose = `not known whether it is read: ${hidden} comes before it, and Strata cannot read that`;
      nodes.push(leftOut(stretch, id, { reason: 'not-injected', purpose }));
      loads.push({ path: id, status: 'unknown', ...bytes, rule: `${rule} Strata cannot read ${hidden}.` });
    } else if (file !== undefined) chosen = file;
    else if (isHidden(why)) {
      nodes.push(leftOut(stretch, path, unreadable(path, why)));
      loads.push(hiddenLoad(id, why));
      if (!passes.includes(why)) hidden = path;
    }
  }
  return { chosen, nodes, loads };
}
