/** Versions are numbers with dots and optional build metadata: `2.1.37+strata.1`. Other versions have no order. */

interface Version {
  readonly numbers: readonly number[];
  readonly build: number;
}

function parse(version: string): Version | undefined {
  const match = /^v?(\d+(?:\.\d+)*)(?:\+[a-z]+\.(\d+))?$/.exec(version.trim());
  if (match?.[1] === undefined) return undefined;
  return { numbers: match[1].split('.').map(Number), build: Number(match[2] ?? 0) };
}

function difference(a: Version, b: Version): number {
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index += 1) {
    const step = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (step !== 0) return step;
  }
  return 0;
}

/** Build metadata does not make a version newer than its base. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [parse(version), parse(than)];
  return a !== undefined && b !== undefined && difference(a, b) > 0;
}

export function newestVersion(versions: readonly string[]): string | undefined {
  let newest: { readonly text: string; readonly version: Version } | undefined;
  for (const text of versions) {
    const version = parse(text);
    if (version === undefined) continue;
    const step = newest === undefined ? 1 : difference(version, newest.version) || version.build - newest.version.build;
    if (step > 0) newest = { text, version };
  }
  return newest?.text;
}
