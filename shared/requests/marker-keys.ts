import type { ConfigEntry } from '../sources/config/config-node';

/** Keys that hold cache markers of blocks and tools. */
const markerKeys: ReadonlySet<string> = new Set(['cache_control', 'prompt_cache_breakpoint', 'cachePoint']);

/** A marker is no content; null says that there is none. Any other value under such a key is what somebody sent. */
export function isMarker({ key, value }: ConfigEntry): boolean {
  return markerKeys.has(key) && (value.kind === 'object' || (value.kind === 'scalar' && value.value === null));
}
