import type { Analysis } from '../../shared/analysis/types';
import type { Assembled } from '../../shared/assemblers/types';
import type { Finding } from '../../shared/sources/findings';
import type { Input } from './read/collect';
import type { Counter } from './count/counting';
import type { Linted, Linter } from './analyses/lint';

/** What one build made of its input. */
export interface Built {
  readonly input: Input;
  readonly assembled: Assembled;
  readonly analysis: Analysis;
  /** About the way it was counted. */
  readonly countFindings: readonly Finding[];
  readonly modelId: string;
  readonly linted: Linted;
}

/** Undefined when something changed while a long text was counted: then that is to be built instead. */
export async function build(
  input: Input,
  modelId: string,
  counter: Counter,
  linter: Linter,
): Promise<Built | undefined> {
  const assembled = input.architecture.assemble(input.assembly);
  const counted = await counter.count(assembled.document, modelId, input.tokenizer);
  if (counted === undefined) return undefined;
  const built = { input, assembled, analysis: counted.analysis, countFindings: counted.findings, modelId };
  return { ...built, linted: linter.lint(built) };
}

/** A file in the middle of being typed: what it says now is not what anybody means. */
export function isBroken(findings: readonly Finding[]): boolean {
  return findings.some(({ severity, ruleId }) => severity === 'error' && /syntax/.test(ruleId));
}

/** Nothing the manifest says can be trusted, not even which design this is. */
export function hasBrokenManifest({ input }: Built): boolean {
  return input.findings.some(({ ruleId }) => ruleId === 'manifest-syntax');
}

/**
 * Should `good` stay on screen in place of `next`? When the newest input gives no prompt at all, and when a file is
 * broken while everything that was chosen is still the same.
 */
export function keepsGood(good: Built, next: Built): boolean {
  if (hasBrokenManifest(next)) return !hasBrokenManifest(good);
  if (good.input.architecture !== next.input.architecture) return false;
  if (!next.assembled.usable) return true;
  return (
    isBroken([...next.input.findings, ...next.assembled.findings]) &&
    JSON.stringify(good.input.assembly.settings) === JSON.stringify(next.input.assembly.settings)
  );
}
