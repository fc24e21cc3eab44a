import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Folders } from '../../mcp/folders';
import { promptServer } from '../../mcp/server';

/** `strata mcp`: answers on standard input and output until the client hangs up. */
export async function runMcp(paths: readonly string[], version: string): Promise<number> {
  const server = promptServer(new Folders(paths), version);
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    server.server.onclose = resolve;
  });
  await server.connect(transport);
  await closed;
  await server.close();
  return 0;
}
