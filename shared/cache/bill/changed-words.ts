import type { Divergence } from '../../analysis/compare/divergence';
import { sharedTextStart } from '../../basics/shared-ends';
import { layoutMessage } from '../../document/layout';
import { wholeToolText } from '../../document/tool-text';
import type { PromptDocument } from '../../document/types';
import { wordKindOf } from './change-kind';
import type { ChangedWords } from './types';

/** Characters of a line on either side of the change that are looked at. */
const reach = 200;
const longestWords = 60;
const longestLine = 160;

/**
 * The words that differ first. Null if the next request only adds to the end of the one before: nothing that was cached
 * changed then.
 */
export function changedWords(
  before: PromptDocument,
  now: PromptDocument,
  first: Divergence | undefined,
): ChangedWords | null {
  if (first === undefined) return null;
  const texts = textsAt(before, now, first);
  if (texts === undefined) return null;
  const { was, is } = texts;
  const from = lineStart(is, first.offset);
  const [old, next] = [lineOf(was, from, first.offset), lineOf(is, from, first.offset)];
  const left = wordStart(next, sharedTextStart(old, next));
  const [gone, come] = differing(old.slice(left), next.slice(left));
  const tool = [...now.tools, ...before.tools].find(({ id }) => id === first.node);
  const place = first.origin?.kind === 'file' ? { source: first.origin.source, offset: first.sourceOffset ?? 0 } : null;
  return {
    node: first.node,
    message: first.message,
    offset: first.offset,
    name: tool === undefined ? first.node : `the tool ${tool.name}`,
    before: shortened(gone, longestWords),
    after: shortened(come, longestWords),
    kind: wordKindOf(gone, come, old, next),
    lineBefore: shortened(around(old, left), longestLine),
    lineAfter: shortened(around(next, left), longestLine),
    line: lineIn(is.slice(sectionStart(now, first), first.offset)),
    place,
    at: null,
    inFolder: null,
  };
}

/** The two texts that differ: of a tool, or of the messages at the same place. Undefined if one was only added. */
function textsAt(
  before: PromptDocument,
  now: PromptDocument,
  { message }: Divergence,
): { readonly was: string; readonly is: string } | undefined {
  const tool = Math.max(
    now.tools.findIndex(({ id }) => id === message),
    before.tools.findIndex(({ id }) => id === message),
  );
  if (tool !== -1) {
    const [was, is] = [before.tools[tool], now.tools[tool]];
    return { was: was === undefined ? '' : wholeToolText(was), is: is === undefined ? '' : wholeToolText(is) };
  }
  const at = Math.max(
    now.messages.findIndex(({ id }) => id === message),
    before.messages.findIndex(({ id }) => id === message),
  );
  const [was, is] = [before.messages[at], now.messages[at]];
  if (was === undefined) return undefined;
  return { was: layoutMessage(was).text, is: is === undefined ? '' : layoutMessage(is).text };
}

/** Where the section begins in its message; 0 for a tool. */
function sectionStart({ messages }: PromptDocument, { message, node }: Divergence): number {
  const holder = messages.find(({ id }) => id === message);
  if (holder === undefined) return 0;
  return layoutMessage(holder).nodes.find(({ id }) => id === node)?.start ?? 0;
}

function lineIn(before: string): number {
  return before.split('\n').length;
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - reach);
}

function lineOf(text: string, from: number, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(from, Math.min(end === -1 ? text.length : end, offset + reach));
}

const wordCharacter = /[\p{L}\p{N}_:.@/-]/u;

/** The start of the word that contains the difference. */
function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < longestWords && wordCharacter.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

/** After this many equal words and spaces in a row, two texts count as equal again. */
const goesOn = 4;
const mostWords = 40;

/** The fewest words of both texts after which they are equal again; all of them if they never are. */
function differing(before: string, after: string): readonly [string, string] {
  const [was, is] = [before, after].map((text) => text.match(/\s+|\S+/g) ?? []);
  if (was === undefined || is === undefined) return [before, after];
  for (let words = 1; words <= mostWords; words += 1) {
    for (let gone = Math.ceil(words / 2), step = 0; step <= words; step += 1) {
      gone += step % 2 === 0 ? step : -step;
      const come = words - gone;
      if (gone < 0 || come < 0 || gone > was.length || come > is.length) continue;
      const [next, other] = [was.slice(gone, gone + goesOn), is.slice(come, come + goesOn)];
      if (next.length === other.length && next.every((word, index) => word === other[index]))
        return withoutSameEnd(was.slice(0, gone).join(''), is.slice(0, come).join(''));
    }
  }
  return withoutSameEnd(before, after);
}

/** A punctuation mark that both texts end with is no part of the difference. */
function withoutSameEnd(before: string, after: string): readonly [string, string] {
  const [was, is] = [before.trim(), after.trim()];
  const end = was.length > 1 && is.length > 1 && /[.,:;)"'/-]$/.test(was) && was.at(-1) === is.at(-1) ? 1 : 0;
  return [was.slice(0, was.length - end), is.slice(0, is.length - end)];
}

/** The line from shortly before the change on. */
function around(line: string, at: number): string {
  const from = Math.max(0, at - 40);
  return `${from > 0 ? '…' : ''}${line.slice(from)}`;
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
