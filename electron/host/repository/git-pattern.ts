/**
 * One pattern of a `.gitignore`, with git's semantics, matched without backtracking: work is bounded by the length of
 * the pattern times that of the path. Patterns and paths are byte strings (`latin1`), because git matches bytes.
 */

type Step =
  | { readonly kind: 'one'; readonly accepts: (byte: number) => boolean }
  /** `*`: any run of bytes; `slash`: includes `/`. */
  | { readonly kind: 'run'; readonly slash: boolean }
  /** `**` with the slash after it: no folder, or any folders. */
  | { readonly kind: 'folders' };

const slash = 47;

/** Matching steps left, shared by all patterns of one walk. Below 0 nothing matches. */
export interface Work {
  left: number;
}

/** Undefined for a glob that cannot match (an unclosed or unknown class). `pathname`: `*` and `?` stop at `/`. */
export function compileGlob(
  glob: string,
  pathname: boolean,
  ignoreCase: boolean,
  work: Work,
): ((text: string) => boolean) | undefined {
  const steps = parseGlob(glob, pathname, ignoreCase);
  return steps === undefined ? undefined : (text) => matches(steps, text, work);
}

function parseGlob(glob: string, pathname: boolean, ignoreCase: boolean): readonly Step[] | undefined {
  const steps: Step[] = [];
  let at = 0;
  while (at < glob.length) {
    const char = glob[at];
    if (char === '*') {
      const begin = at;
      while (glob[at] === '*') at += 1;
      const double = at - begin > 1;
      const standsAlone =
        (begin === 0 || glob[begin - 1] === '/') &&
        (at === glob.length || glob[at] === '/' || glob.startsWith('\\/', at));
      if (pathname && double && standsAlone && glob[at] === '/') {
        steps.push({ kind: 'folders' });
        at += 1;
      } else steps.push({ kind: 'run', slash: !pathname || (double && standsAlone) });
    } else if (char === '?') {
      steps.push({ kind: 'one', accepts: (byte) => !pathname || byte !== slash });
      at += 1;
    } else if (char === '[') {
      const found = parseClass(glob, at, pathname, ignoreCase);
      if (found === undefined) return undefined;
      steps.push({ kind: 'one', accepts: found.accepts });
      at = found.end;
    } else {
      if (char === '\\') at += 1;
      if (at === glob.length) return undefined;
      const wanted = fold(glob.charCodeAt(at), ignoreCase);
      steps.push({ kind: 'one', accepts: (byte) => fold(byte, ignoreCase) === wanted });
      at += 1;
    }
  }
  return steps;
}

function fold(byte: number, ignoreCase: boolean): number {
  return ignoreCase && byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** Tracks all possible next steps at once, so it never backtracks. */
function matches(steps: readonly Step[], text: string, work: Work): boolean {
  let current = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  reach(steps, current, 0);
  for (let at = 0; at < text.length; at += 1) {
    const byte = text.charCodeAt(at);
    let alive = false;
    next.fill(0);
    // Skipping an inactive step is cheap.
    work.left -= 1 + (steps.length >> 4);
    if (work.left < 0) return false;
    for (let index = 0; index < steps.length; index += 1) {
      const step = steps[index];
      if (current[index] === 0 || step === undefined) continue;
      work.left -= 1;
      if (step.kind === 'one') {
        if (step.accepts(byte)) alive = reach(steps, next, index + 1);
      } else if (step.kind === 'run') {
        if (step.slash || byte !== slash) alive = reach(steps, next, index);
      } else {
        // Within the folders; after a `/` the next step may begin.
        next[index] = 1;
        alive = true;
        if (byte === slash) reach(steps, next, index + 1);
      }
    }
    if (!alive) return false;
    [current, next] = [next, current];
  }
  return current[steps.length] === 1;
}

/**
 * Marks a step and the following ones that need no byte. `folders` can be empty only at its start, so the steps after
 * it are marked too.
 */
function reach(steps: readonly Step[], marked: Uint8Array, from: number): true {
  for (let index = from; ; index += 1) {
    marked[index] = 1;
    const kind = steps[index]?.kind;
    if (kind !== 'run' && kind !== 'folders') return true;
  }
}

const between =
  (low: number, high: number) =>
  (byte: number): boolean =>
    byte >= low && byte <= high;
const isUpper = between(65, 90);
const isLower = between(97, 122);
const isDigit = between(48, 57);
const isAlpha = (byte: number): boolean => isUpper(byte) || isLower(byte);
const isAlnum = (byte: number): boolean => isAlpha(byte) || isDigit(byte);
const isSpace = (byte: number): boolean => byte === 32 || byte === 9 || byte === 10 || byte === 13;
const isPrint = between(32, 126);

const classes: Readonly<Record<string, (byte: number) => boolean>> = {
  alnum: isAlnum,
  alpha: isAlpha,
  blank: (byte) => byte === 32 || byte === 9,
  cntrl: (byte) => byte < 32 || byte === 127,
  digit: isDigit,
  graph: (byte) => isPrint(byte) && !isSpace(byte),
  lower: isLower,
  print: isPrint,
  punct: (byte) => isPrint(byte) && byte !== 32 && !isAlnum(byte),
  space: isSpace,
  upper: isUpper,
  xdigit: (byte) => isDigit(byte) || between(97, 102)(byte) || between(65, 70)(byte),
};

/** `[a-z]`, `[!x]`, `[[:digit:]]`: what the class accepts, and where the glob continues. */
function parseClass(
  glob: string,
  begin: number,
  pathname: boolean,
  ignoreCase: boolean,
): { readonly accepts: (byte: number) => boolean; readonly end: number } | undefined {
  const parts: ((byte: number) => boolean)[] = [];
  let at = begin + 1;
  const negated = glob[at] === '!' || glob[at] === '^';
  if (negated) at += 1;
  let previous: number | undefined;
  const start = at;
  while (at === start || glob[at] !== ']') {
    if (at >= glob.length) return undefined;
    const close = glob.indexOf(']', at + 2);
    if (glob[at] === '-' && previous !== undefined && at + 1 < glob.length && glob[at + 1] !== ']') {
      at += glob[at + 1] === '\\' ? 2 : 1;
      if (at >= glob.length) return undefined;
      parts.push(between(previous, glob.charCodeAt(at)));
      previous = undefined;
    } else if (glob.startsWith('[:', at) && close === -1) {
      return undefined;
    } else if (glob.startsWith('[:', at) && close > at + 2 && glob[close - 1] === ':') {
      const named = classes[glob.slice(at + 2, close - 1)];
      if (named === undefined) return undefined;
      parts.push(named);
      at = close;
      previous = undefined;
    } else {
      if (glob[at] === '\\') at += 1;
      if (at >= glob.length) return undefined;
      const byte = glob.charCodeAt(at);
      parts.push((each) => each === byte);
      previous = byte;
    }
    at += 1;
  }
  const isIn = (byte: number): boolean => parts.some((part) => part(byte));
  const inEitherCase = (byte: number): boolean =>
    isIn(byte) || (isUpper(byte) && isIn(byte + 32)) || (isLower(byte) && isIn(byte - 32));
  const test = ignoreCase ? inEitherCase : isIn;
  return { accepts: (byte) => test(byte) !== negated && !(pathname && byte === slash), end: at + 1 };
}
