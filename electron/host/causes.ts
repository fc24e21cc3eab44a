import type { BuildCause } from '../../shared/ipc/inspection/build-cause';
import type { Built } from './build';
import type { Configure } from './choices';
import type { Input } from './read/collect';
import { changedFiles } from './inspect';

/** Who asks for nothing new has the same build counted again. */
export function causeOf(change: Configure): BuildCause {
  if (change.architecture !== undefined) return { kind: 'architecture' };
  if (change.settings !== undefined) return { kind: 'setting', names: Object.keys(change.settings) };
  return change.model === undefined ? { kind: 'calibration' } : { kind: 'model' };
}

/** Of several requests that share a build, the first with a cause other than the disk. */
export function buildCause(causes: readonly BuildCause[], last: Built | undefined, input: Input): BuildCause {
  return causes.find(({ kind }) => kind !== 'disk') ?? filesCause(last, input);
}

function filesCause(last: Built | undefined, input: Input): BuildCause {
  const [first, ...others] = last === undefined ? [] : changedFiles(last.input, input);
  if (first === undefined) return { kind: 'disk' };
  return others.length === 0 ? { kind: 'file', id: first } : { kind: 'files', first, others: others.length };
}

/** Background builds are skipped when they would show nothing new. */
export function isBackground({ kind }: BuildCause): boolean {
  return kind === 'disk' || kind === 'repository' || kind === 'capture';
}
