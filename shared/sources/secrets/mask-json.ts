/**
 * Masks text that is JSON, JSON lines or a stream of events, as it is written. A credential can hide behind escapes
 * (`\/`, `\u002d`), in JSON inside a JSON string, or cut into the pieces of a stream: each is looked at as it reads.
 */
import { findSecrets, maskSecrets } from './secrets';

export interface Masked {
  readonly text: string;
  readonly masked: number;
}

/** JSON inside JSON inside …: agents' tool calls have two levels. */
const mostLevels = 6;

const isStream = /(?:^|\n)data:/;

/** Keys whose values are the pieces of one text in a stream of events. */
const streamed =
  /"(text|thinking|content|delta|partial_json|arguments|reasoning_content|reasoning|input)"\s{0,4}:\s{0,4}$/;

/** `change` is applied to every text as it reads, and to the whole. It must keep quotes and backslashes balanced. */
export function maskJson(text: string, change: (text: string) => Masked = maskSecrets): Masked {
  const pieces = isStream.test(text) ? withoutSplit(text) : { text, masked: 0 };
  const inside = insideStrings(pieces.text, change, 1);
  const whole = change(inside.text);
  return { text: whole.text, masked: pieces.masked + inside.masked + whole.masked };
}

interface Literal {
  readonly start: number;
  readonly end: number;
  readonly hasEscape: boolean;
}

/** The string literals of a text. A line end ends one that is not closed, so that the next line is read afresh. */
function* literalsIn(text: string): Generator<Literal> {
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', start)) {
    let at = start + 1;
    let hasEscape = false;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x22 || code === 0x0a) break;
      if (code !== 0x5c) continue;
      hasEscape = true;
      at += 1;
    }
    if (text.charCodeAt(at) === 0x22) yield { start, end: at + 1, hasEscape };
    start = at + 1;
  }
}

function valueOf(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // No JSON string, for example prose between two quotes.
    return undefined;
  }
}

/** Only strings with escapes read otherwise than they are written. */
function insideStrings(text: string, change: (text: string) => Masked, level: number): Masked {
  let result = '';
  let [at, masked] = [0, 0];
  for (const { start, end, hasEscape } of literalsIn(text)) {
    if (!hasEscape) continue;
    const value = valueOf(text.slice(start, end));
    if (value === undefined) continue;
    const below = level < mostLevels ? insideStrings(value, change, level + 1) : { text: value, masked: 0 };
    const changed = change(below.text);
    if (changed.text === value) continue;
    result += text.slice(at, start) + JSON.stringify(changed.text);
    at = end;
    masked += below.masked + changed.masked;
  }
  return { text: result + text.slice(at), masked };
}

interface Piece extends Literal {
  readonly value: string;
}

/** A secret that begins in one event and ends in a later one. */
function withoutSplit(text: string): Masked {
  const byKey = new Map<string, Piece[]>();
  for (const literal of literalsIn(text)) {
    const key = streamed.exec(text.slice(Math.max(0, literal.start - 40), literal.start))?.[1];
    if (key === undefined) continue;
    const value = valueOf(text.slice(literal.start, literal.end));
    if (value === undefined || value === '') continue;
    const pieces = byKey.get(key) ?? [];
    pieces.push({ ...literal, value });
    byKey.set(key, pieces);
  }
  const hidden = new Map<Piece, string>();
  let masked = 0;
  for (const pieces of byKey.values()) if (pieces.length > 1) masked += hideSplit(pieces, hidden);
  let result = '';
  let at = 0;
  for (const [{ start, end }, value] of [...hidden].toSorted(([a], [b]) => a.start - b.start)) {
    result += text.slice(at, start) + JSON.stringify(value);
    at = end;
  }
  return { text: result + text.slice(at), masked };
}

/** Fills `hidden` with what takes the place of the pieces. Returns how many secrets are in more than one piece. */
function hideSplit(pieces: readonly Piece[], hidden: Map<Piece, string>): number {
  let count = 0;
  let [index, offset] = [0, 0];
  for (const { start, end } of findSecrets(pieces.map(({ value }) => value).join(''))) {
    while (offset + (pieces[index]?.value.length ?? Infinity) <= start) {
      offset += pieces[index]?.value.length ?? 0;
      index += 1;
    }
    if (end <= offset + (pieces[index]?.value.length ?? 0)) continue;
    count += 1;
    for (let [at, from] = [index, offset]; at < pieces.length && from < end; at += 1) {
      const piece = pieces[at];
      if (piece === undefined) break;
      const now = hidden.get(piece) ?? piece.value;
      const [first, last] = [Math.max(0, start - from), Math.min(now.length, end - from)];
      hidden.set(piece, now.slice(0, first) + '•'.repeat(last - first) + now.slice(last));
      from += piece.value.length;
    }
  }
  return count;
}
