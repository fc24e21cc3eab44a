import type { Built } from './build';
import type { Configure } from './choices';
import type { Input } from './read/collect';
import { changedFiles } from './inspect';

export const disk = 'disk';

/** What made a build, in words for the window. */
export function causeOf(change: Configure): string {
  if (change.architecture !== undefined) return 'architecture';
  return change.settings === undefined ? 'model' : `setting ${Object.keys(change.settings).join(', ')}`;
}

export function filesCause(last: Built | undefined, input: Input): string {
  const [first, ...others] = last === undefined ? [] : changedFiles(last.input, input);
  if (first === undefined) return disk;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
