import { frame, joinWith, nodeId, section, tool } from '../../../document/builders';
import { writeJson, type JsonText } from '../../../document/json-text';
import type { PromptNode, ToolNode } from '../../../document/types';
import { checkConfig, configChild, configJson, type ConfigNode } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import { parseJson } from '../../../sources/config/json';
import { ropeText, trimRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';
import { keyRope } from './file-text';
import { mcpSchema } from './schemas';

interface McpTool {
  readonly name: Rope;
  readonly description: Rope;
  readonly inputSchema: JsonText | undefined;
}

interface McpServer {
  readonly key: string;
  readonly name: Rope;
  readonly tools: readonly McpTool[];
}

export interface McpServers {
  readonly servers: readonly McpServer[];
  readonly source: SourceFile | undefined;
  readonly findings: readonly Finding[];
}

/** Reads names and tools only. A server's commands, addresses, headers and environment never reach a prompt. */
export function readMcpServers(source: SourceFile | undefined): McpServers {
  if (source === undefined) return { servers: [], source, findings: [] };
  const { root, findings: syntax } = parseJson(source, 'mcp-syntax');
  if (root === undefined) return { servers: [], source, findings: syntax };
  const checked = syntax.length > 0 ? [] : checkConfig(mcpSchema, root, source.id, 'mcp-config', 'warning').findings;
  const list = configChild(root, 'mcpServers');
  const entries = list?.kind === 'object' ? list.entries : [];
  const last = new Map(entries.map((entry) => [entry.key, entry]));
  const servers = [...last.values()].map((entry): McpServer => ({
    key: entry.key,
    name: keyRope(source, entry),
    tools: toolsOf(entry.value),
  }));
  const twice = entries.flatMap((entry) =>
    last.get(entry.key) === entry
      ? []
      : [
          finding('warning', 'mcp-config', `The server "${entry.key}" is given twice; the last one is used`, {
            source: source.id,
            span: entry.keySpan,
          }),
        ],
  );
  return { servers, source, findings: [...syntax, ...checked, ...twice] };
}

function toolsOf(server: ConfigNode): readonly McpTool[] {
  const list = configChild(server, 'tools');
  if (list?.kind !== 'array') return [];
  const tools = list.items.flatMap((item): McpTool[] => {
    const named = item.kind === 'string' ? item : configChild(item, 'name');
    if (named?.kind !== 'string' || named.value === '') return [];
    const description = configChild(item, 'description');
    const schema = configChild(item, 'inputSchema');
    return [
      {
        name: named.rope,
        description: description?.kind === 'string' ? trimRope(description.rope) : [],
        inputSchema: schema?.kind === 'object' ? configJson(schema) : undefined,
      },
    ];
  });
  return [...new Map(tools.map((each) => [ropeText(each.name), each])).values()];
}

function qualified(server: McpServer, each: McpTool): Rope {
  return [frame('mcp__'), ...server.name, frame('__'), ...each.name];
}

/** The value of `MCP_SERVERS`: one line per server, its tools indented below. */
export function mcpNodes({ servers }: McpServers): readonly PromptNode[] {
  const nodes = servers.map((server, index) => {
    const lines = server.tools.flatMap((each) => [
      frame('\n  - '),
      ...qualified(server, each),
      ...(each.description.length === 0 ? [] : [frame(': '), ...each.description]),
    ]);
    return section(nodeId('system', 'mcp-servers', String(index)), server.key, 'L2', [
      frame('- '),
      ...server.name,
      ...lines,
    ]);
  });
  return joinWith('\n', nodes);
}

/** Tools with a description in the file are also sent as tools. */
export function mcpTools({ servers, source }: McpServers): readonly ToolNode[] {
  const tools = servers.flatMap((server, serverIndex) =>
    server.tools.flatMap((each, index) => {
      if (each.description.length === 0) return [];
      const name = ropeText(qualified(server, each));
      return [
        tool(
          nodeId('tools', 'mcp', String(serverIndex), String(index)),
          name,
          'L2',
          each.description,
          each.inputSchema ?? writeJson({ type: 'object' }),
          source?.id,
        ),
      ];
    }),
  );
  return [...new Map(tools.map((each) => [each.name, each])).values()];
}
