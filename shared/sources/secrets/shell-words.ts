/** A part of a word; `value` is its meaning if that differs from what is written. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly value?: string;
}

export interface ShellWord {
  /** Offset in the command, including quotes. */
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
  readonly text: string;
}

const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', "'": "'", '"': '"', '\\': '\\' };
const doubleEscapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', $: '$', '`': '`', '\n': '' };

/**
 * Splits words like a POSIX shell: single quotes are literal, `$'…'` and double quotes have escapes, a backslash before
 * a line end continues the line. Expands nothing and runs nothing. One pass over the text.
 */
export function shellWords(text: string): readonly ShellWord[] {
  const words: ShellWord[] = [];
  let pieces: Piece[] = [];
  let start = -1;
  let at = 0;
  const verbatim = (from: number, to: number): void => {
    if (to > from) pieces.push({ start: from, end: Math.min(to, text.length) });
  };
  const finish = (end: number): void => {
    if (start !== -1)
      words.push({
        start,
        end,
        pieces,
        text: pieces.map((piece) => piece.value ?? text.slice(piece.start, piece.end)).join(''),
      });
    pieces = [];
    start = -1;
  };
  const quoted = (close: string, escapes: Readonly<Record<string, string>> | undefined): void => {
    let run = at;
    while (at < text.length && text[at] !== close) {
      const value = text[at] === '\\' && escapes !== undefined ? escapes[text[at + 1] ?? ''] : undefined;
      if (value === undefined) {
        at += 1;
        continue;
      }
      verbatim(run, at);
      pieces.push({ start: at, end: at + 2, value });
      at += 2;
      run = at;
    }
    verbatim(run, at);
    at = Math.min(at + 1, text.length);
  };
  while (at < text.length) {
    const char = text[at] ?? '';
    const next = text[at + 1];
    const lineEnd = char !== '\\' ? 0 : next === '\n' ? 2 : next === '\r' && text[at + 2] === '\n' ? 3 : 0;
    if (lineEnd > 0) at += lineEnd;
    else if (/\s/.test(char)) {
      finish(at);
      at += 1;
    } else {
      if (start === -1) start = at;
      if (char === "'") {
        at += 1;
        quoted("'", undefined);
      } else if (char === '$' && next === "'") {
        at += 2;
        quoted("'", ansiEscapes);
      } else if (char === '"') {
        at += 1;
        quoted('"', doubleEscapes);
      } else if (char === '\\') {
        pieces.push({ start: at, end: Math.min(at + 2, text.length), value: next ?? '' });
        at = Math.min(at + 2, text.length);
      } else {
        const run = at;
        do at += 1;
        while (at < text.length && !/[\s'"\\]/.test(text[at] ?? '') && !(text[at] === '$' && text[at + 1] === "'"));
        verbatim(run, at);
      }
    }
  }
  finish(text.length);
  return words;
}

/** Returns the source positions of the characters `[from, to)` of a word. */
export function writtenAt(
  { pieces }: ShellWord,
  from: number,
  to: number,
): readonly { readonly start: number; readonly end: number }[] {
  const found: { readonly start: number; readonly end: number }[] = [];
  let at = 0;
  for (const { start, end, value } of pieces) {
    const length = value?.length ?? end - start;
    const [first, last] = [Math.max(from - at, 0), Math.min(to - at, length)];
    if (first < last) found.push(value === undefined ? { start: start + first, end: start + last } : { start, end });
    at += length;
  }
  return found;
}
