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

/** Further ones of a text are put together, within a word: it could be made of nothing but escapes. */
const mostPieces = 50_000;

/** As far as nothing ends a word or means something in it. */
const plainRun = /[^\s'"\\$]*/y;

function isSpace(char: string): boolean {
  return (
    char === ' ' || char === '\n' || char === '\t' || char === '\r' || ((char > '~' || char < ' ') && /\s/.test(char))
  );
}

/**
 * Words as a POSIX shell splits them: single quotes are literal, `$'…'` and double quotes have escapes, a backslash
 * before a line end continues the line. Nothing is expanded and nothing is run. One pass over the text, one word at a
 * time: a text of many words needs no memory for them.
 */
export function* shellWords(text: string): Generator<ShellWord, void> {
  let pieces: Piece[] = [];
  let start = -1;
  let at = 0;
  let count = 0;
  /** Values of pieces that are put together, of which the last one of the word is the first. */
  let joined: string[] = [];
  const valueOf = ({ start: from, end, value }: Piece): string => value ?? text.slice(from, end);
  const endJoined = (): void => {
    const last = joined.length === 0 ? undefined : pieces.pop();
    if (last !== undefined) pieces.push({ ...last, value: joined.join('') });
    joined = [];
  };
  const add = (piece: Piece): void => {
    count += 1;
    const last = count > mostPieces ? pieces.at(-1) : undefined;
    if (last === undefined) pieces.push(piece);
    else {
      if (joined.length === 0) joined.push(valueOf(last));
      joined.push(valueOf(piece));
      pieces[pieces.length - 1] = { start: last.start, end: piece.end };
    }
  };
  const verbatim = (from: number, to: number): void => {
    if (to > from) add({ start: from, end: Math.min(to, text.length) });
  };
  const finished = (end: number): ShellWord => {
    endJoined();
    const [only] = pieces;
    const word = {
      start,
      end,
      pieces,
      text: pieces.length === 1 && only !== undefined ? valueOf(only) : pieces.map(valueOf).join(''),
    };
    pieces = [];
    start = -1;
    return word;
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
      add({ start: at, end: at + 2, value });
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
    else if (isSpace(char)) {
      if (start !== -1) yield finished(at);
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
        add({ start: at, end: Math.min(at + 2, text.length), value: next ?? '' });
        at = Math.min(at + 2, text.length);
      } else {
        const run = at;
        do {
          plainRun.lastIndex = at + 1;
          plainRun.test(text);
          at = plainRun.lastIndex;
        } while (text[at] === '$' && text[at + 1] !== "'");
        verbatim(run, at);
      }
    }
  }
  if (start !== -1) yield finished(text.length);
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
