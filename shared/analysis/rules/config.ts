import { configChild, type ConfigNode } from '../../sources/config/config-node';
import { finding, type Finding, type Severity } from '../../sources/findings';
import type { SourceId } from '../../document/types';
import { rules } from './index';
import type { Severities } from './types';

export interface LintConfig {
  readonly severities: Severities;
  /** Token limit of the whole request. */
  readonly budget: number | undefined;
  readonly findings: readonly Finding[];
}

const levels: Readonly<Record<string, Severity | 'off'>> = {
  off: 'off',
  info: 'info',
  warning: 'warning',
  error: 'error',
};

/**
 * `"lint": { "rule-id": "off" | "info" | "warning" | "error" }` and `"budget": tokens` in `strata.json`. An invalid
 * value is a warning at its line.
 */
export function readLintConfig(source: SourceId, root: ConfigNode | undefined): LintConfig {
  const findings: Finding[] = [];
  const complain = (node: { readonly span: ConfigNode['span'] }, message: string, note?: string): void => {
    findings.push(
      finding('warning', 'manifest', message, { source, span: node.span }, note === undefined ? {} : { note }),
    );
  };
  const severities: Record<string, Severity | 'off'> = {};
  const lint = configChild(root, 'lint');
  if (lint !== undefined && lint.kind !== 'object') complain(lint, 'lint should be an object from rule to severity');
  for (const { key, keySpan, value } of lint?.kind === 'object' ? lint.entries : []) {
    const level = value.kind === 'string' && Object.hasOwn(levels, value.value) ? levels[value.value] : undefined;
    if (!rules.some(({ id }) => id === key))
      complain({ span: keySpan }, `There is no lint rule "${key}"`, `Rules: ${rules.map(({ id }) => id).join(', ')}.`);
    else if (level === undefined) complain(value, `lint.${key} should be off, info, warning or error`);
    else severities[key] = level;
  }
  const budget = configChild(root, 'budget');
  const tokens =
    budget?.kind === 'scalar' && typeof budget.value === 'number' && budget.value > 0 ? budget.value : undefined;
  if (budget !== undefined && tokens === undefined) complain(budget, 'budget should be a number of tokens');
  return { severities, budget: tokens, findings };
}
