/**
 * What `diff` prints as JSON of a request or session beside a folder, `inspect --folder` of a session, and `sessions`.
 * Published as JSON schemas: keep changes compatible, or raise `version`.
 */
import { z } from 'zod';
import { sessionFile } from '../../sessions/types';

const count = z.int().min(0);

const rows = z
  .array(
    z.strictObject({
      kind: z.enum(['same', 'changed', 'only-sent', 'only-built']),
      name: z.string().describe('The section or tool'),
      sent: z.string().optional(),
      built: z.string().optional(),
      sentNode: z.string().optional(),
      builtNode: z.string().optional(),
      place: z
        .strictObject({ source: z.string(), span: z.strictObject({ start: count, end: count }) })
        .optional()
        .describe('The place in a file that makes the text, or would make it; for a change, where the two diverge'),
      at: z.strictObject({ line: z.int(), column: z.int() }).optional().describe('Line and column of the place'),
      note: z.string().optional().describe('Why the folder leaves the text out, or what else differs'),
    }),
  )
  .describe('Tools first, then the text of both in order');

/** `diff <request> <folder>`. */
export const sentReportSchema = z.strictObject({
  version: z.literal(1),
  request: z.string().describe('The file that was compared'),
  workspace: z.string(),
  rows,
});

/** `diff <session> <folder>`. */
export const builtSentReportSchema = z.strictObject({
  version: z.literal(1),
  workspace: z.string(),
  session: z.string(),
  request: z.int().min(1).describe('The number of the request in the session'),
  agent: z.string(),
  hash: z.string().nullable().describe('SHA-256 of the request without what varies by run; null if the two differ'),
  volatile: z.array(z.string()).describe('Fields that vary by run and were not compared'),
  fields: z.array(z.string()).describe('Paths of other fields that differ'),
  rows,
  notes: z.array(z.string()),
});

/** `inspect <session> --folder <folder>`. */
export const tracedReportSchema = z.strictObject({
  version: z.literal(1),
  session: z.string(),
  request: z.int().min(1).describe('The number of the request in the session'),
  folder: z.string(),
  characters: count.describe('Of the whole request'),
  matched: count.describe('Characters that stand in files of the folder'),
  stretches: z.array(
    z.strictObject({
      section: z.string(),
      characters: count,
      file: z.string().nullable().describe('Null: the agent’s own text'),
      line: z.int().nullable(),
      change: z
        .enum(['escaped', 'interpolated', 'truncated', 'replaced'])
        .nullable()
        .describe('How the text differs from the file'),
    }),
  ),
});

/** `sessions`. */
export const sessionsReportSchema = z.strictObject({
  version: z.literal(1),
  captures: z.string().describe('The folder they are kept in'),
  sessions: z.array(
    z.strictObject({
      ...sessionFile.unwrap().shape,
      path: z.string(),
      exchanges: count.describe('Requests and what came back'),
      bytes: count,
    }),
  ),
  folder: z.string().optional().describe('Only sessions that worked here are listed'),
  logs: z
    .array(
      z.strictObject({
        agent: z.enum(['claude-code', 'codex', 'gemini-cli', 'opencode', 'pi']),
        id: z.string().describe('The agent’s own id of the session'),
        path: z.string().nullable().describe('Null if the agent itself has to print it'),
        writtenAt: z.string(),
        bytes: count.nullable(),
      }),
    )
    .optional()
    .describe('With a folder: what agents keep of their own accord'),
});
