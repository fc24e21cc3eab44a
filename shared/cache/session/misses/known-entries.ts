/** The entries of a session by the text they end with. One text may be cached for several models and parameters. */
import { grouped } from '../../../basics/grouped';
import type { Candidate } from './blockers';
import { differing } from './blockers';
import { isWithin, sizeTolerance, strayMarker, type WrittenEntry } from './entries';
import { exactly, type SizedRequest } from '../sizes';
import type { CapturedRequest } from '../types';

/** What the request before in the same conversation left behind. */
export interface Before {
  readonly captured: CapturedRequest;
  readonly sized: SizedRequest;
  readonly entries: readonly WrittenEntry[];
}

export class KnownEntries {
  readonly #byKey: Map<string, readonly WrittenEntry[]>;

  constructor(byKey: ReadonlyMap<string, readonly WrittenEntry[]> = new Map()) {
    this.#byKey = new Map(byKey);
  }

  clone(): KnownEntries {
    return new KnownEntries(this.#byKey);
  }

  /** Adds what a request wrote, and renews what it read. */
  add({ usage, at }: CapturedRequest, written: readonly WrittenEntry[], { keys }: SizedRequest): void {
    const read = usage?.read ?? null;
    const owns = new Map(written.map((entry) => [entry.key, entry]));
    for (const key of keys) {
      const [own, earlier] = [owns.get(key), this.#byKey.get(key)];
      if (own === undefined && earlier === undefined) continue;
      const next = (earlier ?? []).map((entry) =>
        read !== null && isWithin(read, entry.size) ? { ...entry, usedAt: at } : entry,
      );
      this.#byKey.set(key, own === undefined ? next : withEntry(next, own, read));
    }
  }

  /** The entries that end with a block of the request, and those of the request before whose text differs. */
  candidates(
    { keys, extents, request }: SizedRequest,
    before: Before | undefined,
    isByMarkers: boolean,
  ): readonly Candidate[] {
    const all = keys.flatMap((key, block): readonly Candidate[] =>
      (this.#byKey.get(key) ?? []).map((entry) => ({ entry, block })),
    );
    // Where every block is an entry, only the longest ones matter, and the next block may be read in part.
    const partly = all.slice(-longestKept).map(({ entry, block = 0 }) => ({
      entry: { ...entry, size: { ...entry.size, high: extents[block + 1]?.high ?? entry.size.high } },
      block,
    }));
    const found = isByMarkers ? all.filter((each, at) => at >= all.length - mostFar || isNear(each, request)) : partly;
    const present = new Set(keys);
    const last = before?.entries.at(-1);
    const wanted = isByMarkers ? (before?.entries ?? []) : last === undefined ? [] : [last];
    const lost = wanted.filter(({ key }) => !present.has(key)).map((entry): Candidate => ({ entry, block: undefined }));
    return [...withStray(found, before, { keys, extents, request }), ...lost];
  }
}

const longestKept = 4;
/** Entries too far before every marker cannot be read; some are kept, so that this can be named as the cause. */
const mostFar = 8;
const farthest = 64;

function isNear({ block = 0 }: Candidate, { markers }: SizedRequest['request']): boolean {
  return markers.some((marker) => marker.block >= block && marker.block - block <= farthest);
}

function withEntry(entries: readonly WrittenEntry[], own: WrittenEntry, read: number | null): readonly WrittenEntry[] {
  const isSame = (entry: WrittenEntry): boolean =>
    entry.model === own.model && differing(entry.parameters, own.parameters).length === 0;
  const same = entries.find(isSame);
  const wasRead = same !== undefined && (read === null || read >= own.size.low - sizeTolerance);
  const next = wasRead ? { ...same, usedAt: own.usedAt, size: own.size, isProved: same.isProved || own.isProved } : own;
  return [...entries.filter((entry) => !isSame(entry)), next];
}

/** If the request before reported another size than its automatic marker has, its entry ends there. */
function withStray(
  found: readonly Candidate[],
  before: Before | undefined,
  { extents }: Pick<SizedRequest, 'keys' | 'extents' | 'request'>,
): readonly Candidate[] {
  const last = before?.entries.at(-1);
  const stray = before === undefined ? null : strayMarker(before.captured, before.sized);
  if (before === undefined || last === undefined || stray === null || !last.isAutomatic) return found;
  const block = extents.findLastIndex(({ low }) => low <= stray);
  const nominal = grouped(last.size.tokens);
  const fact = `request ${last.by} reported ${grouped(stray)} tokens up to its cache breakpoint, not ${nominal}`;
  return [
    ...found.map((each) => (each.entry.key === last.key ? { ...each, elsewhere: fact } : each)),
    { entry: { ...last, key: '', size: exactly(stray), isProved: true, isAutomatic: false }, block },
  ];
}
