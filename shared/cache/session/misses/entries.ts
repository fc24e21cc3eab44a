/** What the requests of a session have put into the provider's cache, as far as the published rules say. */
import type { Parameters, RequestPart } from '../../simulate/blocks';
import { lifetimeSeconds, takesBreakpoints, type ModelRules, type Ttl } from '../../packs/rule-pack';
import type { SizedRequest } from '../sizes';
import type { CapturedRequest, Extent } from '../types';

/** The cache after one marker, or after one block where the provider caches by itself. */
export interface WrittenEntry {
  /** The request that wrote it. A later request that reads it does not change this. */
  readonly by: number;
  readonly thread: string | null;
  readonly key: string;
  readonly model: string;
  readonly parameters: Parameters;
  /** Part of the request that its last block belongs to. */
  readonly part: RequestPart;
  readonly size: Extent;
  /** The provider reported that so much was written or read. */
  readonly isProved: boolean;
  readonly isAutomatic: boolean;
  readonly ttl: Ttl | null;
  /** Null: no lifetime is published. */
  readonly seconds: number | null;
  /** When it was last written or read. */
  readonly usedAt: number;
  readonly readableFrom: number;
  /** When the response of its writer began is not known. */
  readonly isReadableUnsure: boolean;
}

/** Reported sizes may differ by this much: framing at the end of a request belongs to no block. */
export const sizeTolerance = 8;

export function isWithin(tokens: number, { low, high }: Extent, more = 0): boolean {
  return tokens >= low - sizeTolerance - more && tokens <= high + sizeTolerance;
}

/** Seconds until a response begins, if that was not reported. */
const usualFirstByte = 1;

/** The entries that a request leaves behind, by its markers or, without any, at each of its blocks. */
export function entriesOf(
  { number, thread, at, firstByte, ended, document, analysis, usage }: CapturedRequest,
  { request, keys, extents }: SizedRequest,
  rules: ModelRules,
): readonly WrittenEntry[] {
  const readableFrom = at + (firstByte ?? ended ?? usualFirstByte);
  const cachedUpTo = usage?.read == null || usage.written === null ? null : usage.read + usage.written;
  const last = request.markers.at(-1)?.block;
  const isAutomatic = document.breakpoints.some(({ automatic }) => automatic === true);
  const entryAt = (block: number, ttl: Ttl | null): WrittenEntry => {
    const size = extents[block] ?? { low: 0, tokens: 0, high: 0 };
    const seconds = ttl === null ? (rules.pack.lifetimes[0]?.seconds ?? null) : lifetimeSeconds(rules, ttl);
    return {
      by: number,
      thread,
      key: keys[block] ?? '',
      model: analysis.model.id,
      parameters: request.parameters,
      part: request.blocks[block]?.part ?? 'messages',
      size,
      isProved: cachedUpTo !== null && cachedUpTo > 0 && cachedUpTo >= size.low - sizeTolerance,
      isAutomatic: isAutomatic && block === last,
      ttl,
      seconds,
      usedAt: at,
      readableFrom,
      isReadableUnsure: firstByte === null && ended === null,
    };
  };
  if (rules.algorithm === 'markers') return request.markers.map(({ block, ttl }) => entryAt(block, ttl));
  if (rules.algorithm === 'none') return [];
  const ttl = takesBreakpoints(rules) ? (rules.pack.lifetimes[0]?.ttl ?? null) : null;
  return request.blocks.map((_, block) => entryAt(block, ttl));
}

/** The size of the cached part that the provider reported, if it fits none of the request's own markers. */
export function strayMarker({ usage }: CapturedRequest, { request, extents }: SizedRequest): number | null {
  const last = request.markers.at(-1);
  if (usage?.read == null || usage.written === null || last === undefined) return null;
  const upTo = usage.read + usage.written;
  const size = extents[last.block];
  return upTo === 0 || size === undefined || isWithin(upTo, size) ? null : upTo;
}
