import type { Architecture } from '../types';
import { codex } from './codex';
import { claudeCode } from './claude-code';
import { agentArchitecture } from './common/architecture';
import { geminiCli } from './gemini-cli';
import { opencode } from './opencode';
import { pi } from './pi';
import type { AgentRules } from './types';

/** Every agent whose rules Strata knows. */
export const agentRules: readonly AgentRules[] = [codex, geminiCli, opencode, pi, claudeCode];

export const agentArchitectures: readonly Architecture[] = agentRules.map(agentArchitecture);
