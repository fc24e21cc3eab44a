import type { Analysis } from '../../shared/analysis/types';
import type { Assembled } from '../../shared/assemblers/types';
import type { Finding } from '../../shared/sources/findings';
import type { Input } from './read/collect';
import type { Counter } from './count/counting';
import type { Linted, Linter } from './analyses/lint';

/** The result of one build. */
export interface Built {
  readonly input: Input;
  readonly assembled: Assembled;
  readonly analysis: Analysis;
  /** Findings about how tokens were counted. */
  readonly countFindings: readonly Finding[];
  readonly modelId: string;
  readonly linted: Linted;
}

/** Undefined when the input changed while a long text was counted; build the new input instead. */
export async function build(
  input: Input,
  { id: modelId, findings }: { readonly id: string; readonly findings: readonly Finding[] },
  counter: Counter,
  linter: Linter,
): Promise<Built | undefined> {
  const assembled = input.architecture.assemble(input.assembly);
  const counted = await counter.count(assembled.document, modelId, input.tokenizer);
  if (counted === undefined) return undefined;
  const built = {
    input,
    assembled,
    analysis: counted.analysis,
    countFindings: [...findings, ...counted.findings],
    modelId,
  };
  return { ...built, linted: linter.lint(built) };
}

/** A file that is half typed: its text is not what the author means. */
export function isBroken(findings: readonly Finding[]): boolean {
  return findings.some(({ severity, ruleId }) => severity === 'error' && /syntax/.test(ruleId));
}

/** Nothing in the manifest can be trusted, not even the design. */
export function hasBrokenManifest({ input }: Built): boolean {
  return input.findings.some(({ ruleId }) => ruleId === 'manifest-syntax');
}

/**
 * True if `good` stays on screen instead of `next`: when `next` has no prompt at all, or when a file is broken and the
 * choices are the same.
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
