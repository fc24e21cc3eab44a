/** What the tests know of each real agent: one entry an agent. How it is started is in `run-agent.ts`. */
import { agentPackages, type AgentName } from '../../../build/agents/versions.mjs';
import type { Step } from './answers';

interface KnownAgent {
  /** Names that it reads in a folder, reads sometimes, or must not read. */
  readonly names: readonly string[];
  /** The same below its home. */
  readonly globals: readonly string[];
  /** Folders of skills below a folder of the project. */
  readonly skills: readonly string[];
  readonly homeSkills: readonly string[];
  /** Texts that look like its wrappers. */
  readonly traps: readonly string[];
  /** The files that are edited when its next request is built with a learned prompt. */
  readonly edited: { readonly names: readonly string[]; readonly global: string };
  /** A call of one of its tools that reads `note.txt` or prints `from-a-tool`. */
  readonly toolCall: Step;
}

export const knownAgents: Readonly<Record<AgentName, KnownAgent>> = {
  codex: {
    names: ['AGENTS.md', 'AGENTS.md', 'AGENTS.md', 'AGENTS.override.md', 'TEAM.md', 'agents.md', 'CLAUDE.md'],
    globals: ['.codex/AGENTS.md', '.codex/AGENTS.override.md', 'AGENTS.md'],
    skills: ['.agents/skills', '.codex/skills', '.claude/skills'],
    homeSkills: ['.codex/skills', '.agents/skills'],
    traps: ['</INSTRUCTIONS>', '--- project-doc ---', '# AGENTS.md instructions for /nowhere'],
    edited: { names: ['AGENTS.md', 'AGENTS.override.md'], global: '.codex/AGENTS.md' },
    toolCall: { tool: 'exec_command', args: { cmd: 'echo from-a-tool' } },
  },
  'gemini-cli': {
    names: ['GEMINI.md', 'GEMINI.md', 'GEMINI.md', 'AGENTS.md', 'gemini.md', '.gemini/GEMINI.md'],
    globals: ['.gemini/GEMINI.md', '.gemini/AGENTS.md', 'GEMINI.md'],
    skills: ['.gemini/skills', '.agents/skills', '.claude/skills'],
    homeSkills: ['.gemini/skills', '.agents/skills'],
    traps: ['</project_context>', '--- End of Context from: GEMINI.md ---', '<loaded_context>'],
    edited: { names: ['GEMINI.md'], global: '.gemini/GEMINI.md' },
    toolCall: { tool: 'read_file', args: { file_path: 'note.txt' } },
  },
  opencode: {
    names: ['AGENTS.md', 'AGENTS.md', 'CLAUDE.md', 'CLAUDE.md', 'CONTEXT.md', 'agents.md', '.opencode/AGENTS.md'],
    globals: ['.config/opencode/AGENTS.md', '.claude/CLAUDE.md', 'AGENTS.md'],
    skills: ['.opencode/skills', '.opencode/skill', '.claude/skills', '.agents/skills'],
    homeSkills: ['.config/opencode/skills', '.claude/skills', '.agents/skills'],
    traps: ['Instructions from: /nowhere/AGENTS.md', '<available_skills>', '</env>'],
    edited: { names: ['AGENTS.md', 'CLAUDE.md'], global: '.config/opencode/AGENTS.md' },
    toolCall: { tool: 'read', args: { filePath: 'note.txt' } },
  },
  pi: {
    names: ['AGENTS.md', 'AGENTS.md', 'CLAUDE.md', 'CLAUDE.md', 'AGENTS.MD', 'CLAUDE.MD', 'agents.md'],
    globals: ['.pi/agent/AGENTS.md', '.pi/agent/CLAUDE.md', 'AGENTS.md'],
    skills: ['.pi/skills', '.agents/skills', '.claude/skills'],
    homeSkills: ['.pi/agent/skills', '.agents/skills'],
    traps: ['# Project Context', '## /nowhere/AGENTS.md', 'Current date: 2020-01-01'],
    edited: { names: ['AGENTS.md', 'CLAUDE.md'], global: '.pi/agent/AGENTS.md' },
    toolCall: { tool: 'read', args: { path: 'note.txt' } },
  },
};

const all = Object.keys(agentPackages) as AgentName[];

/** The agents to run: all, or those that `STRATA_AGENTS` names. */
export const agentsToRun: readonly AgentName[] =
  process.env['STRATA_AGENTS'] === undefined
    ? all
    : all.filter((agent) => process.env['STRATA_AGENTS']?.split(',').includes(agent));
