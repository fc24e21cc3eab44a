import { z } from 'zod';

const tier = z.enum(['L0', 'L1', 'L2', 'L3', 'active']);
/** The interval of the count; missing in a baseline of an older version. */
const interval = { low: z.number().optional(), high: z.number().optional() };
const part = z.object({
  id: z.string(),
  name: z.string(),
  tier,
  tokens: z.number(),
  ...interval,
  start: z.number().int(),
  end: z.number().int(),
});
const tool = z.object({ id: z.string(), name: z.string(), tokens: z.number(), ...interval, text: z.string() });

/** One build as the window stores it for comparison: the text once, and where each section is in it. */
export const snapshot = z.object({
  revision: z.number(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** As worded in the window when pinned. */
  cause: z.string(),
  workspace: z.string(),
  variant: z.string(),
  tokens: z.number(),
  method: z.enum(['exact', 'assumed', 'estimated', 'formula', 'reported']),
  text: z.string().max(64 * 1024 * 1024),
  parts: z.array(part).max(200_000),
  tools: z.array(tool).max(10_000),
});

export type Snapshot = z.infer<typeof snapshot>;
export type SnapshotPart = z.infer<typeof part>;
