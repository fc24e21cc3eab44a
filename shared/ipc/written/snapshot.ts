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
/** The text of a node outside its parts: it stands in several places. */
const ownText = part
  .omit({ start: true, end: true })
  .extend({ ranges: z.array(z.tuple([z.number().int(), z.number().int()])).max(200_000) });
/** `text` stands for its data. */
const picture = part.omit({ end: true }).extend({ text: z.string() });
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
  /** What it is counted for; missing in a baseline of an older version. */
  model: z.string().optional(),
  method: z.enum(['exact', 'assumed', 'estimated', 'formula', 'reported']),
  text: z.string().max(64 * 1024 * 1024),
  parts: z.array(part).max(200_000),
  /** Missing in a baseline of an older version, and so are the images. */
  own: z.array(ownText).max(200_000).optional(),
  images: z.array(picture).max(20_000).optional(),
  tools: z.array(tool).max(10_000),
});

export type Snapshot = z.infer<typeof snapshot>;
