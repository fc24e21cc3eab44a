import type { JsonPath, Span } from '../../../document/types';
import type { Around, FramePiece } from '../../../sources/learned-frame';
import type { Json } from './json';

/** A stretch as it stands in a request, or the place where it would stand. */
export type FoundStretch = {
  readonly stretch: string;
  /** False if the request has no such stretch. */
  readonly there: boolean;
  /** Undefined if the agent adds words of its own around the stretch and the request does not tell which. */
  readonly around?: Around;
  /** See `FrameHole`. */
  readonly piece?: string;
  readonly replaces?: number;
  readonly unmarked?: true;
} & ({ readonly text: JsonPath; readonly span: Span } | { readonly part: JsonPath });

export type FoundStretches = { readonly found: readonly FoundStretch[] } | { readonly problem: string };

/**
 * A value that differs between two runs on the same files. `path`: keys and indexes, `*` for each of a list or object,
 * `()` for the JSON in a string. `between`: only what stands between two marks in a text of this role and start.
 */
export interface Volatile {
  readonly name: string;
  /** What the agent makes the text between the marks from, besides the files that Strata reads. */
  readonly by?: readonly ('day' | 'locale' | 'files')[];
  readonly path?: readonly (string | number)[];
  readonly between?: {
    readonly role: string;
    readonly starts?: string;
    readonly marks: readonly [string, string];
    /** The first occurrence of the first mark, not the last. */
    readonly first?: true;
  };
}

/** How an agent's requests look: how to know them, where the stretches lie in them, and what varies by run. */
export interface FrameRules {
  /** True if the body is a request of a conversation with this agent. */
  recognises(body: Json): boolean;
  /** The stretches in the order in which they stand. `pieces`: see `byText`. */
  find(body: Json, pieces: readonly FramePiece[]): FoundStretches;
  /** No mark shows where a file's text stands: it is found by what the rules make of the file now. */
  readonly byText?: true;
  readonly volatile: readonly Volatile[];
  /** A list beside each list of parts with one label a part: its path from the part's message, the label by stretch. */
  readonly labels?: { readonly path: JsonPath; readonly of: Readonly<Record<string, string>> };
  /** Names of the agent's own text by the stretch it stands before in one text; `end`: behind the last. */
  readonly names: Readonly<Record<string, string>>;
}
