import { memoByIdentity } from '../basics/memo';
import { extentOf, type Parent } from './extent';
import type { PromptNode } from './types';

/** Length of a text in UTF-8 bytes. A lone surrogate counts as U+FFFD, three bytes. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Each half of a surrogate pair counts as two bytes.
    length += code < 0x800 || (isSurrogate(code) && isPair(text, at)) ? 1 : 2;
  }
  return length;
}

function isPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0xdc00 ? isLow(text.charCodeAt(at + 1)) : isHigh(text.charCodeAt(at - 1));
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** The byte length of a text and its first and last code units: a surrogate pair may be split between two leaves. */
interface Bytes {
  readonly length: number;
  readonly first: number;
  readonly last: number;
}

const none: Bytes = { length: 0, first: Number.NaN, last: Number.NaN };

function bytesOfText(text: string): Bytes {
  return text === ''
    ? none
    : { length: utf8Length(text), first: text.charCodeAt(0), last: text.charCodeAt(text.length - 1) };
}

function joined(before: Bytes, after: Bytes): Bytes {
  if (before === none) return after;
  if (after === none) return before;
  // Each half was counted as three bytes; the pair takes four.
  const paired = isHigh(before.last) && isLow(after.first) ? 2 : 0;
  return { length: before.length + after.length - paired, first: before.first, last: after.last };
}

/** Memoized for messages and sections only. Leaves are many and short, and are mostly replaced together. */
const bytesOfParent = memoByIdentity(({ children }: Parent): Bytes =>
  children.reduce((sum, child) => joined(sum, bytesOf(child)), none),
);

function bytesOf(node: PromptNode): Bytes {
  if (node.type === 'text') return bytesOfText(node.value);
  return node.type === 'section' ? bytesOfParent(node) : none;
}

/** Returns the UTF-8 byte length of a node's text. */
export function utf8LengthOf(node: Parent): number {
  return bytesOfParent(node).length;
}

/** Returns the UTF-8 byte length of the first `offset` characters of a node's text. */
export function utf8Before(node: Parent, offset: number): number {
  return bytesBefore(node, offset).length;
}

function bytesBefore(node: Parent, offset: number): Bytes {
  const { starts, length } = extentOf(node);
  if (offset >= length) return bytesOfParent(node);
  let sum = none;
  for (let index = 0; index < node.children.length; index += 1) {
    const child = node.children[index];
    const start = starts[index] ?? 0;
    if (child === undefined || start >= offset) break;
    const isWhole = (starts[index + 1] ?? length) <= offset;
    if (isWhole) sum = joined(sum, bytesOf(child));
    else if (child.type === 'text') sum = joined(sum, bytesOfText(child.value.slice(0, offset - start)));
    else if (child.type === 'section') sum = joined(sum, bytesBefore(child, offset - start));
  }
  return sum;
}
