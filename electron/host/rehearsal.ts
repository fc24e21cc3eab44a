import { setTimeout } from 'node:timers/promises';
import type { TextNode } from '../../shared/document/types';
import { leaves } from '../../shared/document/walk';
import type { SourceFile } from '../../shared/sources/types';
import type { Built } from './build';
import { filesOf } from './inspect';

export interface RehearsalOptions {
  /** From opening a folder to the first pass, in milliseconds: by then it is on screen. */
  readonly afterMs: number;
  /** At least, between two passes. */
  readonly pauseMs: number;
  /** Is told how many passes were played. */
  readonly ended: (passes: number) => void;
}

export interface Stage {
  /** Undefined when the folder is closed. */
  readonly shown: () => Built | undefined;
  /** Builds what is shown with this typed, or as it is, for nobody to see. False when something else is being built. */
  readonly play: (place: TypingPlace, typed?: string) => Promise<boolean>;
}

/** Where somebody could type: the characters around it stand in the prompt as they are. */
export interface TypingPlace {
  readonly file: SourceFile;
  readonly offset: number;
}

const defaults: RehearsalOptions = { afterMs: 1000, pauseMs: 5, ended: () => undefined };

/** By then what a pass runs is compiled. */
const mostPasses = 250;

/** Of all passes together, in milliseconds. */
const mostWork = 400;

/**
 * A longer pass, in milliseconds, would be felt by whoever types just then. The first ones are, and the collector may
 * be in a few.
 */
const [longPass, mostLongPasses] = [12, 6];

/** Of a longer file, in characters, a pass takes too long. */
const longestFile = 400_000;

/**
 * V8 compiles a function once it has run often, and the compiler wants a core just when the function is wanted: the
 * slowest of the first hundred saves are those that wait for it. So edits are rehearsed once a folder is open and
 * nobody waits: built, counted, and thrown away. What a build keeps for the next one only saves work, so none of it
 * shows.
 */
export async function rehearse({ shown, play }: Stage, options: Partial<RehearsalOptions>): Promise<void> {
  const { afterMs, pauseMs, ended } = { ...defaults, ...options };
  let [passes, longPasses, work] = [0, 0, 0];
  let from: Built | undefined;
  let place: TypingPlace | undefined;
  await setTimeout(afterMs, undefined, { ref: false });
  for (let now = shown(); now !== undefined; now = shown()) {
    if (now !== from) place = typingPlace(now);
    from = now;
    if (place === undefined) break;
    const isOver = passes === mostPasses || longPasses > mostLongPasses || work > mostWork;
    const began = performance.now();
    // At the end what is shown is built once more: nothing of the rehearsal stays in memory.
    const isPlayed = await play(place, isOver ? undefined : `pass ${passes} `);
    const took = performance.now() - began;
    if (isPlayed) {
      if (isOver) break;
      passes += 1;
      work += took;
      if (took > longPass) longPasses += 1;
    }
    // Two thirds of the time at least are everybody else's.
    await setTimeout(pauseMs + 2 * took, undefined, { ref: false });
  }
  ended(passes);
}

/** In the middle of the longest text that came from a file as it is. */
export function typingPlace({ input, assembled }: Pick<Built, 'input' | 'assembled'>): TypingPlace | undefined {
  // A tokenizer.json counts in a worker, which has better to do.
  if (input.tokenizer !== undefined) return undefined;
  const candidates = new Map(
    filesOf(input)
      .filter((file) => file.text.length <= longestFile)
      .map((file) => [file.id, file]),
  );
  let longest: TypingPlace | undefined;
  let length = 0;
  const see = ({ origin, value }: TextNode): void => {
    const file = origin.kind === 'file' && origin.change === undefined ? candidates.get(origin.source) : undefined;
    if (origin.kind !== 'file' || file === undefined || value.length <= length) return;
    longest = { file, offset: origin.span.start + (value.length >> 1) };
    length = value.length;
  };
  for (const message of assembled.document.messages) leaves(message).forEach(see);
  return longest;
}

export function typedAt({ file, offset }: TypingPlace, typed: string): SourceFile {
  return { ...file, text: `${file.text.slice(0, offset)}${typed}${file.text.slice(offset)}` };
}
