import { analyze } from '../../shared/analysis/analyze';
import { findModel } from '../../shared/analysis/models';
import type { Analysis } from '../../shared/analysis/types';
import type { Assembled } from '../../shared/assemblers/types';
import type { PromptDocument } from '../../shared/document/types';
import type { Finding } from '../../shared/sources/findings';
import { loadEncoding } from '../../shared/tokenizers/load';
import type { Input } from './collect';
import type { Linted, Linter } from './lint';

export type Analyze = (document: PromptDocument, modelId: string) => Promise<Analysis>;

export async function analyzeWithModel(document: PromptDocument, modelId: string): Promise<Analysis> {
  const model = findModel(modelId);
  return analyze(document, model, await loadEncoding(model.count.vocabulary));
}

/** What one build made of its input. */
export interface Built {
  readonly input: Input;
  readonly assembled: Assembled;
  readonly analysis: Analysis;
  readonly modelId: string;
  readonly linted: Linted;
}

export async function build(input: Input, modelId: string, analyzeDocument: Analyze, linter: Linter): Promise<Built> {
  const assembled = input.architecture.assemble(input.input);
  const built = { input, assembled, analysis: await analyzeDocument(assembled.document, modelId), modelId };
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
 * Should `good` stay on screen in place of `next`? When the newest input gives no prompt at all, and when a file is broken
 * while everything that was chosen is still the same.
 */
export function keepsGood(good: Built, next: Built): boolean {
  if (hasBrokenManifest(next)) return !hasBrokenManifest(good);
  if (good.input.architecture !== next.input.architecture) return false;
  if (!next.assembled.usable) return true;
  return isBroken([...next.input.findings, ...next.assembled.findings]) && JSON.stringify(good.input.input.settings) === JSON.stringify(next.input.input.settings);
}
