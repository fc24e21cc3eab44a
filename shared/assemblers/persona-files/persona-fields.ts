import { finding, type Finding } from '../../sources/findings';
import { fileRope, type Rope } from '../../sources/text/rope';
import type { SourceFile } from '../../sources/types';
import { contentEnd, contentStart, isBlankText, trimmed } from '../../sources/text/white-space';

export interface PersonaFields {
  /** Undefined if the file has no closed front matter. */
  readonly fields: ReadonlyMap<string, Rope> | undefined;
  /** The text after the front matter, or the whole file without one. Never part of a prompt. */
  readonly body: Rope;
  readonly findings: readonly Finding[];
}

/**
 * Reads IDENTITY.md and USER.md (persona-files, Input) line by line, not as YAML. `---` opens at the start of the
 * left-trimmed file. The first later line that starts with `---` closes, but not the line directly below. Blank lines
 * and `#` lines are skipped. A line splits at its first `:`; both sides are trimmed; one pair of matching quotes is
 * removed; empty values are ignored.
 */
export function readPersonaFields(source: SourceFile, keys: readonly string[]): PersonaFields {
  const { text } = source;
  const indent = contentStart(text);
  const opener = /^---\r?\n/.exec(text.slice(indent, indent + 5));
  const start = indent + (opener?.[0].length ?? 0);
  const end = opener === null ? -1 : text.indexOf('\n---', start);
  if (end === -1) {
    const problem = opener === null ? 'has no front matter' : 'has front matter that never closes';
    const at = { source: source.id, span: { start: 0, end: Math.min(3, text.length) } };
    const note = { note: 'Put the fields between two lines of ---.' };
    const blank = isBlankText(text);
    return {
      fields: undefined,
      body: blank ? [] : fileRope(source),
      findings: blank
        ? []
        : [finding('warning', 'persona-front-matter', `${source.id} ${problem}, so none of it is used`, at, note)],
    };
  }
  const fields = new Map<string, Rope>();
  const findings: Finding[] = [];
  for (let from = start; from <= end;) {
    const stop = text.indexOf('\n', from);
    const to = stop === -1 || stop > end ? end : stop;
    readLine(source, from, to, keys, fields, findings);
    from = to + 1;
  }
  const behind = text.indexOf('\n', end + 1);
  return { fields, body: behind === -1 ? [] : fileRope(source, behind + 1), findings };
}

function readLine(
  source: SourceFile,
  from: number,
  to: number,
  keys: readonly string[],
  fields: Map<string, Rope>,
  findings: Finding[],
): void {
  const line = source.text.slice(from, to);
  const content = trimmed(line);
  if (content === '' || content.startsWith('#')) return;
  const indent = contentStart(line);
  const place = { source: source.id, span: { start: from + indent, end: from + indent + content.length } };
  const colon = line.indexOf(':');
  if (colon === -1) {
    findings.push(finding('warning', 'persona-line', 'This line is not "key: value" and is ignored', place));
    return;
  }
  const key = trimmed(line.slice(0, colon));
  if (!keys.includes(key)) {
    findings.push(
      finding('info', 'persona-unknown-key', `Unknown key "${key}" is ignored`, place, {
        note: `Known keys: ${keys.join(', ')}.`,
      }),
    );
    return;
  }
  const raw = line.slice(colon + 1);
  const value = unquoted(raw, contentStart(raw), contentEnd(raw));
  if (value.end <= value.start) return;
  if (fields.has(key))
    findings.push(finding('warning', 'persona-duplicate-key', `${key} is set twice; the last one is used`, place));
  const base = from + colon + 1;
  fields.set(key, fileRope(source, base + value.start, base + value.end, [key]));
}

function unquoted(raw: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const quote = raw.charAt(start);
  const isPair = end - start >= 2 && (quote === '"' || quote === "'") && raw.charAt(end - 1) === quote;
  return isPair ? { start: start + 1, end: end - 1 } : { start, end };
}
