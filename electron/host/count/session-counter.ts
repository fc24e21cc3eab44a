/** Counts the requests of a captured session one by one, each by its own model, reusing what the last one had. */
import { analyzeWith } from '../../../shared/analysis/count/analyze';
import { createCounting, type Counting } from '../../../shared/analysis/count/counting';
import { CountMemo } from '../../../shared/analysis/count/memo';
import { findModel } from '../../../shared/analysis/models';
import type { Analysis, Calibration } from '../../../shared/analysis/types';
import type { PromptDocument } from '../../../shared/document/types';
import { loadEncoding } from '../../../shared/tokenizers/load';

export type SessionCounter = (document: PromptDocument, thread: string | null) => Promise<Analysis>;

export function createSessionCounter(
  calibrationOf: (modelId: string) => Calibration | undefined = () => undefined,
): SessionCounter {
  const countings = new Map<string, Counting>();
  /** Each conversation has its own: a subagent does not drop what the main one had. */
  const memos = new Map<string, CountMemo>();
  return async (document, thread) => {
    const model = findModel(document.sent?.model ?? '');
    let counting = countings.get(model.id);
    if (counting === undefined) {
      counting = createCounting(model, await loadEncoding(model.count.vocabulary), calibrationOf(model.id));
      countings.set(model.id, counting);
    }
    const key = `${model.id} ${thread ?? ''}`;
    const memo = memos.get(key) ?? new CountMemo();
    memos.set(key, memo);
    return analyzeWith(document, counting, memo);
  };
}
