/** A Model Context Protocol server, so that an agent can ask about its own prompt. It only reads. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { editCostReportSchema, explainReportSchema, lintReportSchema } from '../../../shared/ipc/written/bill-report';
import { reportSchema } from '../../../shared/ipc/written/report-schema';
import { reportOf } from '../../../shared/ipc/written/report';
import { editOfText, type TextEdit } from '../../host/analyses/edit-of-text';
import { HostError } from '../../host/errors';
import { explained } from '../commands/requests/explain';
import { linted } from '../commands/prompt/lint';
import { withFolder } from '../inspect-folder';
import { UsageError } from '../usage-error';
import type { Folders } from './folders';

const path = z.string().min(1).max(4096).describe('A folder or file, relative to a folder of the server, or absolute');
const model = z.string().max(200).optional().describe('Model id; the folder’s own without it');
/** As long as the largest file that Strata reads. */
const text = z.string().max(16 * 1024 * 1024);
const isReadOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

export function promptServer(folders: Folders, version: string): McpServer {
  const server = new McpServer(
    { name: 'strata', version },
    {
      instructions:
        'Shows the prompts that AI agents send. Opens only paths in these folders, and writes nothing: ' +
        `${folders.names.join(', ')}. Token counts carry their method; a range means that only a range is known.`,
    },
  );
  const buildOf = (chosen: string | undefined) => ({ set: [], ...(chosen === undefined ? {} : { model: chosen }) });

  server.registerTool(
    'inspect',
    {
      title: 'Inspect a prompt',
      description: 'Every section of the prompt that a folder or request file makes, with its tokens and its source.',
      inputSchema: { path, model },
      outputSchema: reportSchema,
      annotations: isReadOnly,
    },
    ({ path: asked, model: chosen }) =>
      answered(() => withFolder(folders.allowed(asked), buildOf(chosen), async (inspection) => reportOf(inspection))),
  );

  server.registerTool(
    'lint',
    {
      title: 'Lint a prompt',
      description: 'What is wrong with a prompt or likely to break its cache, with file and line.',
      inputSchema: { path, model },
      outputSchema: lintReportSchema,
      annotations: isReadOnly,
    },
    ({ path: asked, model: chosen }) =>
      answered(() => withFolder(folders.allowed(asked), buildOf(chosen), async (inspection) => linted(inspection))),
  );

  server.registerTool(
    'explain',
    {
      title: 'Explain the bill of a request',
      description:
        'What one request of a log or session read from the cache, wrote and cost, and why: the words that changed, ' +
        'what expired, what that lost. Without a number, the request that lost most.',
      inputSchema: { path, number: z.int().min(1).optional(), model },
      outputSchema: explainReportSchema,
      annotations: isReadOnly,
    },
    ({ path: asked, number, model: chosen }) =>
      answered(() =>
        withFolder(folders.allowed(asked), buildOf(chosen), (inspection, session) =>
          explained(session, inspection, number === undefined ? undefined : String(number)),
        ),
      ),
  );

  server.registerTool(
    'edit_cost',
    {
      title: 'Cache cost of an edit',
      description:
        'What an edit of a prompt’s source file would cost: where the prompt changes first, tokens no longer read ' +
        'from the cache, and the price of the next request with and without it. The file is not changed.',
      inputSchema: {
        path,
        model,
        file: z.string().min(1).max(4096).describe('A source of the prompt, as inspect names it'),
        before: text.optional().describe('Text to replace; it must be in the file exactly once'),
        after: text.optional().describe('What to put in its place'),
        text: text.optional().describe('The whole new text, instead of before and after'),
      },
      outputSchema: editCostReportSchema,
      annotations: isReadOnly,
    },
    ({ path: asked, model: chosen, file, before, after, text }) =>
      answered(() =>
        withFolder(folders.allowed(asked), buildOf(chosen), (inspection, session) =>
          editOfText(session, inspection, file, editIn(before, after, text)),
        ),
      ),
  );
  return server;
}

function editIn(before: string | undefined, after: string | undefined, text: string | undefined): TextEdit {
  if (text !== undefined && before === undefined && after === undefined) return { text };
  if (text === undefined && before !== undefined && after !== undefined) return { before, after };
  throw new UsageError('Give either text, or before and after');
}

/** An error that the user can correct is an answer with `isError`; a bug is thrown. */
async function answered(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    const value = await work();
    const json = JSON.stringify(value);
    return { content: [{ type: 'text', text: json }], structuredContent: JSON.parse(json) };
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof HostError)) throw error;
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}
