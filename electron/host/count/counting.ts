import { analyzeWith } from '../../../shared/analysis/count/analyze';
import { createCounting, type Counting } from '../../../shared/analysis/count/counting';
import { CountMemo } from '../../../shared/analysis/count/memo';
import {
  fileModelId,
  findModel,
  isKnownModel,
  takesTokenizer,
  withTokenizer,
  type Model,
} from '../../../shared/analysis/models';
import type { Analysis, Calibration } from '../../../shared/analysis/types';
import { neighbourOf } from '../../../shared/models/table';
import type { PromptDocument, PromptMessage } from '../../../shared/document/types';
import { layoutMessage } from '../../../shared/document/layout';
import { finding, type Finding } from '../../../shared/sources/findings';
import { loadEncoding, loadVocabulary } from '../../../shared/tokenizers/load';
import type { Encoding } from '../../../shared/tokenizers/types';
import type { CountingTask } from './counting-messages';
import { CountingThread } from './counting-thread';
import type { FileBoundary } from '../disk/files';
import { TokenizerFileCounter } from './tokenizer-counting';
import type { TokenizerFile } from './tokenizer-file';

export type Analyze = (document: PromptDocument, modelId: string) => Promise<Analysis>;

export interface CountResult {
  readonly analysis: Analysis;
  readonly findings: readonly Finding[];
}

/** Counts the documents of one workspace, each incrementally from the previous one. */
export interface Counter {
  /** Undefined when superseded before a long count finished. */
  count(document: PromptDocument, modelId: string, tokenizer?: TokenizerFile): Promise<CountResult | undefined>;
  /** Counts another document, e.g. a part of the current one, without replacing it as the base for the next count. */
  aside(document: PromptDocument, modelId: string, tokenizer?: TokenizerFile): Promise<Analysis>;
  /** Counts the requests of one session, each by its own model and incrementally from the previous one. */
  several(
    documents: readonly { readonly document: PromptDocument; readonly modelId: string }[],
    tokenizer?: TokenizerFile,
  ): Promise<readonly Analysis[]>;
  /** Starts the worker. Call it after the first prompt is shown, so that it does not delay it. */
  prepare(): void;
  supersede(): void;
  close(): Promise<void>;
}

export interface CounterOptions {
  readonly boundary: FileBoundary;
  /** `architecture` is that of the document: an agent may have corrections of its own. */
  readonly calibrationOf?: (modelId: string, architecture: string) => Calibration | undefined;
  /** New text of this many characters or more is counted in a worker. */
  readonly coldFrom?: number;
  /** Time limit of the workspace's own tokenizer for a text, in milliseconds. */
  readonly patienceFor?: (task: CountingTask) => number;
}

/** About 50 ms of counting. */
const defaultColdFrom = 1_000_000;

export function createCounter({
  boundary,
  calibrationOf,
  coldFrom = defaultColdFrom,
  patienceFor,
}: CounterOptions): Counter {
  const thread = new CountingThread(patienceFor);
  const byTokenizerFile = new TokenizerFileCounter(boundary, thread);
  const memo = new CountMemo();
  let last: Counting | undefined;

  /** The memo works only with the same counting object, so it is reused. */
  const countingOf = (model: Model, encoding: Encoding, isAside: boolean, architecture: string): Counting => {
    const calibration = calibrationOf?.(model.id, architecture);
    if (isAside) return createCounting(model, encoding, calibration);
    if (last === undefined || last.model.id !== model.id || last.encoding !== encoding || last.given !== calibration)
      last = createCounting(model, encoding, calibration);
    return last;
  };

  /** The workspace's tokenizer counts models without a vocabulary here, if it can. Undefined when superseded. */
  const prepare = async (
    document: PromptDocument,
    modelId: string,
    tokenizer: TokenizerFile | undefined,
    counted: CountMemo,
  ): Promise<Prepared | undefined> => {
    const isAside = counted !== memo;
    const model = findModel(modelId);
    const byOwn =
      tokenizer !== undefined && takesTokenizer(model)
        ? await byTokenizerFile.count(document, tokenizer, counted, isAside)
        : undefined;
    if (byOwn?.kind === 'ready')
      return {
        counting: countingOf(withTokenizer(model, byOwn.encoding.id), byOwn.encoding, isAside, document.architecture),
        findings: [],
      };
    if (byOwn?.kind === 'stopped' && !isAside) return undefined;
    const encoding = await loadEncoding(model.count.vocabulary);
    const counting = countingOf(model, encoding, isAside, document.architecture);
    if (!isAside && !(await seedCold(document, counting))) return undefined;
    return { counting, findings: byOwn?.kind === 'unusable' ? byOwn.findings : modelFindings(modelId) };
  };

  /** Counts long new texts in the worker. False when superseded. */
  const seedCold = async (document: PromptDocument, { encoding, model }: Counting): Promise<boolean> => {
    const { vocabulary } = model.count;
    if (vocabulary === 'characters' || vocabulary === 'bytes') return true;
    const cold = document.messages.filter((message) => newCharacters(message, memo, encoding) >= coldFrom / 10);
    if (cold.reduce((sum, message) => sum + newCharacters(message, memo, encoding), 0) < coldFrom) return true;
    const bpe = await loadVocabulary(vocabulary);
    for (const message of cold) {
      const { text } = layoutMessage(message);
      const result = await thread.encode({ vocabulary, key: message.id, text });
      if (result.kind !== 'counted') return false;
      memo.seed(message.id, bpe.unpack(text, result.packed));
    }
    return true;
  };

  return {
    async count(document, modelId, tokenizer) {
      const prepared = await prepare(document, modelId, tokenizer, memo);
      return prepared === undefined
        ? undefined
        : { analysis: analyzeWith(document, prepared.counting, memo), findings: prepared.findings };
    },
    async aside(document, modelId, tokenizer) {
      const counted = new CountMemo();
      const prepared = await prepare(document, modelId, tokenizer, counted);
      if (prepared === undefined) throw new Error('A document aside was superseded');
      return analyzeWith(document, prepared.counting, counted);
    },
    async several(documents, tokenizer) {
      const byModel = new Map<string, { readonly counting: Counting; readonly counted: CountMemo }>();
      const analyses: Analysis[] = [];
      for (const { document, modelId } of documents) {
        let cached = tokenizer === undefined ? byModel.get(modelId) : undefined;
        if (cached === undefined) {
          const counted = byModel.get(modelId)?.counted ?? new CountMemo();
          const prepared = await prepare(document, modelId, tokenizer, counted);
          if (prepared === undefined) throw new Error('A document aside was superseded');
          cached = { counting: prepared.counting, counted };
          byModel.set(modelId, cached);
        }
        analyses.push(analyzeWith(document, cached.counting, cached.counted));
        if (analyses.length % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      return analyses;
    },
    prepare: () => thread.start(),
    supersede: () => thread.supersede(),
    close: () => thread.close(),
  };
}

interface Prepared {
  readonly counting: Counting;
  readonly findings: readonly Finding[];
}

/** A rough count: the change in the message's length, or all of it if it is new. */
function newCharacters(message: PromptMessage, memo: CountMemo, encoding: Encoding): number {
  const { length } = layoutMessage(message);
  const last = memo.last(message.id);
  return last?.counting.encoding === encoding ? Math.abs(length - last.encoded.text.length) : length;
}

function modelFindings(modelId: string): readonly Finding[] {
  if (modelId === fileModelId)
    return [
      finding(
        'warning',
        'tokenizer-file',
        'This folder has no tokenizer.json; tokens are estimated instead',
        undefined,
        { note: 'It is looked for at .strata/tokenizer.json, or where "tokenizer" in strata.json says.' },
      ),
    ];
  if (isKnownModel(modelId)) return [];
  const near = neighbourOf(modelId);
  return [
    finding(
      'info',
      'unknown-model',
      `Strata knows no model "${modelId}": its tokens are a rough estimate`,
      undefined,
      near === undefined ? {} : { note: `Its name is nearest to ${near.id}, whose figures are not used for it.` },
    ),
  ];
}

/** For a caller with its own analysis function. */
export function countWith(analyze: Analyze): Counter {
  return {
    count: async (document, modelId) => ({
      analysis: await analyze(document, modelId),
      findings: modelFindings(modelId),
    }),
    aside: (document, modelId) => analyze(document, modelId),
    several: (documents) => Promise.all(documents.map(({ document, modelId }) => analyze(document, modelId))),
    prepare: () => undefined,
    supersede: () => undefined,
    close: () => Promise.resolve(),
  };
}
