/** Headers that belong to one connection and not to the message (RFC 9110, 7.6.1). All others pass as they are. */

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** `raw` is a flat list of names and values. Order, spelling and repetition stay. */
export function endToEnd(raw: readonly string[], dropped: readonly string[] = []): string[] {
  const named = new Set(dropped);
  forEachHeader(raw, (name, value) => {
    // `Connection: close, x-foo` makes x-foo hop-by-hop too.
    if (name === 'connection') for (const token of value.split(',')) named.add(token.trim().toLowerCase());
  });
  const result: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (!hopByHop.has(name.toLowerCase()) && !named.has(name.toLowerCase())) result.push(name, value);
  }
  return result;
}

export function headerOf(raw: readonly string[], wanted: string): string | undefined {
  let found: string | undefined;
  forEachHeader(raw, (name, value) => {
    if (name === wanted) found ??= value;
  });
  return found;
}

function forEachHeader(raw: readonly string[], use: (name: string, value: string) => void): void {
  for (let at = 0; at + 1 < raw.length; at += 2) use((raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '');
}
