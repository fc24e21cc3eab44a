import { finding, type Finding } from '../../../sources/findings';
import type { Place } from '../../../sources/types';

/** Of one file: a bomb of imports may lead back thousands of times. */
export const mostFindings = 20;

export function importCycle(path: string, by: Place | undefined): Finding {
  return finding('info', 'import-cycle', `@${path} leads back to a file that imports this one`, by);
}
