/** The agents that Strata knows: their names for people, and their programs. */
export const agentNames = {
  'claude-code': { id: 'claude-code', title: 'Claude Code', program: 'claude' },
  codex: { id: 'codex', title: 'Codex', program: 'codex' },
  'gemini-cli': { id: 'gemini-cli', title: 'Gemini CLI', program: 'gemini' },
  opencode: { id: 'opencode', title: 'opencode', program: 'opencode' },
  pi: { id: 'pi', title: 'pi', program: 'pi' },
} as const;

export type AgentId = keyof typeof agentNames;
export const agentIds: readonly AgentId[] = Object.values(agentNames).map(({ id }) => id);

export interface AgentName {
  readonly id: AgentId;
  readonly title: string;
  readonly program: string;
}
