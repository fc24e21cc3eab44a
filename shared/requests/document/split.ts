import { nodeId, section } from '../../document/builders';
import type { NodeId, PromptNode, Tier } from '../../document/types';
import { cutRope, ropeText, type Rope } from '../../sources/text/rope';

/** A range of text that its author marked as a unit; text between two of them stays plain. */
interface MarkedRange {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** An opening tag on a line of its own: `<Name>` or `<name attr="…">`. */
const opening = /^[ \t]*<([A-Za-z][\w.-]{0,60})(?:\s[^<>\n]*)?>[ \t]*\r?$/gm;
/** `#` to `######`, a space, the title. */
const heading = /^(#{1,6}) +([^\r\n]+)/gm;

/**
 * Splits free text into sections: XML-like tags on lines of their own that are closed, and Markdown headings between
 * them. Never splits code fences. The leaves concatenate to the input.
 */
export function splitText(parent: NodeId, rope: Rope, tier: Tier): readonly PromptNode[] {
  const text = ropeText(rope);
  const tags = tagStretches(text, hiddenIn(text));
  const stretches = [
    ...tags,
    ...gapsOf(text, tags).flatMap((gap) =>
      headingStretches(gap.text, hiddenIn(gap.text)).map((each) => ({
        ...each,
        start: each.start + gap.start,
        end: each.end + gap.start,
      })),
    ),
  ].toSorted((a, b) => a.start - b.start);
  if (stretches.length === 0) return rope;
  const pieces = cutRope(
    rope,
    stretches.flatMap(({ start, end }) => [start, end]),
  );
  const used = new Map<string, number>();
  return pieces.flatMap((piece, index): readonly PromptNode[] => {
    const stretch = index % 2 === 0 ? undefined : stretches[(index - 1) / 2];
    if (stretch === undefined) return piece;
    const { name } = stretch;
    const count = used.get(name) ?? 0;
    used.set(name, count + 1);
    return [section(nodeId(parent, count === 0 ? name : `${name}~${count + 1}`), name, tier, piece)];
  });
}

function gapsOf(
  text: string,
  taken: readonly MarkedRange[],
): readonly { readonly text: string; readonly start: number }[] {
  const starts = [0, ...taken.map(({ end }) => end)];
  return starts.map((start, index) => ({ text: text.slice(start, taken[index]?.start ?? text.length), start }));
}

type IsHidden = (at: number) => boolean;

/**
 * Tests whether an offset is inside a closed code fence. Offsets must be ascending, so that the total cost is linear.
 */
function hiddenIn(text: string): IsHidden {
  const lines = [...text.matchAll(/^(`{3,}|~{3,})([^\n]*)$/gm)].map(({ index, 1: fence = '', 2: rest = '' }) => ({
    index,
    fence,
    closes: rest.trim() === '',
  }));
  const longest = new Map<string, number>();
  const closed = lines.toReversed().map(({ fence, closes }) => {
    const best = longest.get(fence.charAt(0)) ?? 0;
    if (closes) longest.set(fence.charAt(0), Math.max(best, fence.length));
    return best >= fence.length;
  });
  const hidden: { readonly start: number; readonly end: number }[] = [];
  let open: (typeof lines)[number] | undefined;
  for (const [number, line] of lines.entries()) {
    if (open === undefined) open = closed[lines.length - 1 - number] === true ? line : undefined;
    else if (line.closes && line.fence.startsWith(open.fence)) {
      hidden.push({ start: open.index, end: line.index + line.fence.length });
      open = undefined;
    }
  }
  let next = 0;
  return (at) => {
    while ((hidden[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    return (hidden[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
  };
}

function tagStretches(text: string, isHidden: IsHidden): readonly MarkedRange[] {
  const closings = new Map<string, number[]>();
  for (const { index, 1: name = '' } of text.matchAll(/<\/([A-Za-z][\w.-]{0,60})>/g)) {
    const indexes = closings.get(name);
    if (indexes === undefined) closings.set(name, [index]);
    else indexes.push(index);
  }
  for (const each of closings.values()) each.reverse();
  const stretches: MarkedRange[] = [];
  let from = 0;
  for (const match of text.matchAll(opening)) {
    const [whole, name = ''] = match;
    if (match.index < from || isHidden(match.index)) continue;
    const waiting = closings.get(name) ?? [];
    while ((waiting.at(-1) ?? Number.POSITIVE_INFINITY) < match.index + whole.length) waiting.pop();
    const close = waiting.at(-1);
    if (close === undefined) continue;
    const end = close + name.length + '</>'.length;
    stretches.push({ name, start: match.index, end });
    from = end;
  }
  return stretches;
}

/** Splits only at the highest heading level that occurs; a section ends at the next heading of that level. */
function headingStretches(text: string, isHidden: IsHidden): readonly MarkedRange[] {
  const found = [...text.matchAll(heading)].filter((match) => !isHidden(match.index));
  const highest = (matches: typeof found): number =>
    matches.reduce((least, [, marks = '']) => Math.min(least, marks.length), 6);
  const level = highest(found);
  const top = found.filter(([, marks = '']) => marks.length === level);
  if (top.length === 1 && found.length > 1 && top[0]?.index === 0) {
    const second = highest(found.slice(1));
    return toStretches(
      found.filter(([, marks = '']) => marks.length === second),
      text.length,
    );
  }
  return toStretches(top, text.length);
}

function toStretches(matches: readonly RegExpExecArray[], length: number): readonly MarkedRange[] {
  return matches.map((match, index) => ({
    name: headingName(match[2] ?? ''),
    start: match.index,
    end: matches[index + 1]?.index ?? length,
  }));
}

/** Removes blanks and closing `#` from a heading. */
function withoutMarks(line: string): string {
  let end = line.length;
  for (const marks of [' \t', '#', ' \t']) while (end > 0 && marks.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** Replaces slashes by dashes, because an id is a path. */
function headingName(line: string): string {
  const title = withoutMarks(line);
  return (title === '' ? line.charAt(0) : title).replaceAll('/', '-').slice(0, 80);
}
