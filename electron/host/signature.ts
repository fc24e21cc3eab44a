import type { BuildInfo } from './inspect';
import type { Input } from './read/collect';
import type { Watcher } from './watch/watcher';

/** Everything visible in an inspection except the sources. The clock alone is not a change. */
export function signatureOf(
  input: Input,
  sources: BuildInfo['sources'],
  watcher: Watcher | undefined,
): readonly unknown[] {
  const { now: _, ...facts } = input.assembly.facts;
  const { settings, manifest } = input.assembly;
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
