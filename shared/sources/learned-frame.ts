/**
 * The frame of an agent: one captured request without the stretches that our rules make of the user's files. Strata
 * ships no agent's own text: it is learned on the user's machine and stays in the user's data.
 */
import type { JsonPath, RequestForm } from '../document/types';

/** The agent's own words right before and after a stretch, sent only if the stretch has text. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

/** What the rules make of one file: a section of a stretch. */
export interface FramePiece {
  readonly stretch: string;
  /** The section's id. */
  readonly piece: string;
  readonly text: string;
}

/** Where a stretch stood: at an offset of a text, or as a part of its own in a list of parts. */
export type FrameHole = {
  readonly stretch: string;
  /** The id of one file's section: the hole is for that alone. */
  readonly piece?: string;
  /** Undefined if the captured request had no such stretch, so that the words around it are not known. */
  readonly around?: Around;
  /** Characters of the frame behind it that the stretch takes the place of, if it has text. */
  readonly replaces?: number;
  /** No mark shows the stretch, so the frame before the hole may end with it. */
  readonly unmarked?: true;
} & ({ readonly text: JsonPath; readonly at: number } | { readonly part: JsonPath });

export interface LearnedFrame {
  readonly agent: string;
  /** Of the agent; null if the capture does not tell. */
  readonly version: string | null;
  /** The id of the captured session. */
  readonly session: string;
  /** The folder the agent worked in; null if unknown. */
  readonly folder: string | null;
  /** When the request went out, in ISO 8601. */
  readonly at: string;
  readonly form: RequestForm;
  readonly address: string | null;
  /** A JSON object: the request without the stretches. */
  readonly body: string;
  readonly holes: readonly FrameHole[];
  /** The text that the user types, which is empty here. */
  readonly prompt: JsonPath | null;
  /** SHA-256 of the body without what varies by run, in hex. */
  readonly hash: string;
  /** What the user should know about it. */
  readonly notes: readonly string[];
}

/** What the host knows of one agent's frame. */
export interface KnownFrames {
  readonly agent: string;
  /** The one to build with first; then older ones, by which an upgrade of the agent is compared. */
  readonly frames: readonly LearnedFrame[];
  /** Newer captures that taught nothing, and why. */
  readonly problems: readonly string[];
}
