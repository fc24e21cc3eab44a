/** Keys that hold cache markers. A marker is no content, wherever it stands. */
export const markerKeys: ReadonlySet<string> = new Set(['cache_control', 'prompt_cache_breakpoint', 'cachePoint']);
