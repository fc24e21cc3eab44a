/** Where a place is inside its file, in the words of the file: keys of JSON and YAML, headings of Markdown. */

/** Headings deeper than this are noise in a line of the window. */
const mostSteps = 4;

export function isMarkdown(source: string): boolean {
  return /\.(?:md|mdc|markdown)$/i.test(source);
}

export function placeInFile(
  path: readonly (string | number)[] | undefined,
  text: string,
  at: number,
  hasHeadings: boolean,
): readonly string[] {
  if (path !== undefined && path.length > 0) return path.map(String);
  return hasHeadings ? headingsAbove(text, at) : [];
}

/** The headings that the place is under, outermost first. Fenced code has no headings. */
function headingsAbove(text: string, at: number): readonly string[] {
  const open: { readonly level: number; readonly title: string }[] = [];
  let isFenced = false;
  // The line of the place counts: the cursor may be in a heading.
  const end = text.indexOf('\n', at);
  for (const line of text.slice(0, end === -1 ? text.length : end).split('\n')) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const found = isFenced ? null : /^(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line);
    if (found === null) continue;
    const level = found[1]?.length ?? 1;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ level, title: found[2] ?? '' });
  }
  return open.slice(-mostSteps).map(({ title }) => title);
}
