/** Clouds that sell the models of a vendor by nearly the same rules: their rows are the vendor's, changed a little. */
import { z } from 'zod';
import hosts from './data/hosts.json' with { type: 'json' };
import type { ModelRow } from './row';

const hostSchema = z.strictObject({
  provider: z.string(),
  prefix: z.string().describe('Of its ids'),
  of: z.string().describe('The provider whose models it has'),
  label: z.string(),
  minimum: z.int().positive().optional().describe('Where the vendor publishes none'),
  regional: z
    .strictObject({ ids: z.string().describe('Pattern of the vendor’s ids'), times: z.number().min(1) })
    .optional()
    .describe('Factor on all prices outside the global endpoint'),
});

/** Every row of the vendors once more, as the clouds have them. */
export function hostedRows(vendors: readonly ModelRow[]): readonly ModelRow[] {
  return hosts
    .map((host) => hostSchema.parse(host))
    .flatMap(({ provider, prefix, of, label, minimum, regional }) =>
      vendors
        .filter((row) => row.provider === of)
        .map((row) => ({
          ...row,
          id: `${prefix}${row.id}`,
          base: row.id,
          provider,
          ids: [],
          label: `${row.label} ${label}`,
          minimum: row.minimum ?? (row.algorithm === 'none' ? null : (minimum ?? null)),
          ...(regional !== undefined && new RegExp(regional.ids).test(row.id) ? { regional: regional.times } : {}),
        })),
    );
}
