import type { Snapshot } from '../../../shared/ipc/written/snapshot';
import { sharedTextStart } from '../../../shared/basics/shared-ends';
import { formatNumber } from '../counts';

export interface PartChange {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly kind: 'changed' | 'added' | 'removed';
  readonly before: number;
  readonly after: number;
  readonly beforeRange: string;
  readonly afterRange: string;
  readonly beforeText: string;
  readonly afterText: string;
}

interface Piece {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly tokens: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly text: string;
}

/**
 * Sections and tools of both builds, in the order of the newer one. Removed ones keep their old place. What has no text
 * on either side, such as an empty message, is no difference.
 */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly PartChange[] {
  // A baseline of an older version has neither own texts nor images.
  const isWhole = before.own !== undefined && after.own !== undefined;
  const old = piecesOf(before, isWhole);
  const now = piecesOf(after, isWhole);
  const oldById = new Map(old.map((piece) => [piece.id, piece]));
  for (const masked of old.filter(({ id }) => id.includes('•'))) {
    const same = now.find(({ id }) => !oldById.has(id) && isSameText(masked.id, id));
    if (same !== undefined) oldById.set(same.id, masked);
  }
  const matched = new Set(now.flatMap(({ id }) => oldById.get(id) ?? []));
  const changes: PartChange[] = [];
  let from = 0;
  const takeRemoved = (until: number): void => {
    for (; from < until; from += 1) {
      const gone = old[from];
      if (gone !== undefined && gone.text !== '' && !matched.has(gone))
        changes.push(changeOf('removed', gone, undefined));
    }
  };
  for (const piece of now) {
    const earlier = oldById.get(piece.id);
    if (earlier === undefined) {
      if (piece.text !== '') changes.push(changeOf('added', undefined, piece));
    } else {
      takeRemoved(old.indexOf(earlier));
      if (!isSameText(earlier.text, piece.text)) changes.push(changeOf('changed', earlier, piece));
    }
  }
  takeRemoved(old.length);
  const own = new Set((after.own ?? []).map(({ id }) => id));
  const isMoved = changes.some(({ kind }) => kind !== 'changed');
  return isMoved ? changes.filter((change) => !own.has(change.id) || !isSeparators(change)) : changes;
}

/** Separators come and go with the sections they stand between, which have a row of their own. */
function isSeparators({ kind, beforeText, afterText }: PartChange): boolean {
  return kind === 'changed' && withoutSpace(beforeText) === withoutSpace(afterText);
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

export interface FirstChange {
  /** Null for text that belongs to no section. */
  readonly id: string | null;
  readonly name: string;
}

/**
 * Where two builds differ first, tools before text, as they are sent. It may be text between the sections. Undefined if
 * both are the same.
 */
export function firstChange(before: Snapshot, after: Snapshot): FirstChange | undefined {
  const index = firstTool(before, after);
  const tool = after.tools[index] ?? before.tools[index];
  if (tool !== undefined) return tool;
  const at = sharedStart(before.text, after.text);
  if (at === before.text.length && at === after.text.length) return undefined;
  const now = partAt(after, at);
  const old = partAt(before, at);
  const isIn = (parts: Snapshot['parts'], id: string): boolean => parts.some((part) => isSameText(id, part.id));
  if (old !== undefined && !isIn(after.parts, old.id)) return old;
  const nextOf = ({ parts }: Snapshot): Snapshot['parts'][number] | undefined => parts.find(({ start }) => start > at);
  const [next, nextBefore] = [nextOf(after), nextOf(before)];
  const isAfterSpace = (text: string, { start }: { readonly start: number }): boolean =>
    withoutSpace(text.slice(at, start)) === '';
  const gone =
    nextBefore !== undefined && !isIn(after.parts, nextBefore.id) && isAfterSpace(before.text, nextBefore)
      ? nextBefore
      : undefined;
  // What begins here may only have moved up to where another section is gone.
  if (now !== undefined) return old === undefined && now.start === at ? (gone ?? now) : now;
  if (next !== undefined && !isIn(before.parts, next.id) && isAfterSpace(after.text, next)) return next;
  if (gone !== undefined) return gone;
  return { id: null, name: next === undefined ? 'the text after the last section' : `the text before ${next.name}` };
}

/** Index of the first tool that differs, in the order they are sent; the number of tools if all are the same. */
export function firstTool(before: Snapshot, after: Snapshot): number {
  const index = before.tools.findIndex((tool, at) => {
    const now = after.tools[at];
    return now === undefined || !isSameText(tool.name, now.name) || !isSameText(tool.text, now.text);
  });
  return index === -1 ? before.tools.length : index;
}

function partAt({ parts }: Snapshot, at: number): Snapshot['parts'][number] | undefined {
  return parts.find(({ start, end }) => start <= at && at < end);
}

/** Index of the first character that differs. A masked character in `before` equals every other. */
export function sharedStart(before: string, after: string): number {
  let at = sharedTextStart(before, after);
  const most = Math.min(before.length, after.length);
  while (at < most && (before[at] === after[at] || before[at] === '•')) at += 1;
  return at;
}

/** A pinned build is stored without its secrets: each character of a secret is a dot. */
function isSameText(before: string, after: string): boolean {
  if (before === after) return true;
  if (before.length !== after.length || !before.includes('•')) return false;
  for (let at = 0; at < before.length; at += 1) if (before[at] !== after[at] && before[at] !== '•') return false;
  return true;
}

function changeOf(kind: PartChange['kind'], before: Piece | undefined, after: Piece | undefined): PartChange {
  const { id, name, tier } = after ?? before ?? { id: '', name: '', tier: '' };
  return {
    id,
    name,
    tier,
    kind,
    before: before?.tokens ?? 0,
    after: after?.tokens ?? 0,
    beforeRange: rangeOf(before),
    afterRange: rangeOf(after),
    beforeText: before?.text ?? '',
    afterText: after?.text ?? '',
  };
}

/** “between 100 and 140”, or empty if the count is a single number. */
function rangeOf(piece: Piece | undefined): string {
  if (piece?.low === undefined || piece.high === undefined || piece.low === piece.high) return '';
  return `between ${formatNumber(piece.low)} and ${formatNumber(piece.high)}`;
}

function piecesOf(snapshot: Snapshot, isWhole: boolean): readonly Piece[] {
  const { text, tools, parts, own = [], images = [] } = snapshot;
  const placed: readonly (Piece & { readonly start: number })[] = [
    ...(isWhole
      ? own.map(({ ranges, ...part }) => ({
          ...part,
          start: ranges[0]?.[0] ?? 0,
          text: ranges.map(([start, end]) => text.slice(start, end)).join(''),
        }))
      : []),
    ...parts.map((part) => ({ ...part, text: text.slice(part.start, part.end) })),
    ...(isWhole ? images : []),
  ];
  return [...tools.map((tool) => ({ ...tool, tier: 'tool' })), ...placed.toSorted((a, b) => a.start - b.start)];
}
