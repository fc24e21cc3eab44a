import type { BuildCause } from '../../shared/ipc/build-cause';
import type { Built } from './build';
import type { Configure } from './choices';
import type { Input } from './read/collect';
import { changedFiles, type About } from './inspect';
import type { Watcher } from './watch/watcher';

export function causeOf(change: Configure): BuildCause {
  if (change.architecture !== undefined) return { kind: 'architecture' };
  return change.settings === undefined ? { kind: 'model' } : { kind: 'setting', names: Object.keys(change.settings) };
}

/** Of several requests that share a build, the first that says more than "the disk". */
export function buildCause(causes: readonly BuildCause[], last: Built | undefined, input: Input): BuildCause {
  return causes.find(({ kind }) => kind !== 'disk') ?? filesCause(last, input);
}

function filesCause(last: Built | undefined, input: Input): BuildCause {
  const [first, ...others] = last === undefined ? [] : changedFiles(last.input, input);
  if (first === undefined) return { kind: 'disk' };
  return others.length === 0 ? { kind: 'file', id: first } : { kind: 'files', first, others: others.length };
}

/** Nobody waits for these: a build that would show the same is left out. */
export function isBackground({ kind }: BuildCause): boolean {
  return kind === 'disk' || kind === 'repository';
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
