/** The learned frames of one agent on disk, for their owner alone. */
import { z } from 'zod';
import type { LearnedFrame } from '../../../shared/sources/learned-frame';
import { readTextOf } from '../disk/open-file';
import { childOf } from '../disk/paths';
import { writeWholeSync } from '../disk/write-file';
import { systemCode } from '../errors';
import { makePrivateFolder } from '../disk/access/owner-only';

const path = z.array(z.union([z.string(), z.number().int().min(0)])).readonly();
const about = {
  stretch: z.string(),
  piece: z.string().exactOptional(),
  around: z.object({ before: z.string(), after: z.string() }).exactOptional(),
  replaces: z.number().int().min(0).exactOptional(),
  unmarked: z.literal(true).exactOptional(),
};
const hole = z.union([
  z.object({ ...about, text: path, at: z.number().int().min(0) }),
  z.object({ ...about, part: path }),
]);
const frame = z.object({
  agent: z.string(),
  version: z.string().nullable(),
  session: z.string(),
  folder: z.string().nullable(),
  at: z.string(),
  form: z.enum(['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'bedrock', 'messages']),
  address: z.string().nullable(),
  body: z.string(),
  holes: z.array(hole),
  prompt: path.nullable(),
  hash: z.string(),
  notes: z.array(z.string()),
});
const stored = z.object({
  version: z.literal(1),
  /** Newest first. */
  frames: z.array(frame),
  /** Sessions that were looked at, so that each is read once. */
  seen: z.array(z.object({ session: z.string(), exchanges: z.number(), problem: z.string().nullable() })),
});

export interface SeenSession {
  readonly session: string;
  readonly exchanges: number;
  /** Why it taught nothing; null if it did, or if it has nothing to teach. */
  readonly problem: string | null;
}

export interface StoredFrames {
  readonly frames: readonly LearnedFrame[];
  readonly seen: readonly SeenSession[];
}

const maxBytes = 64 * 1024 * 1024;

/** A missing or broken file counts as empty: it is learned again from the captures that are left. */
export function readFrames(folder: string, agent: string): StoredFrames {
  try {
    const read = stored.safeParse(JSON.parse(readTextOf(childOf(folder, `${agent}.json`), { most: maxBytes })));
    return read.success ? read.data : { frames: [], seen: [] };
  } catch (error) {
    if (!(error instanceof SyntaxError) && systemCode(error) === '') throw error;
    return { frames: [], seen: [] };
  }
}

export function writeFrames(folder: string, agent: string, frames: StoredFrames): void {
  makePrivateFolder(folder);
  writeWholeSync(childOf(folder, `${agent}.json`), `${JSON.stringify({ version: 1, ...frames })}\n`, { mode: 0o600 });
}
