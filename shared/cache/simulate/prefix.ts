import { byCodePoint } from '../../document/code-point-order';
import type { CacheRequest, RequestPart } from './blocks';
import { hashText } from './hash';
import type { RulePack } from '../packs/rule-pack';

/** The state of a request after each of its blocks: what an entry's key and size would be there. */
export interface Prefix {
  readonly key: string;
  readonly tokens: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Chains block hashes. A parameter enters the chain at the first part that the pack's invalidation matrix says it
 * loses, so that changing it loses that part and everything behind, and nothing before.
 */
export function prefixesOf(request: CacheRequest, pack: RulePack): readonly Prefix[] {
  const prefixes: Prefix[] = [];
  const entered = new Set<RequestPart>();
  let key = pack.provider;
  let [tokens, low, high] = [0, 0, 0];
  for (const block of request.blocks) {
    for (const part of pack.order.slice(0, pack.order.indexOf(block.part) + 1)) {
      if (entered.has(part)) continue;
      entered.add(part);
      key = hashText(`${key}|${part}|${parametersAt(request, pack, part)}`);
    }
    key = hashText(`${key}|${block.role}|${block.hash}`);
    tokens += block.tokens;
    low += block.low;
    high += block.high;
    prefixes.push({ key, tokens, low, high });
  }
  return prefixes;
}

function parametersAt({ parameters }: CacheRequest, pack: RulePack, part: RequestPart): string {
  return Object.keys(parameters)
    .filter((name) => partLostBy(pack, name) === part)
    .toSorted(byCodePoint)
    .map((name) => `${name}=${parameters[name]}`)
    .join(',');
}

/** A parameter the matrix does not list is taken to lose only the messages. */
export function partLostBy(pack: RulePack, change: string): RequestPart {
  const row = pack.invalidation.find((each) => each.change === change);
  return pack.order.find((part) => row?.[part] === 'lost') ?? 'messages';
}
