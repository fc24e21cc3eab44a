/** Front-matter fields of AGENT.md and SKILL.md, each with its position and a message for wrong values. */
import { configChild, type ConfigNode } from '../../sources/config/config-node';
import { finding, placeOf, type Finding, type Severity } from '../../sources/findings';
import { findFrontMatter, parseFrontMatter, type FrontMatter } from '../../sources/config/front-matter';
import type { Rope } from '../../sources/text/rope';
import type { Place, SourceFile } from '../../sources/types';

export interface Definition extends FrontMatter {
  readonly source: SourceFile;
  /** The YAML has a syntax error, so missing fields are mostly a consequence. */
  readonly broken: boolean;
}

/**
 * `severity` is used when the loader refuses the definition: it differs for the selected agent and for one of many
 * skills.
 */
export function readDefinition(source: SourceFile, ruleId: string, severity: Severity): Definition {
  const parsed = parseFrontMatter(source, ruleId, 'pyyaml');
  const broken = parsed.findings.some((each) => each.severity === 'error');
  const findings = parsed.findings.map((each) => (each.severity === 'error' ? { ...each, severity } : each));
  return { ...parsed, findings, source, broken };
}

/** Says why a required field is missing. */
export function missingField({ source, data }: Definition, key: string): string {
  const node = configChild(data, key);
  if (isSet(node) && node.kind !== 'string') return `its ${key} is not text`;
  if (data !== undefined) return `the front matter has no ${key}`;
  if (findFrontMatter(source.text, 'pyyaml') !== undefined)
    return `the front matter is not a list of keys, so there is no ${key}`;
  return /^---\r?\n/.test(source.text)
    ? `the front matter is never closed, so there is no ${key}`
    : `there is no front matter, so there is no ${key}`;
}

export function fieldPlace({ source, data }: Definition, key: string): Place {
  const node = configChild(data, key) ?? data;
  return node === undefined ? placeOf(source.id) : { source: source.id, span: node.span };
}

export function wrongField(
  definition: Definition,
  key: string,
  expected: string,
  ruleId: string,
  severity: Severity,
  note?: string,
): Finding {
  return finding(
    severity,
    ruleId,
    `${key} should be ${expected}`,
    fieldPlace(definition, key),
    note === undefined ? {} : { note },
  );
}

/** The text as YAML reads it, white space included; undefined if the field is not a text. */
export function textField(node: ConfigNode | undefined): Rope | undefined {
  return node?.kind === 'string' ? node.rope : undefined;
}

export function isSet(node: ConfigNode | undefined): node is ConfigNode {
  return node !== undefined && !(node.kind === 'scalar' && node.value === null);
}

/** Reports each unknown key as an info at its position. */
export function unknownKeys({ source, data }: Definition, keys: readonly string[], ruleId: string): readonly Finding[] {
  if (data?.kind !== 'object') return [];
  return data.entries
    .filter((entry) => !keys.includes(entry.key))
    .map((entry) => finding('info', ruleId, `Unknown key "${entry.key}"`, { source: source.id, span: entry.keySpan }));
}
