import { append } from '../../../sources/text/append';
import { codePoints, offsetOfCodePoint } from '../../../sources/text/code-points';
import { layoutFrame, text } from '../../../document/builders';
import { localDate, localTime, utcMinute } from '../../../sources/clock';
import { configChild } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import { expandPath, resolveWritten } from '../../../sources/paths';
import { changedRope, ropePlace, ropeText, sliceRope, trimRope, type Rope } from '../../../sources/text/rope';
import type { Facts } from '../../../sources/types';
import { trimmed } from '../../../sources/text/white-space';
import type { Format, Limit, Modifiers } from '../layout/layout';
import { fillText, type Scope } from './scope';
import { valueText, type Cut, type Entry, type Value } from './values';

/**
 * Applies a source's modifiers in the order of `Modifiers`. `textOnly` and `trim` of files were applied when reading.
 */
export function modify(value: Value, modifiers: Modifiers, scope: Scope, findings: Finding[]): Value {
  let { entries } = value;
  if (modifiers.list === true) entries = entries.filter(({ isItem }) => isItem === true);
  if (modifiers.trim === true)
    entries = entries.map((entry) => ({ ...entry, text: trimRope(entry.text), trimmed: true }));
  const { require: fields } = modifiers;
  if (fields !== undefined) entries = entries.filter((entry) => fields.every((field) => hasText(entry, field)));
  if (modifiers.skipEmpty === true) entries = entries.filter((entry) => ropeText(entry.text) !== '');
  const { format } = modifiers;
  if (format !== undefined)
    entries = entries.map((entry) => ({ ...entry, text: formatted(entry.text, format, scope.facts) }));
  if (modifiers.except !== undefined) {
    const other = valueText(scope.resolve(modifiers.except));
    entries = entries.filter((entry) => ropeText(entry.text) !== other);
  }
  const { substitute, limit } = modifiers;
  if (substitute !== undefined)
    entries = entries.map((entry) => ({ ...entry, text: substituted(entry.text, substitute, scope, findings) }));
  if (limit !== undefined) entries = entries.map((entry) => limited(entry, limit));
  return { ...value, entries, separator: modifiers.separator ?? value.separator };
}

function hasText(entry: Entry, field: string): boolean {
  const node = field.split('.').reduce<ReturnType<typeof configChild>>(configChild, entry.data);
  return node?.kind === 'string' && (entry.trimmed === true ? trimmed(node.value) : node.value) !== '';
}

function formatted(rope: Rope, format: Format, facts: Facts): Rope {
  const whole = ropeText(rope);
  const printers = {
    path: () => expandPath(whole, facts.workspace, facts.home),
    'expanded-path': () => resolveWritten(whole, facts.workspace, facts.home),
    'local-time': () => localTime(whole, facts.timeZone),
    'local-date': () => localDate(whole, facts.timeZone),
    'utc-minute': () => utcMinute(whole),
  } as const satisfies Record<Format, () => string>;
  const value = printers[format]();
  return whole === '' || value === whole ? rope : replaced(rope, value);
}

/** Replaces the whole rope by another text and keeps its origin. */
function replaced(rope: Rope, value: string): Rope {
  const [first, last] = [rope[0]?.origin, rope.at(-1)?.origin];
  if (first === undefined) return [];
  if (first.kind === 'file' && last?.kind === 'file' && last.source === first.source)
    return changedRope(first.source, first.span.start, last.span.end, value, 'replaced', first.path);
  return [text(value, first.kind === 'file' ? { kind: 'derived', by: 'format', from: [first.source] } : first)];
}

/** The grammar allows no white space inside the braces. Such a text is kept and gets a warning. */
const variable = /\{\{(\s*[A-Za-z_][\w.-]{0,60}\s*)\}\}/g;

function substituted(rope: Rope, values: Readonly<Record<string, string>>, scope: Scope, findings: Finding[]): Rope {
  const templates = new Map(Object.entries(values));
  const parts: Rope[number][] = [];
  let at = 0;
  for (const match of ropeText(rope).matchAll(variable)) {
    const template = templates.get(match[1] ?? '');
    const place = ropePlace(rope, match.index, match[0].length);
    if (template === undefined) {
      const note =
        templates.size === 0
          ? {}
          : { note: `Known names: ${[...templates.keys()].map((name) => `{{${name}}}`).join(', ')}.` };
      findings.push(
        finding('warning', 'unresolved-variable', `Nothing replaces ${match[0]}: it is sent as it is`, place, note),
      );
      continue;
    }
    const value = fillText(template, scope) ?? '';
    const leaf =
      place === undefined
        ? [layoutFrame(value)]
        : changedRope(place.source, place.span.start, place.span.end, value, 'interpolated');
    append(parts, sliceRope(rope, at, match.index), value === '' ? [] : leaf);
    at = match.index + match[0].length;
  }
  return [...parts, ...sliceRope(rope, at)];
}

/** Cuts a text at the limit, or at the last line end before it. */
function limited(entry: Entry, { characters, at: cutAt = 'character', marker = '' }: Limit): Entry {
  const whole = ropeText(entry.text);
  if (whole.length <= characters) return entry;
  const total = codePoints(whole);
  if (total <= characters) return entry;
  const most = offsetOfCodePoint(whole, characters);
  const newline = cutAt === 'line' ? whole.lastIndexOf('\n', most - 1) : -1;
  const lineEnd = newline > 0 && whole[newline - 1] === '\r' ? newline - 1 : newline;
  const at = lineEnd > 0 ? lineEnd : most;
  const shown = codePoints(whole.slice(0, at));
  const cut: Cut = { rest: sliceRope(entry.text, at), limit: characters, total, shown };
  const words = marker.replaceAll('{{total}}', String(total)).replaceAll('{{shown}}', String(shown));
  const from = entry.file === undefined ? [] : [entry.file.id];
  return {
    ...entry,
    cut,
    text: [
      ...sliceRope(entry.text, 0, at),
      ...(words === '' ? [] : [text(words, { kind: 'derived', by: 'truncation', from })]),
    ],
  };
}
