/**
 * How many tokens each prefix of a request has, by what was reported: the sum of tokens read and written is the exact
 * size of the prefix up to the last marker, and the whole input that of the request. Between such points the estimate
 * is stretched to fit.
 */
import { memoByIdentity } from '../../basics/memo';
import type { RulePack } from '../packs/rule-pack';
import type { CacheRequest } from '../simulate/blocks';
import { prefixesOf } from '../simulate/prefix';
import type { Extent } from './types';

/** The prefixes of a request by their text alone: parameters and model do not enter the keys. */
export interface SizedRequest {
  readonly request: CacheRequest;
  /** Key of the text up to and including each block. */
  readonly keys: readonly string[];
  /** Tokens up to and including each block, as reported or estimated. */
  readonly extents: readonly Extent[];
  /** Blocks up to which the tokens are reported. */
  readonly reported: ReadonlySet<number>;
  readonly total: Extent;
}

/** A copy of the pack. `prefixesOf` remembers the last request by its pack, and these requests have no parameters. */
const textPack = memoByIdentity((pack: RulePack): RulePack => ({ ...pack }));

export function textKeys(request: CacheRequest, pack: RulePack): readonly string[] {
  return prefixesOf({ ...request, parameters: {} }, textPack(pack)).map(({ key }) => key);
}

/** Different kinds of text have different ratios: a stretch may be off by this share. */
const stretchSpread = 0.2;
/** The same before anything was reported for the model. */
const unreportedSpread = 0.5;

export interface KnownSizes {
  /** By the key of the prefix. */
  readonly exact: ReadonlyMap<string, number>;
  /** Input tokens of the whole request; null if not reported. */
  readonly total: number | null;
  /** Reported per estimated token of earlier requests. */
  readonly ratio: number | undefined;
}

export function sizesOf(request: CacheRequest, keys: readonly string[], sizes: KnownSizes): SizedRequest {
  const estimates: number[] = [];
  let sum = 0;
  for (const { tokens } of request.blocks) estimates.push((sum += tokens));
  const points = [{ block: -1, estimate: 0, exact: 0 }];
  const reported = new Set<number>();
  for (const [block, key] of keys.entries()) {
    const exact = sizes.exact.get(key);
    const isOrdered = exact !== undefined && exact >= (points.at(-1)?.exact ?? 0);
    if (!isOrdered || (sizes.total !== null && exact > sizes.total)) continue;
    points.push({ block, estimate: estimates[block] ?? 0, exact });
    reported.add(block);
  }
  const last = keys.length - 1;
  if (sizes.total !== null && !reported.has(last)) points.push({ block: last, estimate: sum, exact: sizes.total });
  const extents: Extent[] = [];
  let at = 0;
  for (const [block, estimate] of estimates.entries()) {
    while ((points[at + 1]?.block ?? Infinity) < block) at += 1;
    const [from, to] = [points[at] ?? { block: -1, estimate: 0, exact: 0 }, points[at + 1]];
    if (to === undefined) extents.push(beyond(from, estimate, sizes.ratio));
    else if (to.block === block && (reported.has(block) || block === last)) extents.push(exactly(to.exact));
    else extents.push(between(from, to, estimate));
  }
  const total = sizes.total === null ? (extents.at(-1) ?? exactly(0)) : exactly(sizes.total);
  return { request, keys, extents, reported, total };
}

export function exactly(tokens: number): Extent {
  return { low: tokens, tokens, high: tokens };
}

interface Point {
  readonly estimate: number;
  readonly exact: number;
}

function between(from: Point, to: Point, estimate: number): Extent {
  const share = to.estimate === from.estimate ? 0 : (estimate - from.estimate) / (to.estimate - from.estimate);
  const tokens = from.exact + share * (to.exact - from.exact);
  const slack = stretchSpread * Math.min(tokens - from.exact, to.exact - tokens);
  return rounded(tokens, slack);
}

function beyond(from: Point, estimate: number, ratio: number | undefined): Extent {
  const more = (estimate - from.estimate) * (ratio ?? 1);
  return rounded(from.exact + more, more * (ratio === undefined ? unreportedSpread : stretchSpread));
}

function rounded(tokens: number, slack: number): Extent {
  return {
    low: Math.max(0, Math.floor(tokens - slack)),
    tokens: Math.round(tokens),
    high: Math.ceil(tokens + slack),
  };
}
