import { byCodePoint } from '../../basics/code-point-order';
import type { CacheRequest, RequestPart } from './blocks';
import { hashText } from './hash';
import type { RulePack } from '../packs/rule-pack';

/** The state of a request after each block: the key and size of an entry there. */
export interface Prefix {
  readonly key: string;
  readonly tokens: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Chains block hashes. A parameter enters the chain at the first part that it invalidates by the pack's matrix.
 * Changing it thus invalidates that part and everything after, and nothing before.
 */
export function prefixesOf(request: CacheRequest, pack: RulePack): readonly Prefix[] {
  const [last, earlier] = recent.get(pack) ?? [];
  for (const each of [last, earlier]) if (each?.request === request) return each.prefixes;
  const prefixes: Prefix[] = [];
  const entered = new Set<RequestPart>();
  const shared = last === undefined ? 0 : sharedBlocks(last.request, request);
  let key = pack.provider;
  let [tokens, low, high] = [0, 0, 0];
  for (const [index, block] of request.blocks.entries()) {
    for (const part of pack.order.slice(0, pack.order.indexOf(block.part) + 1)) {
      if (entered.has(part)) continue;
      entered.add(part);
      key = hashText(`${key}|${part}|${parametersAt(request, pack, part)}`);
    }
    key = index < shared ? (last?.prefixes[index]?.key ?? '') : hashText(`${key}|${block.role}|${block.hash}`);
    tokens += block.tokens;
    low += block.low;
    high += block.high;
    prefixes.push({ key, tokens, low, high });
  }
  recent.set(pack, last === undefined ? [{ request, prefixes }] : [{ request, prefixes }, last]);
  return prefixes;
}

interface Chained {
  readonly request: CacheRequest;
  readonly prefixes: readonly Prefix[];
}

/**
 * The last two, newest first: a request is compared with the one before it. The next one of a session usually starts
 * like the last one, so its keys are reused while the blocks are equal.
 */
const recent = new WeakMap<RulePack, readonly [Chained, Chained?]>();

function sharedBlocks(
  { blocks: before, parameters: earlier }: CacheRequest,
  { blocks, parameters }: CacheRequest,
): number {
  if (!isSameParameters(earlier, parameters)) return 0;
  let at = 0;
  for (; at < blocks.length; at += 1) {
    const [was, now] = [before[at], blocks[at]];
    if (was === undefined || was.hash !== now?.hash || was.role !== now.role || was.part !== now.part) break;
  }
  return at;
}

function isSameParameters(before: CacheRequest['parameters'], now: CacheRequest['parameters']): boolean {
  const names = Object.keys(now);
  return names.length === Object.keys(before).length && names.every((name) => before[name] === now[name]);
}

function parametersAt({ parameters }: CacheRequest, pack: RulePack, part: RequestPart): string {
  return Object.keys(parameters)
    .filter((name) => partInvalidatedBy(pack, name) === part)
    .toSorted(byCodePoint)
    .map((name) => `${name}=${parameters[name]}`)
    .join(',');
}

/** A parameter missing from the matrix is assumed to invalidate only the messages. */
export function partInvalidatedBy(pack: RulePack, change: string): RequestPart {
  const row = pack.invalidation.find((each) => each.change === change);
  return pack.order.find((part) => row?.[part] === 'lost') ?? 'messages';
}
