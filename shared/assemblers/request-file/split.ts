import { nodeId, section } from '../../document/builders';
import type { NodeId, PromptNode, Tier } from '../../document/types';
import { ropeText, sliceRope, type Rope } from '../../sources/rope';

/** A stretch of text that its author marked as a unit; the rest between two of them stays plain text. */
interface Stretch {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** An opening tag on a line of its own: `<Name>` or `<name attr="…">`. */
const opening = /^[ \t]*<([A-Za-z][\w.-]{0,60})(?:\s[^<>\n]*)?>[ \t]*\r?$/gm;
/** `#` to `######`, a space, the title. */
const heading = /^(#{1,6}) +([^\r\n]+?)[ \t]*#*[ \t]*\r?$/gm;

/**
 * Sections of a text nobody described: XML-like tags that stand on lines of their own and are closed, else Markdown headings.
 * Code fences are never cut. The leaves concatenate to the text that came in.
 */
export function splitText(parent: NodeId, rope: Rope, tier: Tier): readonly PromptNode[] {
  const text = ropeText(rope);
  const hidden = fencesOf(text);
  const tags = tagStretches(text, hidden);
  const stretches = tags.length > 0 ? tags : headingStretches(text, hidden);
  if (stretches.length === 0) return rope;
  const nodes: PromptNode[] = [];
  const used = new Map<string, number>();
  let at = 0;
  for (const { name, start, end } of stretches) {
    nodes.push(...sliceRope(rope, at, start));
    const count = used.get(name) ?? 0;
    used.set(name, count + 1);
    const id = nodeId(parent, count === 0 ? name : `${name}~${count + 1}`);
    nodes.push(section(id, name, tier, sliceRope(rope, start, end)));
    at = end;
  }
  nodes.push(...sliceRope(rope, at));
  return nodes;
}

type Hidden = readonly { readonly start: number; readonly end: number }[];

function fencesOf(text: string): Hidden {
  return [...text.matchAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[ \t]*\r?$/gm)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function isHidden(hidden: Hidden, at: number): boolean {
  return hidden.some(({ start, end }) => at >= start && at < end);
}

function tagStretches(text: string, hidden: Hidden): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (const match of text.matchAll(opening)) {
    const [whole, name = ''] = match;
    if (match.index < from || isHidden(hidden, match.index)) continue;
    const closing = `</${name}>`;
    const close = text.indexOf(closing, match.index + whole.length);
    if (close === -1) continue;
    const end = close + closing.length;
    stretches.push({ name, start: match.index, end });
    from = end;
  }
  return stretches;
}

/** Only the highest level that occurs cuts; a section lasts until the next heading of that level. */
function headingStretches(text: string, hidden: Hidden): readonly Stretch[] {
  const found = [...text.matchAll(heading)].filter((match) => !isHidden(hidden, match.index));
  const level = Math.min(...found.map(([, marks = '']) => marks.length));
  const top = found.filter(([, marks = '']) => marks.length === level);
  if (top.length === 1 && found.length > 1 && top[0]?.index === 0) {
    const second = Math.min(...found.slice(1).map(([, marks = '']) => marks.length));
    return toStretches(found.filter(([, marks = '']) => marks.length === second), text.length);
  }
  return toStretches(top, text.length);
}

function toStretches(matches: readonly RegExpExecArray[], length: number): readonly Stretch[] {
  return matches.map((match, index) => ({ name: headingName(match[2] ?? ''), start: match.index, end: matches[index + 1]?.index ?? length }));
}

/** A heading's text can hold anything; an id is a path, so slashes become dashes. */
function headingName(title: string): string {
  return title.replaceAll('/', '-').slice(0, 80);
}
