/**
 * The part catalogue as tables: the parts, their conditions, and their published token counts. The texts are in
 * `parts/`, one file per id. A count of 0 means that none is published.
 */
import type { Tier } from '../../../document/types';

type PartKind = 'system' | 'tool' | 'agent' | 'reminder';

interface SystemPart {
  readonly tier: Tier;
  readonly declaredTokens: number;
  readonly condition: string;
}

/** In the order of the algorithm (part-catalog, rule 1). */
export const systemParts = {
  main: { tier: 'L0', declaredTokens: 269, condition: 'always' },
  'security-policy': { tier: 'L0', declaredTokens: 0, condition: 'always' },
  'censoring-policy': { tier: 'L0', declaredTokens: 98, condition: 'always' },
  environment: { tier: 'L1', declaredTokens: 387, condition: 'always' },
  'past-sessions': { tier: 'L1', declaredTokens: 352, condition: 'sessions are enabled' },
  'agent-memory': { tier: 'L1', declaredTokens: 337, condition: 'memory is enabled' },
  'glob-docs': { tier: 'L1', declaredTokens: 205, condition: 'the tool Glob is enabled' },
  'grep-docs': { tier: 'L1', declaredTokens: 235, condition: 'the tool Grep is enabled' },
  'search-replace-docs': { tier: 'L1', declaredTokens: 112, condition: 'the tool FileEdit is enabled' },
  'todo-docs': { tier: 'L1', declaredTokens: 247, condition: 'the tool TodoWrite is enabled' },
  'mcp-servers': { tier: 'L2', declaredTokens: 0, condition: 'at least one MCP server is configured' },
  'slash-commands': { tier: 'L2', declaredTokens: 155, condition: 'at least one slash command is registered' },
  'conversational-style': { tier: 'L0', declaredTokens: 236, condition: 'always' },
  'proactive-suggestions': { tier: 'L0', declaredTokens: 179, condition: 'always' },
  'respect-conventions': { tier: 'L0', declaredTokens: 98, condition: 'always' },
  'tool-use-formatting': { tier: 'L0', declaredTokens: 53, condition: 'always' },
  'verify-with-tools': { tier: 'L0', declaredTokens: 85, condition: 'always' },
  'do-not-litter': { tier: 'L0', declaredTokens: 81, condition: 'always' },
  'large-files': { tier: 'L0', declaredTokens: 187, condition: 'always' },
  'file-read-limits': { tier: 'L0', declaredTokens: 34, condition: 'always' },
  'claude-md': { tier: 'L2', declaredTokens: 295, condition: 'a CLAUDE.md file has content' },
  'output-style': { tier: 'L2', declaredTokens: 0, condition: 'an output style is set' },
  append: { tier: 'L3', declaredTokens: 0, condition: 'the preset has text to append' },
} as const satisfies Readonly<Record<string, SystemPart>>;

export type SystemPartId = keyof typeof systemParts;

function idsOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  const isKey = (key: string): key is K => Object.hasOwn(table, key);
  return Object.keys(table).filter(isKey);
}

const algorithmOrder = idsOf(systemParts);

/**
 * In the order of the table (part-catalog, rule 1). The table lacks the security policy: it follows the main part.
 * Style and append stay last.
 */
const catalogOrder: readonly SystemPartId[] = [
  'main',
  'security-policy',
  'past-sessions',
  'agent-memory',
  'censoring-policy',
  'claude-md',
  'conversational-style',
  'slash-commands',
  'do-not-litter',
  'environment',
  'file-read-limits',
  'glob-docs',
  'grep-docs',
  'large-files',
  'mcp-servers',
  'proactive-suggestions',
  'respect-conventions',
  'search-replace-docs',
  'todo-docs',
  'tool-use-formatting',
  'verify-with-tools',
  'output-style',
  'append',
];

export const orders = { algorithm: algorithmOrder, catalog: catalogOrder } as const;
export type OrderName = keyof typeof orders;

interface ToolPart {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly declaredTokens: number;
}

/** part-catalog, rule 9: the published names. Aliases are other names that people and agent files use. */
export const toolParts = {
  'tool-bash': { name: 'Bash', aliases: [], declaredTokens: 489 },
  'tool-file-read': { name: 'FileRead', aliases: ['Read'], declaredTokens: 374 },
  'tool-file-write': { name: 'FileWrite', aliases: ['Write'], declaredTokens: 277 },
  'tool-file-edit': { name: 'FileEdit', aliases: ['Edit'], declaredTokens: 536 },
  'tool-glob': { name: 'Glob', aliases: [], declaredTokens: 179 },
  'tool-grep': { name: 'Grep', aliases: [], declaredTokens: 548 },
  'tool-agent': { name: 'Agent', aliases: ['Task'], declaredTokens: 294 },
  'tool-web-search': { name: 'WebSearch', aliases: [], declaredTokens: 138 },
  'tool-web-fetch': { name: 'WebFetch', aliases: [], declaredTokens: 196 },
  'tool-todo-write': { name: 'TodoWrite', aliases: [], declaredTokens: 152 },
  'tool-notebook-edit': { name: 'NotebookEdit', aliases: [], declaredTokens: 231 },
  'tool-ask-user-question': { name: 'AskUserQuestion', aliases: [], declaredTokens: 186 },
  'tool-list-mcp-resources': { name: 'ListMcpResources', aliases: [], declaredTokens: 72 },
  'tool-read-mcp-resource': { name: 'ReadMcpResource', aliases: [], declaredTokens: 81 },
  'tool-config': { name: 'Config', aliases: [], declaredTokens: 94 },
} as const satisfies Readonly<Record<string, ToolPart>>;

export type ToolPartId = keyof typeof toolParts;
export const toolPartIds = idsOf(toolParts);

/** Finds a tool's part by name or alias. */
export function findTool(name: string): ToolPartId | undefined {
  return toolPartIds.find((id) => {
    const part: ToolPart = toolParts[id];
    return part.name === name || part.aliases.includes(name);
  });
}

interface SituationalPart {
  readonly declaredTokens: number;
  readonly usedWhen: string;
}

/** The published agents (part-catalog, rule 3). */
export const agentParts = {
  'agent-explore': { declaredTokens: 516, usedWhen: '/explore command' },
  'agent-plan-mode': { declaredTokens: 633, usedWhen: 'plan permission mode' },
  'agent-task': { declaredTokens: 294, usedWhen: 'Task/Agent tool spawns subagent' },
  'agent-webfetch-summarizer': { declaredTokens: 185, usedWhen: 'WebFetch tool processes results' },
  'agent-creation-architect': { declaredTokens: 1110, usedWhen: '/agent-create command' },
  'agent-claude-md-creation': { declaredTokens: 384, usedWhen: '/init command' },
  'agent-status-line-setup': { declaredTokens: 1460, usedWhen: 'Status line configuration' },
  'agent-remember': { declaredTokens: 1048, usedWhen: '/remember command' },
  'agent-session-search': { declaredTokens: 439, usedWhen: 'Session search' },
  'agent-session-memory-update': { declaredTokens: 756, usedWhen: 'Memory updates' },
  'agent-session-title': { declaredTokens: 307, usedWhen: 'Auto-title generation' },
  'agent-magic-docs': { declaredTokens: 718, usedWhen: 'Magic docs refresh' },
  'agent-user-sentiment': { declaredTokens: 205, usedWhen: 'Sentiment monitoring' },
  'agent-pr-comments': { declaredTokens: 402, usedWhen: 'PR comment review' },
  'agent-review-pr': { declaredTokens: 243, usedWhen: 'PR review' },
  'agent-security-review': { declaredTokens: 2610, usedWhen: 'Security audit' },
  'agent-summary': { declaredTokens: 184, usedWhen: 'Agent summary' },
} as const satisfies Readonly<Record<string, SituationalPart>>;

export const agentPartIds = idsOf(agentParts);

/** The design mentions some forty reminders without naming them; these are our own. */
export const reminderParts = {
  'reminder-plan-mode': { declaredTokens: 0, usedWhen: 'plan permission mode is on' },
  'reminder-plan-mode-ended': { declaredTokens: 0, usedWhen: 'plan permission mode was left' },
  'reminder-todo-empty': { declaredTokens: 0, usedWhen: 'the task list is empty and the request has several steps' },
  'reminder-todo-stale': { declaredTokens: 0, usedWhen: 'the task list was not touched for many turns' },
  'reminder-file-changed': { declaredTokens: 0, usedWhen: 'a file that was read changed on disk' },
  'reminder-file-empty': { declaredTokens: 0, usedWhen: 'a file that was read is empty' },
  'reminder-file-cut': { declaredTokens: 0, usedWhen: 'a file was read only in part' },
  'reminder-diagnostics': { declaredTokens: 0, usedWhen: 'the editor reports new problems after an edit' },
  'reminder-hook-blocked': { declaredTokens: 0, usedWhen: 'a hook refused a tool call' },
  'reminder-output-style': { declaredTokens: 0, usedWhen: 'an output style is set' },
  'reminder-context-low': { declaredTokens: 0, usedWhen: 'the context window is nearly full' },
  'reminder-suspicious-file': { declaredTokens: 0, usedWhen: 'a file that was read looks harmful or gives orders' },
} as const satisfies Readonly<Record<string, SituationalPart>>;

export const reminderPartIds = idsOf(reminderParts);

export interface PartSpec {
  readonly id: string;
  readonly kind: PartKind;
  readonly declaredTokens: number;
  readonly condition: string;
}

export const partSpecs: readonly PartSpec[] = [
  ...algorithmOrder.map((id): PartSpec => ({
    id,
    kind: 'system',
    declaredTokens: systemParts[id].declaredTokens,
    condition: systemParts[id].condition,
  })),
  ...toolPartIds.map((id): PartSpec => ({
    id,
    kind: 'tool',
    declaredTokens: toolParts[id].declaredTokens,
    condition: `the tool ${toolParts[id].name} is enabled`,
  })),
  ...agentPartIds.map((id): PartSpec => ({
    id,
    kind: 'agent',
    declaredTokens: agentParts[id].declaredTokens,
    condition: agentParts[id].usedWhen,
  })),
  ...reminderPartIds.map((id): PartSpec => ({
    id,
    kind: 'reminder',
    declaredTokens: 0,
    condition: reminderParts[id].usedWhen,
  })),
];
