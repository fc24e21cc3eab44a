import type { Block, CacheRequest, Marker } from '../../../shared/cache/simulate/blocks';
import type { CacheEntry, Outcome } from '../../../shared/cache/simulate/outcome';
import { simulate } from '../../../shared/cache/simulate/simulate';
import { rulesFor, type ModelRules } from '../../../shared/cache/packs/rule-pack';
import { shippedPacks } from '../../../shared/cache/packs/packs';
import { nodeId } from '../../../shared/document/builders';

/** `text` is the block's content; two blocks with the same text are the same block. */
export function block(
  text: string,
  tokens = 100,
  part: Block['part'] = 'messages',
  role: Block['role'] = 'user',
): Block {
  return { id: nodeId(text), part, role, hash: text, tokens, low: tokens, high: tokens, endsMessage: part !== 'tools' };
}

export function request(
  blocks: readonly Block[],
  markers: readonly (number | Marker)[] = [],
  parameters: CacheRequest['parameters'] = {},
): CacheRequest {
  return {
    blocks,
    markers: markers.map((marker) => (typeof marker === 'number' ? { block: marker, ttl: '5m' } : marker)),
    parameters,
  };
}

export function rules(provider: string, model: string): ModelRules {
  const found = rulesFor(shippedPacks, provider, model);
  if (found === undefined) throw new Error(`no rules for ${provider}`);
  return found;
}

/** Sends requests in order; each second element is the sending time in seconds. */
export function send(
  model: ModelRules,
  ...requests: readonly (readonly [request: CacheRequest, at: number])[]
): readonly Outcome[] {
  let entries: readonly CacheEntry[] = [];
  let previous: CacheRequest | undefined;
  return requests.map(([each, at]) => {
    const outcome = simulate(
      each,
      entries,
      { at, firstToken: 1, ...(previous === undefined ? {} : { previous }) },
      model,
    );
    entries = outcome.entries;
    previous = each;
    return outcome;
  });
}
