import type { About } from './inspect';
import type { Input } from './read/collect';
import type { Watcher } from './watch/watcher';

/** Everything that shows in an inspection and is not in the sources themselves; the clock alone is no news. */
export function signatureOf(input: Input, sources: About['sources'], watcher: Watcher | undefined): readonly unknown[] {
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
