import type { Chunk, MessageChunks, TextFacts } from './lint-memo';
import { sharedItemEnds } from '../../basics/shared-ends';

export type TextsOf = (facts: TextFacts) => readonly { readonly text: string }[];

/** Tracks which texts occur more than once in a list of chunks. For the next list, checks only what is new. */
export class Repeats {
  readonly #holders = new Map<string, TextFacts[]>();
  readonly #repeated = new Set<string>();
  #last: readonly TextFacts[] = [];

  /** The chunks with a text that also occurs elsewhere. */
  among(chunks: readonly MessageChunks[], textsOf: TextsOf): readonly Chunk[] {
    const [before, now] = [this.#last, chunks.flatMap(({ facts }) => facts)];
    const { start, end } = sharedItemEnds(before, now);
    for (const facts of before.slice(start, before.length - end))
      for (const { text } of textsOf(facts)) this.#remove(text, facts);
    for (const facts of now.slice(start, now.length - end))
      for (const { text } of textsOf(facts)) this.#add(text, facts);
    this.#last = now;
    if (this.#repeated.size === 0) return [];
    const holders = new Set([...this.#repeated].flatMap((text) => this.#holders.get(text) ?? []));
    return chunks.flatMap(({ layout, message, starts, facts }) =>
      facts.flatMap((each, index) =>
        holders.has(each) ? [{ layout, message, start: starts[index] ?? 0, facts: each }] : [],
      ),
    );
  }

  has(text: string): boolean {
    return this.#repeated.has(text);
  }

  #add(text: string, facts: TextFacts): void {
    const holders = this.#holders.get(text);
    if (holders === undefined) {
      this.#holders.set(text, [facts]);
      return;
    }
    holders.push(facts);
    this.#repeated.add(text);
  }

  #remove(text: string, facts: TextFacts): void {
    const holders = this.#holders.get(text) ?? [];
    holders.splice(holders.indexOf(facts), 1);
    if (holders.length < 2) this.#repeated.delete(text);
    if (holders.length === 0) this.#holders.delete(text);
  }
}
