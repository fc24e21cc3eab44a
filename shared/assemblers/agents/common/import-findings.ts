import { finding, type Finding } from '../../../sources/findings';
import type { Place, SourceFile } from '../../../sources/types';
import type { Load } from '../load';

/** Of one file: a bomb of imports may lead back thousands of times. */
export const mostFindings = 20;

export function importCycle(path: string, by: Place | undefined): Finding {
  return finding('info', 'import-cycle', `@${path} leads back to a file that imports this one`, by);
}

/** A file that is there and too many imports away. `rule` says how many are followed. */
export function importTooDeep(
  path: string,
  file: SourceFile,
  by: Place | undefined,
  rule: string,
): { readonly finding: Finding; readonly load: Load } {
  return {
    finding: finding('warning', 'import-depth', `@${path} stays as written: ${rule}`, by),
    load: { path: file.id, status: 'refused', rule: `It is imported too deep: ${rule}` },
  };
}
