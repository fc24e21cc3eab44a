import { finding, type Finding } from '../../sources/findings';
import type { Settings } from '../types';

/** part-catalog, rule 7: a text replaces everything; a preset may have text to append. */
export interface SystemPromptOption {
  readonly custom: string;
  readonly append: string;
  readonly findings: readonly Finding[];
}

const knownKeys = ['type', 'preset', 'append', 'custom'];

export function readSystemPromptOption(settings: Settings): SystemPromptOption {
  const value = settings['systemPrompt'];
  if (typeof value === 'string') return { custom: value, append: '', findings: [] };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { custom: '', append: '', findings: [] };
  const findings: Finding[] = [];
  const entries = new Map(Object.entries(value));
  const textOf = (key: string): string => {
    const entry = entries.get(key);
    if (typeof entry === 'string') return entry;
    if (entry !== undefined && entry !== null)
      findings.push(finding('warning', 'system-prompt-option', `systemPrompt.${key} should be text and is ignored`));
    return '';
  };
  for (const key of entries.keys()) {
    if (!knownKeys.includes(key))
      findings.push(finding('info', 'system-prompt-option', `systemPrompt has the unknown key "${key}"`));
  }
  const preset = textOf('preset');
  if (preset !== '' && preset !== 'claude_code') {
    findings.push(
      finding(
        'warning',
        'unknown-preset',
        `There is no preset "${preset}"; the prompt is assembled as for claude_code`,
        undefined,
        { note: 'The only preset is claude_code.' },
      ),
    );
  }
  const [custom, append] = [textOf('custom'), textOf('append')];
  if (custom !== '' && append !== '') {
    findings.push(
      finding(
        'warning',
        'append-ignored',
        'A custom system prompt replaces everything, so the text to append is ignored',
        undefined,
        {
          note: 'Put the text into the custom prompt, or use the preset instead.',
        },
      ),
    );
  }
  return { custom, append, findings };
}
