/**
 * Counts by a workspace's own tokenizer.json, only in the worker: loading a large one takes a second or more. All texts
 * are counted there first, so that the synchronous analysis finds every count in the memo.
 */
import type { CountMemo } from '../../../shared/analysis/count/memo';
import { allTools, toolText } from '../../../shared/document/tool-text';
import { sameMessage } from '../../../shared/analysis/compare/same-message';
import { layoutMessage } from '../../../shared/document/layout';
import type { OmittedNode, PromptDocument } from '../../../shared/document/types';
import { visit } from '../../../shared/document/walk';
import type { Finding } from '../../../shared/sources/findings';
import { unpackChunks } from '../../../shared/tokenizers/incremental/chunked-encoding';
import type { Encoded, Encoding, TextView } from '../../../shared/tokenizers/types';
import type { CountingResult, OwnTokenizer } from './counting-messages';
import type { CountingThread } from './counting-thread';
import type { FileBoundary } from '../disk/files';
import { cannotCount, readTokenizer, type TokenizerFile } from './tokenizer-file';

export type TokenizerFileCount =
  /** The whole document is counted. */
  | { readonly kind: 'ready'; readonly encoding: Encoding }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unusable'; readonly findings: readonly Finding[] };

export class TokenizerFileCounter {
  readonly #boundary: FileBoundary;
  readonly #thread: CountingThread;
  #last: { readonly stamp: string; readonly encoding: CountedElsewhere } | undefined;

  constructor(boundary: FileBoundary, thread: CountingThread) {
    this.#boundary = boundary;
    this.#thread = thread;
  }

  /** Counts what `memo` does not have. Stops when superseded, except for documents counted aside. */
  async count(
    document: PromptDocument,
    file: TokenizerFile,
    memo: CountMemo,
    isAside: boolean,
  ): Promise<TokenizerFileCount> {
    const unusable = (problem: string): TokenizerFileCount => ({
      kind: 'unusable',
      findings: [cannotCount(file, problem)],
    });
    const stamp = `${file.label} ${file.stamp}`;
    const encoding = isAside ? new CountedElsewhere(file.label) : this.#encodingOf(file, stamp);
    const changed = document.messages.filter((message) => {
      const last = memo.last(message.id);
      return last?.counting.encoding !== encoding || !sameMessage(last.message, message);
    });
    const texts = loneTexts(document);
    const unknown = [...texts].filter((text) => !encoding.counts.has(text));
    encoding.keepOnly(texts);
    const read = this.#thread.has(stamp) ? undefined : readTokenizer(this.#boundary, file);
    if (read?.ok === false) return unusable(read.problem);
    const tokenizer: OwnTokenizer = { id: file.label, stamp };
    let vocabulary = read === undefined ? tokenizer : { ...tokenizer, json: read.bytes };
    const ask = (text: string, key?: string): Promise<CountingResult> => {
      const answer = this.#thread.encode({ vocabulary, text, isAside, ...(key === undefined ? {} : { key }) });
      vocabulary = tokenizer;
      return answer;
    };
    const jobs = [
      ...changed.map((message) => {
        const { text } = layoutMessage(message);
        return {
          text,
          asked: ask(text, isAside ? undefined : message.id),
          keep: (encoded: Encoded) => memo.seed(message.id, encoded),
        };
      }),
      ...unknown.map((text) => ({
        text,
        asked: ask(text),
        keep: ({ total }: Encoded) => void encoding.counts.set(text, total),
      })),
    ];
    const results = await Promise.all(jobs.map(({ asked }) => asked));
    for (const [index, result] of results.entries()) {
      if (result.kind === 'unusable') return unusable(result.problem);
      if (result.kind === 'stopped') return result;
      const job = jobs[index];
      job?.keep(unpackChunks(job.text, result.packed));
    }
    return { kind: 'ready', encoding };
  }

  #encodingOf({ label }: TokenizerFile, stamp: string): CountedElsewhere {
    if (this.#last?.stamp !== stamp) this.#last = { stamp, encoding: new CountedElsewhere(label) };
    return this.#last.encoding;
  }
}

/**
 * The texts outside the messages: tools and what was left out. Includes the empty text, so that a broken tokenizer
 * fails on any document.
 */
function loneTexts(document: PromptDocument): ReadonlySet<string> {
  const texts = new Set(['', ...allTools(document.tools).map(toolText)]);
  const add = ({ would }: OmittedNode): void => {
    if (would !== undefined) texts.add(would.map(({ value }) => value).join(''));
  };
  visit(document, (node) => {
    if (node.type === 'omitted') add(node);
  });
  document.aside.forEach(add);
  return texts;
}

class CountedElsewhere implements Encoding {
  readonly id: string;
  readonly counts = new Map<string, number>();

  constructor(id: string) {
    this.id = id;
  }

  keepOnly(texts: ReadonlySet<string>): void {
    for (const text of this.counts.keys()) if (!texts.has(text)) this.counts.delete(text);
  }

  count(text: string): number {
    const count = this.counts.get(text);
    if (count === undefined) throw new Error('A text was not counted before its count was asked for');
    return count;
  }

  encode(text: TextView, previous?: Encoded): Encoded {
    if (previous === undefined || previous.text.length !== text.length || previous.text.toString() !== text.toString())
      throw new Error('A message was not counted before its count was asked for');
    return previous;
  }
}
