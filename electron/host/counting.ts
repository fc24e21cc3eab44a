import { analyzeWith } from '../../shared/analysis/analyze';
import { createCounting, type Counting } from '../../shared/analysis/counting';
import { CountMemo } from '../../shared/analysis/memo';
import { sameMessage } from '../../shared/analysis/same-message';
import type { Analysis, Calibration } from '../../shared/analysis/types';
import type { PromptDocument, PromptMessage } from '../../shared/document/types';
import { layoutMessage } from '../../shared/document/layout';
import type { Finding } from '../../shared/sources/findings';
import type { Encoding } from '../../shared/tokenizers/types';
import { CountingThread } from './counting-thread';
import type { FileBoundary } from './files';
import { TokenizerFiles, type TokenizerFile } from './tokenizer-file';
import { chooseVocabulary, modelFindings, type ChosenVocabulary } from './vocabulary';

export type Analyze = (document: PromptDocument, modelId: string) => Promise<Analysis>;

export interface Counted {
  readonly analysis: Analysis;
  readonly findings: readonly Finding[];
}

/** Counts the documents of one workspace, each with the help of the one before. */
export interface Counter {
  /** Undefined when it was superseded meanwhile and would have taken long. */
  count(document: PromptDocument, modelId: string, tokenizer?: TokenizerFile): Promise<Counted | undefined>;
  /** A document beside the one that is followed, e.g. a part of it. */
  aside(document: PromptDocument, modelId: string, tokenizer?: TokenizerFile): Promise<Analysis>;
  /** There will be something to count. */
  prepare(): void;
  supersede(): void;
  close(): Promise<void>;
}

export interface CounterOptions {
  readonly boundary: FileBoundary;
  readonly calibrationOf?: (modelId: string) => Calibration | undefined;
  /** From how many characters of new text on it is counted in a worker. */
  readonly coldFrom?: number;
}

/** About 50 ms of counting. */
const defaultColdFrom = 1_000_000;

export function createCounter({ boundary, calibrationOf, coldFrom = defaultColdFrom }: CounterOptions): Counter {
  const files = new TokenizerFiles(boundary);
  const thread = new CountingThread();
  const memo = new CountMemo();
  let known: Counting | undefined;

  const countingFor = async (document: PromptDocument, modelId: string, tokenizer: TokenizerFile | undefined): Promise<{ readonly counting: Counting; readonly chosen: ChosenVocabulary }> => {
    const chosen = await chooseVocabulary(document, modelId, tokenizer, files);
    const calibration = calibrationOf?.(chosen.model.id);
    if (known === undefined || !isSame(known, chosen, calibration)) known = createCounting(chosen.model, chosen.encoding, calibration);
    return { counting: known, chosen };
  };

  /** Long texts that were not counted before go to the worker. False when they are no longer wanted. */
  const seedCold = async (document: PromptDocument, { inWorker }: ChosenVocabulary): Promise<boolean> => {
    if (inWorker === undefined) return true;
    const { encoding, vocabulary, slowness } = inWorker;
    const sizes = document.messages.map((message) => ({ message, size: slowness * newCharacters(message, memo, encoding) }));
    const cold = sizes.filter(({ size }) => size >= coldFrom / 10);
    if (cold.reduce((sum, { size }) => sum + size, 0) < coldFrom) return true;
    for (const { message } of cold) {
      const { text } = layoutMessage(message);
      const packed = await thread.encode(vocabulary, message.id, text);
      if (packed === undefined) return false;
      memo.seed(message.id, encoding.unpack(text, packed));
    }
    return true;
  };

  return {
    async count(document, modelId, tokenizer) {
      const { counting, chosen } = await countingFor(document, modelId, tokenizer);
      if (!(await seedCold(document, chosen))) return undefined;
      return { analysis: analyzeWith(document, counting, memo), findings: chosen.findings };
    },
    async aside(document, modelId, tokenizer) {
      const { counting } = await countingFor(document, modelId, tokenizer);
      return analyzeWith(document, counting, new CountMemo());
    },
    prepare: () => thread.start(),
    supersede: () => thread.supersede(),
    close: () => thread.close(),
  };
}

/** The memo works only while the counting is the same object. */
function isSame(known: Counting, { model, encoding }: ChosenVocabulary, calibration: Calibration | undefined): boolean {
  return known.model.id === model.id && known.encoding === encoding && known.given === calibration;
}

/** Counted roughly: by how much longer or shorter the message became or, where it is longer, what cannot be counted in parts; all of it when it is new. */
function newCharacters(message: PromptMessage, memo: CountMemo, encoding: Encoding): number {
  const { length } = layoutMessage(message);
  const last = memo.last(message.id);
  if (last?.counting.encoding !== encoding) return length;
  if (sameMessage(last.message, message)) return 0;
  return Math.max(Math.abs(length - last.encoded.text.length), last.encoded.longestChunk ?? length);
}

/** For a caller that brings its own way to count. */
export function countWith(analyze: Analyze): Counter {
  return {
    count: async (document, modelId) => ({ analysis: await analyze(document, modelId), findings: modelFindings(modelId) }),
    aside: (document, modelId) => analyze(document, modelId),
    prepare: () => undefined,
    supersede: () => undefined,
    close: () => Promise.resolve(),
  };
}
