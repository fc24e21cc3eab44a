/** Keys that hold cache markers. A marker is never content. */
export const markerKeys: ReadonlySet<string> = new Set(['cache_control', 'prompt_cache_breakpoint', 'cachePoint']);
