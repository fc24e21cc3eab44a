/**
 * Slow, literal restatements of the published rules, to compare the simulator with. Prefixes are compared as whole
 * lists.
 */
import type { CacheRequest } from '../../../shared/cache/simulate/blocks';
import type { ModelRules } from '../../../shared/cache/packs/rule-pack';

interface Sent {
  readonly blocks: readonly string[];
  readonly readableFrom: number;
  until: number;
  readonly ttl: number;
}

export interface LiteralSplit {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
}

const contents = (request: CacheRequest) => request.blocks.map(({ role, hash }) => `${role}:${hash}`);
const tokensOf = (request: CacheRequest, count: number) =>
  request.blocks.slice(0, count).reduce((sum, { tokens }) => sum + tokens, 0);
const equal = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, index) => each === b[index]);

/**
 * Anthropic, and Bedrock, where the n-th checkpoint needs n times the minimum: "writes only at markers; at each marker
 * look for an entry, one block at a time, twenty positions".
 */
export function literalMarkers(
  script: readonly (readonly [CacheRequest, number])[],
  rules: ModelRules,
): readonly LiteralSplit[] {
  const cache: Sent[] = [];
  return script.map(([request, at]) => {
    const parts = contents(request);
    const found = (length: number) =>
      cache.find(
        (entry) => entry.readableFrom <= at && at < entry.until && equal(entry.blocks, parts.slice(0, length)),
      );
    let readLength = 0;
    for (const marker of request.markers) {
      for (let step = 0; step < 20; step += 1) {
        const length = marker.block + 1 - step;
        if (length >= 1 && found(length) !== undefined) {
          readLength = Math.max(readLength, length);
          break;
        }
      }
    }
    const renew = request.markers.map(({ block }) => found(block + 1)).filter((entry) => entry !== undefined);
    const hit = readLength === 0 ? undefined : found(readLength);
    for (const entry of [...renew, ...(hit === undefined ? [] : [hit])]) entry.until = at + entry.ttl;
    let writtenLength = readLength;
    for (const [index, { block, ttl }] of request.markers.entries()) {
      const length = block + 1;
      const times = rules.pack.provider === 'bedrock' ? index + 1 : 1;
      if (length <= readLength && found(length) !== undefined) continue;
      if (tokensOf(request, length) < (rules.model.minimum ?? 0) * times) continue;
      writtenLength = Math.max(writtenLength, length);
      const seconds = ttl === '1h' ? 3600 : 300;
      const old = cache.findIndex((entry) => equal(entry.blocks, parts.slice(0, length)));
      if (old !== -1) cache.splice(old, 1);
      cache.push({ blocks: parts.slice(0, length), readableFrom: at + 1, until: at + seconds, ttl: seconds });
    }
    const [read, upTo, total] = [
      tokensOf(request, readLength),
      tokensOf(request, writtenLength),
      tokensOf(request, parts.length),
    ];
    return { read, written: upTo - read, uncached: total - upTo };
  });
}

/**
 * OpenAI 5.6. Implicit mode writes the end of the latest user message and the latest three markers, and looks at the
 * first two and latest fifty markers, the latest message ends and the end of the developer block; explicit mode has its
 * markers alone. "Not markable: tool definitions, assistant output."
 */
export function literalOpenai(
  script: readonly (readonly [CacheRequest, number])[],
  rules: ModelRules,
): readonly LiteralSplit[] {
  const cache: Sent[] = [];
  return script.map(([request, at]) => {
    const parts = contents(request);
    const isExplicit = request.parameters['prompt_cache_mode'] === 'explicit';
    const isTaken = (block: number) =>
      request.blocks[block]?.role !== 'assistant' && request.blocks[block]?.part !== 'tools';
    const marked = request.markers.filter(({ block }) => isTaken(block)).map(({ block }) => block + 1);
    const developer = request.blocks.findLastIndex(({ part }) => part === 'system');
    const ends = isExplicit
      ? []
      : request.blocks.flatMap(({ role }, index) => (role === 'user' || index === developer ? [index + 1] : []));
    const looked = [
      ...ends.slice(-21),
      ...(developer === -1 || isExplicit ? [] : [developer + 1]),
      ...marked.slice(0, 2),
      ...marked.slice(-50),
    ].toSorted((a, b) => b - a);
    const found = (length: number) =>
      cache.find(
        (entry) => entry.readableFrom <= at && at < entry.until && equal(entry.blocks, parts.slice(0, length)),
      );
    const readLength = looked.find((length) => found(length) !== undefined) ?? 0;
    const hit = readLength === 0 ? undefined : found(readLength);
    if (hit !== undefined) hit.until = at + 1800;
    const latest = ends.at(-1);
    const writes = [...marked.slice(isExplicit ? -4 : -3), ...(latest === undefined ? [] : [latest])];
    let writtenLength = readLength;
    for (const length of new Set(writes)) {
      if (tokensOf(request, length) < (rules.model.minimum ?? 0)) continue;
      writtenLength = Math.max(writtenLength, length);
      const old = cache.findIndex((entry) => equal(entry.blocks, parts.slice(0, length)));
      const before = old === -1 ? undefined : cache.splice(old, 1)[0];
      cache.push({
        blocks: parts.slice(0, length),
        readableFrom: Math.min(before?.readableFrom ?? Number.POSITIVE_INFINITY, at + 1),
        until: at + 1800,
        ttl: 1800,
      });
    }
    const [read, upTo, total] = [
      tokensOf(request, readLength),
      tokensOf(request, writtenLength),
      tokensOf(request, parts.length),
    ];
    return { read, written: upTo - read, uncached: total - upTo };
  });
}

/**
 * The most that a provider could read if it caches any common prefix: the longest one shared with an answered request.
 */
export function literalCommon(
  script: readonly (readonly [CacheRequest, number])[],
  step: number,
  minimum: number,
): readonly number[] {
  const answered: { readonly blocks: readonly string[]; readonly from: number }[] = [];
  return script.map(([request, at]) => {
    const parts = contents(request);
    const common =
      parts.findLastIndex((_, index) =>
        answered.some(
          (earlier) => earlier.from <= at && equal(earlier.blocks.slice(0, index + 1), parts.slice(0, index + 1)),
        ),
      ) + 1;
    answered.push({ blocks: parts, from: at + 1 });
    const tokens = tokensOf(request, common);
    return tokens < minimum ? 0 : Math.floor(tokens / step) * step;
  });
}

/**
 * DeepSeek: a unit ends at the end of each input, and at the longest prefix shared with an earlier request once it is
 * seen.
 */
export function literalUnits(script: readonly (readonly [CacheRequest, number])[]): readonly LiteralSplit[] {
  const units: { readonly blocks: readonly string[]; readonly from: number }[] = [];
  const seen: (readonly string[])[] = [];
  return script.map(([request, at]) => {
    const parts = contents(request);
    const lengths = parts.map((_, index) => index + 1).toReversed();
    const readLength =
      lengths.find((length) => units.some((unit) => unit.from <= at && equal(unit.blocks, parts.slice(0, length)))) ??
      0;
    const common =
      lengths.find((length) => seen.some((earlier) => equal(earlier.slice(0, length), parts.slice(0, length)))) ?? 0;
    for (const length of [parts.length, common])
      if (length > 0) units.push({ blocks: parts.slice(0, length), from: at + 1 });
    seen.push(parts);
    const [read, total] = [tokensOf(request, readLength), tokensOf(request, parts.length)];
    return { read, written: 0, uncached: total - read };
  });
}
