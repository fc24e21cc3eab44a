import { z } from 'zod';

/** What `build --format messages` prints. Published as `build/schemas/messages.schema.json`. */
export const messagesSchema = z.array(
  z.strictObject({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
    content: z.union([
      z.string(),
      z.array(
        z.discriminatedUnion('type', [
          z.strictObject({
            type: z.literal('text'),
            text: z.string(),
            cache_control: z
              .strictObject({ type: z.literal('ephemeral'), ttl: z.literal('1h').optional() })
              .optional()
              .describe('A cache breakpoint; five minutes without a lifetime'),
          }),
          z.strictObject({
            type: z.literal('image_url'),
            image_url: z.strictObject({ url: z.string().describe('A data URL') }),
          }),
        ]),
      ),
    ]),
  }),
);
