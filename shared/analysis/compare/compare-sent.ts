/**
 * Compares a sent request with the build of a workspace, by text. The two are divided into sections by different rules,
 * so each built section is searched in the sent text, and the rest of both sides is paired by position.
 */
import { spelled, writeJson } from '../../document/json-text';
import { omissionText } from '../../document/omission-text';
import { allTools } from '../../document/tool-text';
import type { NodeId, OmittedNode, PromptDocument, PromptNode, TextNode } from '../../document/types';
import { leaves, nodeText, visit } from '../../document/walk';
import type { LineColumn } from '../../sources/findings';
import type { Place } from '../../sources/types';
import { sharedTextStart } from '../../basics/shared-ends';
import { factDifference } from './fact-difference';
import { boundary, gapsOf, locate, overlaps, type TextRange } from './text-ranges';

export type SentKind = 'same' | 'changed' | 'only-sent' | 'only-built';

export interface SentRow {
  readonly kind: SentKind;
  readonly name: string;
  readonly sent?: string;
  readonly built?: string;
  readonly sentNode?: NodeId;
  readonly builtNode?: NodeId;
  /** The place in a file that makes the text, or would make it; for a change, where the two diverge. */
  readonly place?: Place;
  /** Why the build leaves out a text it knows, or the only difference if that is not in a file. */
  readonly note?: string;
}

export interface LocatedSentRow extends SentRow {
  /** Position of `place` in the workspace's file. */
  readonly at?: LineColumn;
}

interface Unit {
  readonly id: NodeId;
  readonly name: string;
  readonly text: string;
  readonly leaves: readonly TextNode[];
}

export function compareSent(sent: PromptDocument, built: PromptDocument): readonly SentRow[] {
  return [...compareTools(sent, built), ...compareTexts(sent, built)];
}

function compareTools(sent: PromptDocument, built: PromptDocument): readonly SentRow[] {
  const textsOf = (document: PromptDocument) =>
    new Map(
      allTools(document.tools).map((tool) => [
        tool.name,
        {
          id: tool.id,
          text: writeJson([tool.description.map(({ value }) => value).join(''), spelled(tool.inputSchema)]),
          leaves: tool.description,
        },
      ]),
    );
  const [there, here] = [textsOf(sent), textsOf(built)];
  return [...new Set([...here.keys(), ...there.keys()])].map((name): SentRow => {
    const [was, now] = [there.get(name), here.get(name)];
    const kind =
      was === undefined ? 'only-built' : now === undefined ? 'only-sent' : was.text === now.text ? 'same' : 'changed';
    const place = placeIn(now?.leaves ?? [], 0);
    return {
      kind,
      name: `tool ${name}`,
      ...(was === undefined ? {} : { sent: was.text, sentNode: was.id }),
      ...(now === undefined ? {} : { built: now.text, builtNode: now.id }),
      ...(place === undefined ? {} : { place }),
    };
  });
}

/**
 * The texts to search for: a message or section whose text occurs in the request as is; otherwise its sections and the
 * text between them. Together they cover the build, except for white space around them, which belongs to the
 * separators.
 */
function unitsOf(document: PromptDocument, whole: string): readonly Unit[] {
  const units: Unit[] = [];
  const push = (id: NodeId, name: string, parts: readonly TextNode[]): void => {
    const text = parts.map(({ value }) => value).join('');
    if (text.trim() !== '') units.push({ id, name, text, leaves: parts });
  };
  const take = (id: NodeId, name: string, children: readonly PromptNode[], isTop: boolean): void => {
    const all = children.flatMap((child) => leaves(child));
    const hasSections = children.some((child) => child.type === 'section');
    if (
      !hasSections ||
      (!isTop &&
        whole.includes(
          all
            .map(({ value }) => value)
            .join('')
            .trim(),
        ))
    ) {
      push(id, name, all);
      return;
    }
    let between: TextNode[] = [];
    for (const child of children) {
      if (child.type === 'text') between.push(child);
      if (child.type !== 'section') continue;
      push(id, `${name}, before ${child.name}`, between);
      between = [];
      take(child.id, child.name, child.children, false);
    }
    push(id, `${name}, end`, between);
  };
  for (const message of document.messages) take(message.id, message.purpose, message.children, true);
  return units;
}

function compareTexts(sent: PromptDocument, built: PromptDocument): readonly SentRow[] {
  const whole = sent.messages.map(nodeText).join(boundary);
  const units = unitsOf(built, whole);
  const found = locate(whole, units);
  const gaps = gapsOf(
    whole,
    found.flatMap((place) => place ?? []),
  );
  const named = sentSections(sent);
  const used = new Set<TextRange>();
  const rows = units.map((unit, index): { readonly at: number; readonly row: SentRow } => {
    const match = found[index];
    const made = placeIn(unit.leaves, firstFileOffset(unit.leaves));
    const common = { name: unit.name, built: unit.text, builtNode: unit.id };
    if (match !== undefined)
      return {
        at: match.start,
        row: { kind: 'same', ...common, sent: whole.slice(match.start, match.end), ...withPlace(made) },
      };
    const before = found.slice(0, index).findLast((place) => place !== undefined)?.end ?? 0;
    const after = found.slice(index + 1).find((place) => place !== undefined)?.start ?? whole.length;
    const near = gaps.filter((gap) => !used.has(gap) && gap.start >= before && gap.end <= Math.max(after, before));
    const gap =
      near.find((each) => named.some((section) => section.name === unit.name && overlaps(section, each))) ?? near[0];
    if (gap === undefined) return { at: before, row: { kind: 'only-built', ...common, ...withPlace(made) } };
    used.add(gap);
    const text = whole.slice(gap.start, gap.end);
    const skipped = unit.text.length - unit.text.trimStart().length;
    const place = placeIn(unit.leaves, skipped + sharedTextStart(text, unit.text.trim()));
    return {
      at: gap.start,
      row: {
        kind: 'changed',
        ...common,
        sent: text,
        ...withNode(nodeAt(named, gap)),
        ...withPlace(place ?? made),
        ...withFacts(factDifference(unit.leaves, text)),
      },
    };
  });
  const missing = omittedOf(built);
  const extra = gaps
    .filter((gap) => !used.has(gap))
    .map((gap) => ({ at: gap.start, row: onlySent(whole.slice(gap.start, gap.end), nodeAt(named, gap), missing) }));
  return [...rows, ...extra].toSorted((a, b) => a.at - b.at).map(({ row }) => row);
}

interface Named extends TextRange {
  readonly id: NodeId;
  readonly name: string;
}

function sentSections(sent: PromptDocument): readonly Named[] {
  const found: Named[] = [];
  let at = 0;
  const place = (node: PromptNode): void => {
    const start = at;
    if (node.type === 'text') at += node.value.length;
    if (node.type !== 'section') return;
    for (const child of node.children) place(child);
    found.push({ id: node.id, name: node.name, start, end: at });
  };
  for (const message of sent.messages) {
    const start = at;
    for (const child of message.children) place(child);
    found.push({ id: message.id, name: message.purpose, start, end: at });
    at += boundary.length;
  }
  return found;
}

/** The smallest section that contains its start. */
function nodeAt(named: readonly Named[], gap: TextRange): Named | undefined {
  return named
    .filter(({ start, end }) => start <= gap.start && gap.start < end)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
}

function omittedOf(built: PromptDocument): readonly OmittedNode[] {
  const found: OmittedNode[] = [...built.aside];
  visit(built, (node) => {
    if (node.type === 'omitted') found.push(node);
  });
  return found.filter(({ would }) => would !== undefined);
}

/** For a text that the build knows but leaves out, says why. */
function onlySent(text: string, node: Named | undefined, missing: readonly OmittedNode[]): SentRow {
  const leftOut = missing.find(({ would = [] }) => {
    const own = would
      .map(({ value }) => value)
      .join('')
      .trim();
    return own !== '' && (text.includes(own) || own.includes(text));
  });
  const place = placeIn(leftOut?.would ?? [], firstFileOffset(leftOut?.would ?? []));
  const note =
    leftOut === undefined
      ? {}
      : { note: `the build leaves ${leftOut.name} out: ${omissionText(leftOut.omission)}`, builtNode: leftOut.id };
  return {
    kind: 'only-sent',
    name: leftOut?.name ?? node?.name ?? 'text',
    sent: text,
    ...withNode(node),
    ...withPlace(place),
    ...note,
  };
}

function withPlace(place: Place | undefined): { readonly place?: Place } {
  return place === undefined ? {} : { place };
}

function withFacts(keys: readonly string[] | undefined): { readonly note?: string } {
  return keys === undefined
    ? {}
    : {
        note:
          `only the machine's own facts differ: ` +
          `${keys.map((key) => (key === 'now' ? 'the clock' : key)).join(', ')}`,
      };
}

function withNode(node: Named | undefined): { readonly sentNode?: NodeId } {
  return node === undefined ? {} : { sentNode: node.id };
}

function firstFileOffset(parts: readonly TextNode[]): number {
  let at = 0;
  for (const { value, origin } of parts) {
    if (origin.kind === 'file') return at;
    at += value.length;
  }
  return 0;
}

/** The file position of the character at `offset`, or of the nearest text after or before it that has one. */
function placeIn(parts: readonly TextNode[], offset: number): Place | undefined {
  let at = 0;
  let last: Place | undefined;
  for (const { value, origin } of parts) {
    const end = at + value.length;
    if (origin.kind === 'file') {
      const within = origin.change === undefined ? Math.max(0, Math.min(offset, end) - at) : 0;
      last = { source: origin.source, span: { start: origin.span.start + within, end: origin.span.start + within } };
      if (offset < end) return last;
    }
    at = end;
  }
  return last;
}
