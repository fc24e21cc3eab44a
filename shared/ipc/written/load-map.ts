import { z } from 'zod';
import type { LoadMap } from '../../assemblers/agents/load-map';

const statuses = ['loaded', 'on-demand', 'shadowed', 'cut', 'empty', 'refused', 'never', 'unknown'] as const;

/** What `strata agents --json` prints. */
export const loadMapSchema = z
  .object({
    version: z.literal(1),
    agents: z.array(
      z.object({
        agent: z.string().describe('Id of the agent, as for --architecture'),
        title: z.string(),
        version: z.string().nullable().describe('The version the rules were measured with; null: by documentation'),
      }),
    ),
    files: z.array(
      z.object({
        path: z.string().describe('Relative to the folder, or absolute outside it'),
        bytes: z.number().int().nullable().describe('Of the file; null if no agent reads it'),
        cells: z
          .array(
            z.object({
              agent: z.string(),
              status: z
                .enum(statuses)
                .describe(
                  'on-demand: only if something asks for it; shadowed: another file is read instead; ' +
                    'cut: only its start is sent; refused: a gate or a limit keeps it out; unknown: not established',
                ),
              role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']).optional(),
              place: z.string().optional().describe('Where in the request, in words'),
              bytes: z.number().int().optional(),
              sentBytes: z.number().int().optional().describe('Bytes of the request that come from the file'),
              by: z.string().optional().describe('The file that is read instead'),
              rule: z.string().describe('The rule of the agent, as a sentence'),
            }),
          )
          .describe('One for each agent, in their order'),
      }),
    ),
  })
  .describe('What each coding agent does with the instruction files of a folder (strata agents --json)');

type WrittenLoadMap = z.infer<typeof loadMapSchema>;

export function writtenLoadMap(map: LoadMap): WrittenLoadMap {
  return {
    version: 1,
    agents: map.agents.map((agent) => ({ ...agent })),
    files: map.files.map(({ path, bytes, cells }) => ({ path, bytes, cells: cells.map((cell) => ({ ...cell })) })),
  };
}
