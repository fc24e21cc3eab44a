/** All of strata.json as one JSON schema, published at build/schemas/strata.schema.json. */
import { z } from 'zod';
import { layoutSchema } from './schema';

const manifest = z.strictObject({
  $schema: z.string().optional(),
  architecture: z.string().optional().describe('Which design this folder is; detected from the files unless set'),
  model: z.string().optional().describe('The model whose tokens are counted'),
  settings: z.record(z.string(), z.json()).optional().describe('Settings of the design, as the window shows them'),
  now: z.string().optional().describe('Pins the clock: ISO 8601 with zone'),
  timeZone: z.string().optional().describe('Pins the time zone, by IANA name'),
  home: z.string().optional().describe('Pins the home folder'),
  tokenizer: z.string().optional().describe('A tokenizer.json of the folder, for a model whose own is not published'),
  declared: layoutSchema.optional(),
  tiered: z.json().optional().describe('The parts of a tiered-messages prompt'),
  rules: z.json().optional(),
  cache: z.json().optional(),
  lint: z.json().optional(),
  budget: z.json().optional(),
});

export function strataSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(manifest);
}
