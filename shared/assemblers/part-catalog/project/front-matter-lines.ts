import type { ConfigEntry, ConfigNode } from '../../../sources/config/config-node';
import type { Finding } from '../../../sources/findings';
import { findFrontMatter, parseFrontMatter, type FrontMatter } from '../../../sources/config/front-matter';
import { fileRope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';

/**
 * Reads the front matter of a project's own files. People write `description: Use it when: …` without quotes. That is
 * invalid YAML, but the agents that read it accept it. So if the YAML is broken and every line is a `key: value`, the
 * lines are read one by one.
 */
export function projectFrontMatter(file: SourceFile, ruleId?: string): FrontMatter {
  const parsed = parseFrontMatter(file, ruleId);
  const broken = parsed.findings.find(({ severity }) => severity === 'error');
  const data = broken === undefined ? undefined : readLines(file);
  if (broken === undefined || data === undefined) return parsed;
  const warning: Finding = {
    ...broken,
    severity: 'warning',
    message: `${broken.message}; it is read line by line`,
    note: 'Put the value into quotes.',
  };
  return { data, body: parsed.body, findings: [warning] };
}

const keyLine = /^([A-Za-z_][\w-]*):(?=[ \t\r]|$)(.*)$/s;

/** Undefined if a line is not `key: value`, or if its value starts a syntax that one line cannot hold. */
function readLines(file: SourceFile): ConfigNode | undefined {
  const found = findFrontMatter(file.text);
  if (found === undefined) return undefined;
  const entries: ConfigEntry[] = [];
  let at = found.yamlStart;
  for (const line of file.text.slice(found.yamlStart, found.yamlEnd).split('\n')) {
    const start = at;
    at += line.length + 1;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, key, rest = ''] = keyLine.exec(line) ?? [];
    const raw = rest.trim();
    if (key === undefined) return undefined;
    const from = raw === '' ? start + key.length + 1 : start + line.indexOf(raw, key.length + 1);
    const value = readValue(file, key, from, raw);
    if (value === undefined) return undefined;
    entries.push({ key, keySpan: { start, end: start + key.length }, value });
  }
  return { kind: 'object', span: { start: found.yamlStart, end: found.yamlEnd }, entries };
}

/** Removes matching quotes. A bracketed value is a list, except for argument hints. A block value needs real YAML. */
function readValue(file: SourceFile, key: string, from: number, raw: string): ConfigNode | undefined {
  const span = { start: from, end: from + raw.length };
  if (key !== 'argument-hint') {
    if (/^\[[^[\]{}"']*\]$/.test(raw))
      return {
        kind: 'array',
        span,
        items: [...raw.matchAll(/[^,[\]\s][^,[\]]*/g)].map((match) =>
          textNode(file, key, from + match.index, match[0].trimEnd()),
        ),
      };
    if (/^[[\]{}&*!|>%@`]/.test(raw)) return undefined;
  }
  const quote = raw.startsWith('"') || raw.startsWith("'") ? raw.charAt(0) : undefined;
  if (quote === undefined) return textNode(file, key, from, raw);
  if (raw.length < 2 || raw.indexOf(quote, 1) !== raw.length - 1) return undefined;
  return { ...textNode(file, key, from + 1, raw.slice(1, -1)), span };
}

function textNode(
  file: SourceFile,
  key: string,
  start: number,
  value: string,
): ConfigNode & { readonly kind: 'string' } {
  const end = start + value.length;
  return { kind: 'string', span: { start, end }, value, rope: fileRope(file, start, end, [key]) };
}
