import { joinPath } from '../../../sources/paths';
import type { Facts } from '../../../sources/types';
import { agentHome } from '../common/agent-home';
import { upwards } from '../common/files';

/** `CLAUDE_CONFIG_DIR`, or `~/.claude`. */
export function claudeHome(facts: Facts): string {
  return agentHome(facts, 'CLAUDE_CONFIG_DIR') ?? joinPath(facts.home, '.claude');
}

const managed: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/ClaudeCode/CLAUDE.md',
  win32: 'C:/Program Files/ClaudeCode/CLAUDE.md',
};

export function managedPath({ platform }: Facts): string {
  return managed[platform] ?? '/etc/claude-code/CLAUDE.md';
}

export function foldersOf({ workspace }: Facts): readonly string[] {
  return upwards(workspace).toReversed();
}

export const nestedNames = ['CLAUDE.md'];
export const unread = ['AGENTS.md'];
export const folderNames = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md', ...unread];
