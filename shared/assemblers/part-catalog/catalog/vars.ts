import { setting } from '../../../document/builders';
import { finding, type Finding } from '../../../sources/findings';
import type { Settings } from '../../types';
import { nothing, textValue, type Value } from './interpolate';

/** The design's `PromptVars`. All but the first default to empty text, as in Go. */
export const promptVars = [
  'OUTPUT_STYLE_CONFIG',
  'SECURITY_POLICY',
  'ISSUES_EXPLAINER',
  'PACKAGE_URL',
  'README_URL',
  'VERSION',
  'FEEDBACK_CHANNEL',
  'BUILD_TIME',
] as const;

export interface Vars {
  readonly values: ReadonlyMap<string, Value>;
  readonly findings: readonly Finding[];
}

/** `PackageURL` → `PACKAGE_URL`; a name in capitals does not change. */
export function variableName(field: string): string {
  if (/^[A-Z0-9_]+$/.test(field)) return field;
  return field
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .toUpperCase();
}

export function readVars(settings: Settings): Vars {
  const vars = settings['vars'];
  const values = new Map<string, Value>();
  const findings: Finding[] = [];
  if (typeof vars !== 'object' || vars === null || Array.isArray(vars)) return { values, findings };
  for (const [field, value] of Object.entries(vars)) {
    const name = variableName(field);
    if (typeof value === 'string') values.set(name, textValue([setting('vars', value)]));
    else if (value === null) values.set(name, nothing);
    else if (typeof value === 'number' || typeof value === 'boolean') values.set(name, { kind: 'plain', value });
    else findings.push(finding('warning', 'vars', `vars.${field} should be text and is ignored`));
  }
  return { values, findings };
}
