/**
 * A provider with explicit markers that keeps its own cache, written from the published rules and sharing no code with
 * the simulator. Its tokenizer is one that nobody publishes. It can be told to forget, and to place markers elsewhere.
 */
export interface ScriptedBlock {
  readonly type: string;
  readonly text?: string;
  readonly cache_control?: { readonly type: 'ephemeral'; readonly ttl?: '5m' | '1h' };
}

export interface ScriptedBody {
  readonly model: string;
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  readonly system?: readonly ScriptedBlock[];
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: readonly ScriptedBlock[] }[];
  readonly tool_choice?: unknown;
  readonly cache_control?: { readonly type: 'ephemeral' };
  readonly context_management?: object;
}

export interface ScriptedUsage {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly output_tokens: number;
}

interface Kept {
  readableFrom: number;
  usedAt: number;
  readonly seconds: number;
}

interface Unit {
  readonly key: string;
  readonly tokens: number;
  readonly ttl: '5m' | '1h' | undefined;
}

const minimum = 1024;
const lookback = 20;

export class ScriptedProvider {
  readonly #kept = new Map<string, Kept>();

  /** Throws away everything, as routing to another machine does. */
  forget(): void {
    this.#kept.clear();
  }

  /** `back`: blocks before the last one where an automatic marker is placed. */
  answer(body: ScriptedBody, at: number, firstByte = 1, back = 0): ScriptedUsage {
    const units = unitsOf(body, back);
    const marked = units.flatMap(({ ttl }, index) => (ttl === undefined ? [] : [index]));
    let hit = -1;
    for (const marker of marked.toReversed()) {
      for (let index = marker; index >= 0 && index > marker - lookback; index -= 1) {
        const kept = this.#kept.get(units[index]?.key ?? '');
        if (kept === undefined || kept.readableFrom > at || at >= kept.usedAt + kept.seconds) continue;
        kept.usedAt = at;
        hit = Math.max(hit, index);
        break;
      }
      if (hit >= 0) break;
    }
    const read = hit < 0 ? 0 : (units[hit]?.tokens ?? 0);
    let upTo = read;
    for (const index of marked) {
      const unit = units[index];
      if (unit === undefined || unit.tokens < minimum) continue;
      const before = this.#kept.get(unit.key);
      if (unit.tokens <= read && before !== undefined) before.usedAt = at;
      else
        this.#kept.set(unit.key, {
          readableFrom: at + firstByte,
          usedAt: at,
          seconds: unit.ttl === '1h' ? 3600 : 300,
        });
      upTo = Math.max(upTo, unit.tokens);
    }
    const total = (units.at(-1)?.tokens ?? 0) + 4;
    return {
      input_tokens: total - upTo,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: upTo - read,
      output_tokens: 50,
    };
  }
}

function unitsOf(body: ScriptedBody, back: number): readonly Unit[] {
  const units: Unit[] = [];
  let [key, tokens] = [body.model, 350];
  const add = (value: Readonly<Record<string, unknown>>, marker: ScriptedBlock['cache_control']): void => {
    const text = JSON.stringify({ ...value, cache_control: undefined });
    key += `\n${text}`;
    tokens += Math.ceil(text.length / 3.1) + (text.length % 3);
    units.push({ key, tokens, ttl: marker === undefined ? undefined : (marker.ttl ?? '5m') });
  };
  for (const tool of body.tools ?? []) add(tool, undefined);
  for (const block of body.system ?? []) add({ ...block }, block.cache_control);
  key += `\n${JSON.stringify(body.tool_choice ?? null)}`;
  for (const { role, content } of body.messages)
    for (const block of content) add({ role, ...block }, block.cache_control);
  const at = units.length - 1 - back;
  const automatic = units[at];
  if (body.cache_control !== undefined && automatic !== undefined) units[at] = { ...automatic, ttl: '5m' };
  return units;
}
