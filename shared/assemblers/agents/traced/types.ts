import type { Span } from '../../../document/types';
import type { LearnedFrame } from '../../../sources/learned-frame';

/** A stretch of a request that stands in a file of a folder. */
export interface TracedStretch {
  /** The `piece` of its hole in the frame. */
  readonly piece: string;
  /** Relative to the folder. */
  readonly path: string;
  /** In the file as it was when the request was traced. */
  readonly span: Span;
  /** What the agent wrote for the rest of the line: "...". */
  readonly dots: string;
}

/** A request that was sent, laid over a folder: what stands in files is taken out, the rest is the agent's own. */
export interface TracedRequest {
  /** "Request 3 of session …", or the name of the file. */
  readonly name: string;
  readonly frame: LearnedFrame;
  readonly stretches: readonly TracedStretch[];
  /** The files that have a stretch, as they were when the request was traced. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Characters that stand in a file, and all that were looked at. */
  readonly matched: number;
  readonly total: number;
  readonly notes: readonly string[];
}
