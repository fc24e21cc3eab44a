/**
 * Hand-written scanners for the pre-tokenizers of OpenAI's encodings, as published with tiktoken. They give the same
 * pieces as the patterns in one pass; a regular expression backtracks over a long run and can overflow its stack. The
 * patterns:
 *
 * o200k   lead? upper* lower+ ending? | lead? upper+ lower* ending? | N{1,3} | ' '? punctuation+ [\r\n/]* | spaces
 * cl100k  ending | lead? L+ | N{1,3} | ' '? punctuation+ [\r\n]* | spaces
 * spaces  \s*[\r\n]+ | \s+(?!\S) | \s+
 *
 * where lead is [^\r\n L N], upper [Lu Lt Lm Lo M], lower [Ll Lm Lo M], punctuation [^\s L N], and an ending is 's, 't,
 * 'm, 'd, 're, 've or 'll in either case (and ſ, which folds to s).
 */
import {
  blank,
  classOf,
  digit,
  letter,
  lineEnd,
  lower,
  mark,
  other,
  runEnd,
  space,
  uncased,
  upper,
} from './char-classes';
import type { EncodingId } from '../types';

/** Returns the end of the piece that starts at `at`, which must be inside the text. */
export type PieceEnd = (text: string, at: number) => number;

export const pieceEnds: Readonly<Record<EncodingId, PieceEnd>> = { o200k_base: endO200k, cl100k_base: endCl100k };

const leads = blank | mark | other;
const uppers = upper | uncased | mark;
const lowers = lower | uncased | mark;
const punctuation = mark | other;
const [spaceCode, apostrophe, slash, cr, lf] = [0x20, 0x27, 0x2f, 0x0d, 0x0a];

function endO200k(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  const kind = classOf(code);
  if ((kind & letter) !== 0) {
    const end = casedEnd(text, at);
    return afterEnding(text, end === -1 ? runEnd(text, at, uppers) : end);
  }
  if (kind === digit) return numberEnd(text, at);
  if ((kind & leads) !== 0) {
    const next = at + (code > 0xffff ? 2 : 1);
    let end = casedEnd(text, next);
    if (end === -1 && kind === mark) end = casedEnd(text, at);
    if (end === -1) {
      const capitals = runEnd(text, next, uppers);
      if (capitals > next) end = capitals;
    }
    if (end !== -1) return afterEnding(text, end);
    const marks = punctuationEnd(text, code === spaceCode ? next : at);
    if (marks !== -1) return lineEndsAndSlashes(text, marks);
  }
  return spacesEnd(text, at);
}

function endCl100k(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  const kind = classOf(code);
  if (code === apostrophe) {
    const end = afterEnding(text, at);
    if (end > at) return end;
  }
  if ((kind & letter) !== 0) return runEnd(text, at, letter);
  if (kind === digit) return numberEnd(text, at);
  if ((kind & leads) !== 0) {
    const next = at + (code > 0xffff ? 2 : 1);
    const word = runEnd(text, next, letter);
    if (word > next) return word;
    const marks = punctuationEnd(text, code === spaceCode ? next : at);
    if (marks !== -1) return runEnd(text, marks, lineEnd);
  }
  return spacesEnd(text, at);
}

/** upper* lower+, or -1. Without a lower-case letter, the piece ends after the last uncased letter or mark. */
function casedEnd(text: string, at: number): number {
  let end = at;
  let lastBoth = -1;
  while (end < text.length) {
    const point = text.codePointAt(end) ?? 0;
    const kind = classOf(point);
    if (kind === lower) return runEnd(text, end, lowers);
    if ((kind & uppers) === 0) break;
    end += point > 0xffff ? 2 : 1;
    if (kind !== upper) lastBoth = end;
  }
  return lastBoth;
}

function numberEnd(text: string, at: number): number {
  let end = at;
  for (let count = 0; count < 3 && end < text.length; count += 1) {
    const point = text.codePointAt(end) ?? 0;
    if (classOf(point) !== digit) break;
    end += point > 0xffff ? 2 : 1;
  }
  return end;
}

function punctuationEnd(text: string, at: number): number {
  const end = runEnd(text, at, punctuation);
  return end > at ? end : -1;
}

function lineEndsAndSlashes(text: string, at: number): number {
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code !== cr && code !== lf && code !== slash) return end;
    end += 1;
  }
}

/** Ends after the last line end of the run; without one, before the last space if a word follows. */
function spacesEnd(text: string, at: number): number {
  let end = at;
  let lastLineEnd = -1;
  for (; end < text.length; end += 1) {
    const kind = classOf(text.charCodeAt(end));
    if ((kind & space) === 0) break;
    if (kind === lineEnd) lastLineEnd = end;
  }
  if (lastLineEnd !== -1) return lastLineEnd + 1;
  return end === text.length || end - at === 1 ? end : end - 1;
}

/** `code | 0x20` is the lower-case form of a letter and maps nothing else to it. */
function afterEnding(text: string, at: number): number {
  if (text.charCodeAt(at) !== apostrophe) return at;
  const first = text.charCodeAt(at + 1);
  const second = text.charCodeAt(at + 2) | 0x20;
  switch (first === 0x17f ? 0x73 : first | 0x20) {
    case 0x73: // s
    case 0x74: // t
    case 0x6d: // m
    case 0x64: // d
      return at + 2;
    case 0x72: // r
    case 0x76: // v
      return second === 0x65 ? at + 3 : at;
    case 0x6c: // l
      return second === 0x6c ? at + 3 : at;
    default:
      return at;
  }
}
