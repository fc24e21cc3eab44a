/** What changes a prompt by itself: builds the same folder with one thing changed and compares the texts. */
import { sharedTextEnds } from '../../basics/shared-ends';
import { prefixTokens } from '../../analysis/count/prefix-tokens';
import { tokensInSentence } from '../../analysis/count/show-count';
import { layoutDocument, type LeafSpan, type MessageLayout } from '../../document/layout';
import type { NodeId, PromptDocument } from '../../document/types';
import type { Finding } from '../../sources/findings';
import { movedLeaf } from './moved-leaf';
import type { CountedDocument, CountMethod } from '../../analysis/types';

/** `setting` is a choice; the others happen by themselves or differ between machines. */
export type CauseKind = 'clock' | 'environment' | 'key-order' | 'setting';

export interface Cause {
  readonly kind: CauseKind;
  /** For display: `every minute`, `another host`, `channel = telegram`. */
  readonly name: string;
}

/** UTF-16 offsets in a message of the base; `start === end` is where text is inserted. */
export interface MovedRange {
  readonly message: NodeId;
  readonly owner: NodeId;
  readonly start: number;
  readonly end: number;
}

export interface Mover {
  readonly cause: Cause;
  readonly ranges: readonly MovedRange[];
  /** Sections whose text changes, in order. */
  readonly sections: readonly NodeId[];
  /** Tokens after the first of them. */
  readonly behind: number;
  /** Tokens of all later sections that neither this cause changes nor any that is no choice. */
  readonly stableBehind: number;
  /** The last of them: placed after it, the changing text would invalidate none. */
  readonly moveBehind: NodeId | null;
}

export interface Volatility {
  readonly movers: readonly Mover[];
  readonly findings: readonly Finding[];
}

interface Run {
  readonly key: string;
  readonly message: NodeId;
  readonly owner: NodeId;
  readonly start: number;
  readonly text: string;
}

export interface VariantDocument {
  readonly cause: Cause;
  readonly document: PromptDocument;
}

export function classifyVolatility(base: CountedDocument, variants: readonly VariantDocument[]): Volatility {
  const layouts = layoutDocument(base.document);
  const runs = runsOf(layouts);
  const order = unitsOf(base);
  const moved = variants.flatMap(({ cause, document }): readonly Moved[] => {
    const ranges = movedRanges(runs, runsOf(layoutDocument(document)));
    return ranges.length === 0 ? [] : [movedBy(cause, ranges, layouts, order)];
  });
  const unsteady = new Set(moved.flatMap(({ cause, units }) => (cause.kind === 'setting' ? [] : [...units])));
  const movers = moved.map((each) => moverOf(each, order, unsteady));
  const distinct = withoutRepeats(movers);
  const { method } = base.analysis;
  return { movers: distinct, findings: distinct.flatMap((mover) => findingOf(mover, layouts, method)) };
}

/** The text of each section between its inner sections; the n-th run of a section is compared with the n-th. */
function runsOf(layouts: readonly MessageLayout[]): readonly Run[] {
  return layouts.flatMap((layout) => {
    const counts = new Map<NodeId, number>();
    const runs: { key: string; message: NodeId; owner: NodeId; start: number; end: number }[] = [];
    for (const leaf of layout.leaves) {
      const last = runs.at(-1);
      if (last?.owner === leaf.owner) last.end = leaf.end;
      else {
        const nth = counts.get(leaf.owner) ?? 0;
        counts.set(leaf.owner, nth + 1);
        runs.push({
          key: `${leaf.owner}\n${nth}`,
          message: layout.message,
          owner: leaf.owner,
          start: leaf.start,
          end: leaf.end,
        });
      }
    }
    return runs.map(({ end, ...run }) => ({ ...run, text: layout.text.slice(run.start, end) }));
  });
}

function movedRanges(before: readonly Run[], after: readonly Run[]): readonly MovedRange[] {
  const next = new Map(after.map((run) => [run.key, run.text]));
  const keysBefore = new Set(before.map(({ key }) => key));
  const ranges: MovedRange[] = before.flatMap(({ key, message, owner, start, text }) => {
    const other = next.get(key);
    if (other === text) return [];
    if (other === undefined) return [{ message, owner, start, end: start + text.length }];
    const shared = sharedTextEnds(text, other);
    return [{ message, owner, start: start + shared.start, end: start + text.length - shared.end }];
  });
  let last: Run | undefined;
  const byKey = new Map(before.map((run) => [run.key, run]));
  for (const run of after) {
    if (keysBefore.has(run.key)) last = byKey.get(run.key);
    else {
      const end = last === undefined ? 0 : last.start + last.text.length;
      const message = last?.message ?? before[0]?.message ?? run.message;
      ranges.push({ message, owner: run.owner, start: end, end });
    }
  }
  return ranges;
}

interface Unit {
  readonly id: NodeId;
  readonly message: NodeId;
  readonly index: number;
  /** Tokens up to its end. */
  readonly upTo: number;
  readonly tokens: number;
}

/** Direct sections, or messages without any: the places text could move to. */
function unitsOf({ document, analysis }: CountedDocument): readonly Unit[] {
  const ends = prefixTokens(document, analysis);
  let index = 0;
  return document.messages.flatMap((message) => {
    const sections = message.children.flatMap((child) => (child.type === 'section' ? [child.id] : []));
    return (sections.length === 0 ? [message.id] : sections).map((id) => ({
      id,
      message: message.id,
      index: index++,
      upTo: ends.get(id)?.tokens ?? 0,
      tokens: analysis.tokens[id]?.tokens ?? 0,
    }));
  });
}

interface Moved {
  readonly cause: Cause;
  /** In order. */
  readonly ranges: readonly MovedRange[];
  readonly first: Unit | undefined;
  /** Those whose own text it changes. */
  readonly units: ReadonlySet<NodeId>;
}

function movedBy(
  cause: Cause,
  ranges: readonly MovedRange[],
  layouts: readonly MessageLayout[],
  units: readonly Unit[],
): Moved {
  const placed = ranges.map((range) => ({ range, unit: unitAt(range, layouts, units) }));
  const ordered = placed.toSorted(
    (a, b) => (a.unit?.index ?? -1) - (b.unit?.index ?? -1) || a.range.start - b.range.start,
  );
  return {
    cause,
    ranges: ordered.map(({ range }) => range),
    first: ordered[0]?.unit,
    units: new Set(ordered.filter(({ range }) => range.end > range.start).flatMap(({ unit }) => unit?.id ?? [])),
  };
}

/** `unsteady`: what changes without a choice of the user. */
function moverOf(
  { cause, ranges, first, units: moved }: Moved,
  units: readonly Unit[],
  unsteady: ReadonlySet<NodeId>,
): Mover {
  const stable = units.filter(
    ({ id, index, tokens }) => index > (first?.index ?? -1) && !moved.has(id) && !unsteady.has(id) && tokens > 0,
  );
  return {
    cause,
    ranges,
    sections: [...new Set(ranges.map(({ owner }) => owner))],
    behind: (units.at(-1)?.upTo ?? 0) - (first?.upTo ?? 0),
    stableBehind: stable.reduce((sum, { tokens }) => sum + tokens, 0),
    moveBehind: stable.at(-1)?.id ?? null,
  };
}

/** The unit that changes. Inserted text belongs to the unit before it: undefined at the start of the request. */
function unitAt(
  { message, start, end }: MovedRange,
  layouts: readonly MessageLayout[],
  units: readonly Unit[],
): Unit | undefined {
  const layout = layouts.find((each) => each.message === message);
  const own = units.filter((unit) => unit.message === message);
  if (start === end) {
    const startOf = (id: NodeId): number => layout?.nodes.find((node) => node.id === id)?.start ?? 0;
    const at = own.findLast(({ id }) => startOf(id) < start)?.index ?? (own[0]?.index ?? 0) - 1;
    return units[at];
  }
  const holder = layout?.nodes.findLast(
    (node) =>
      node.depth === 1 &&
      node.start <= start &&
      (end <= node.end || start < node.end) &&
      own.some(({ id }) => id === node.id),
  );
  return (
    own.find(({ id }) => id === holder?.id) ??
    own.findLast(({ id }) => (layout?.nodes.find((node) => node.id === id)?.start ?? 0) <= start) ??
    own[0]
  );
}

/**
 * What changes within a minute also changes within a day: of two causes of one kind with the same ranges, the first is
 * kept.
 */
function withoutRepeats(movers: readonly Mover[]): readonly Mover[] {
  const seen = new Set<string>();
  return movers.filter(({ cause, ranges }) => {
    if (cause.kind !== 'clock') return true;
    const key = JSON.stringify(ranges.map(({ message, owner }) => [message, owner]));
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const why: Readonly<Record<Exclude<CauseKind, 'setting'>, string>> = {
  clock: 'changes',
  environment: 'differs with',
  'key-order': 'changes with',
};

/** No finding for a setting, which is a choice, or for the last text, which invalidates nothing. */
function findingOf(
  { cause, ranges, stableBehind, moveBehind }: Mover,
  layouts: readonly MessageLayout[],
  method: CountMethod,
): readonly Finding[] {
  const [first] = ranges;
  if (cause.kind === 'setting' || first === undefined || stableBehind === 0 || moveBehind === null) return [];
  const layout = layouts.find((each) => each.message === first.message);
  const leaf = layout === undefined ? undefined : movedLeaf(layout, first);
  const text = JSON.stringify(
    shorten(
      layout === undefined
        ? ''
        : layout.text.slice(leaf === undefined ? first.start : leaf.start, Math.max(first.end, leaf?.end ?? 0)).trim(),
    ),
  );
  return [
    {
      ruleId: `volatile-${cause.kind}`,
      severity: cause.kind === 'clock' ? 'warning' : 'info',
      message:
        `${text} in ${first.owner} ${why[cause.kind]} ${cause.name}; ` +
        `${tokensInSentence(stableBehind, method)} tokens after it stay the same, and are processed again with it`,
      node: first.owner,
      note: `Move it after ${moveBehind}.`,
      inPrompt: { message: first.message, offset: first.start },
      ...placeOf(leaf, first.start),
    },
  ];
}

function placeOf(leaf: LeafSpan | undefined, offset: number): Pick<Finding, 'place'> {
  if (leaf?.origin.kind !== 'file') return {};
  const { source, span, change } = leaf.origin;
  return {
    place: { source, span: change === undefined ? { start: span.start + offset - leaf.start, end: span.end } : span },
  };
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
