/**
 * True if a path below the working folder matches a rule's pattern: `**`, `*`, `?`, `{a,b}` and `[a-z]`. A pattern
 * without a slash matches in the working folder alone. Broken patterns match nothing.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  if (pattern.length > longest) return false;
  return alternatives(pattern.replace(/^\.\//, '')).some((each) => matchSteps(each.split('/'), path.split('/')));
}

const longest = 500;
const mostAlternatives = 200;

/** The patterns that braces stand for. */
function alternatives(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = /\{([^{}]*)\}/.exec(next);
    if (inner === null || done.length + open.length > mostAlternatives) {
      done.push(next);
      continue;
    }
    const [whole, list = ''] = inner;
    const before = next.slice(0, inner.index);
    const after = next.slice(inner.index + whole.length);
    open.push(...list.split(',').map((choice) => `${before}${choice}${after}`));
  }
  return done;
}

/** Tries each pair of positions once. */
function matchSteps(pattern: readonly string[], path: readonly string[]): boolean {
  // Row i: which starts of the path the rest of the pattern from i on matches.
  let row = path.map(() => false).concat(true);
  for (const step of pattern.toReversed()) {
    const below = row;
    row = path.map(() => false).concat(false);
    for (let at = path.length; at >= 0; at -= 1)
      row[at] =
        step === '**'
          ? below[at] === true || (at < path.length && row[at + 1] === true)
          : at < path.length && below[at + 1] === true && matchStep(step, path[at] ?? '');
  }
  return row[0] === true;
}

function matchStep(pattern: string, name: string): boolean {
  const tokens = pattern.match(/\[[^\]]*\]|[\s\S]/g) ?? [];
  let row = [...name].map(() => false).concat(true);
  const letters = [...name];
  for (const token of tokens.toReversed()) {
    const below = row;
    row = letters.map(() => false).concat(false);
    for (let at = letters.length; at >= 0; at -= 1)
      row[at] =
        token === '*'
          ? below[at] === true || (at < letters.length && row[at + 1] === true)
          : at < letters.length && below[at + 1] === true && matchLetter(token, letters[at] ?? '');
  }
  return row[0] === true;
}

function matchLetter(token: string, letter: string): boolean {
  if (token === '?') return true;
  if (!token.startsWith('[') || token.length < 3) return token === letter;
  const isNot = /^\[[!^]/.test(token);
  const set = token.slice(isNot ? 2 : 1, -1);
  let isIn = false;
  for (let at = 0; at < set.length; at += 1) {
    const from = set[at] ?? '';
    const isRange = set[at + 1] === '-' && at + 2 < set.length;
    const to = isRange ? (set[at + 2] ?? '') : from;
    if (letter >= from && letter <= to) isIn = true;
    if (isRange) at += 2;
  }
  return isIn !== isNot;
}
