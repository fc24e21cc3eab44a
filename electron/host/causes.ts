import type { Built } from './build';
import type { Configure } from './choices';
import type { Input } from './read/collect';
import { changedFiles, type About } from './inspect';
import type { Watcher } from './watch/watcher';

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

/** Everything that shows in an inspection and is not in the sources themselves; the clock alone is no news. */
export type Signature = readonly unknown[];

export function signatureOf(input: Input, sources: About['sources'], watcher: Watcher | undefined): Signature {
  const { now: _, ...facts } = input.input.facts;
  const { settings, manifest } = input.input;
  const ruleFiles = input.ruleFiles.map(({ text }) => text);
  return [
    input.architecture.id,
    input.architectures,
    settings,
    manifest,
    ruleFiles,
    input.tokenizer,
    facts,
    input.findings,
    sources,
    watcher?.state().overLimit,
  ];
}

export function sameSignature(a: Signature, b: Signature): boolean {
  return (
    a.length === b.length &&
    a.every((part, index) => part === b[index] || JSON.stringify(part) === JSON.stringify(b[index]))
  );
}
