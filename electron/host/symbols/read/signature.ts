/** Shortens signatures. Input is the source text between the parentheses; only parameter names are kept, not types. */

/** Longer signatures would dominate the map. */
const maxLength = 120;

const quote = 1;
const opener = 2;
const closer = 3;
const less = 4;
const greater = 5;
const comma = 6;

/** The role of a character in a parameter list; most have none. */
const roles = new Uint8Array(128);
for (const [chars, role] of [
  ['"\'`', quote],
  ['([{', opener],
  [')]}', closer],
  ['<', less],
  ['>', greater],
  [',', comma],
] as const) {
  for (const char of chars) roles[char.charCodeAt(0)] = role;
}

/**
 * Splits at commas outside brackets and quotes. `angles`: `<…>` are brackets too (not in languages where defaults may
 * compare).
 */
export function splitParameters(list: string, angles: boolean): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const code = list.charCodeAt(at);
    const role = code < 128 ? roles[code] : 0;
    if (role === 0) continue;
    if (role === quote) at = endOfQuote(list, at + 1, code);
    else if (role === opener || (role === less && angles)) depth += 1;
    else if (role === closer || (role === greater && angles && !isArrow(list, at))) depth -= 1;
    else if (role === comma && depth <= 0) {
      addTrimmed(parts, list.slice(start, at));
      start = at + 1;
    }
  }
  addTrimmed(parts, list.slice(start));
  return parts;
}

function addTrimmed(parts: string[], part: string): void {
  const trimmed = part.trim();
  if (trimmed !== '') parts.push(trimmed);
}

/** `=>` and `->` do not close a bracket. */
function isArrow(list: string, at: number): boolean {
  const before = list.charCodeAt(at - 1);
  return before === 61 || before === 45;
}

function endOfQuote(list: string, from: number, mark: number): number {
  for (let at = from; at < list.length; at += 1) {
    const code = list.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === mark) return at;
  }
  return list.length;
}

/** Without the parentheses, comments and line ends. */
function bare(list: string, comment: RegExp): string {
  const open = '([|'.includes(list.charAt(0)) ? 1 : 0;
  const close = ')]|'.includes(list.charAt(list.length - 1)) ? 1 : 0;
  const inside = list.slice(open, list.length - close);
  return inside.includes('/') || inside.includes('#') ? inside.replace(comment, ' ') : inside;
}

export const slashComments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
export const hashComments = /#[^\n]*/g;

export interface ParameterStyle {
  readonly angles: boolean;
  readonly comment: RegExp;
  /** The name of one parameter, with `?` if optional; empty if not worth showing (`self`). */
  readonly name: (parameter: string) => string;
}

export function signature(parameters: string, result: string, style: ParameterStyle): string {
  if (parameters === '()' && result === '') return '()';
  const names = splitParameters(bare(parameters, style.comment), style.angles)
    .map(style.name)
    .filter((name) => name !== '');
  return cut(`(${names.join(',')})${result === '' ? '' : `->${compact(result)}`}`);
}

/** Keeps one blank only where words need it. */
export function compact(type: string): string {
  if (!/\s/.test(type)) return type;
  const [first = '', ...rest] = type.replace(slashComments, ' ').trim().split(/\s+/);
  let text = first;
  for (const part of rest) text += endsAsWord(text) && startsAsWord(part) ? ` ${part}` : part;
  return text;
}

const startsAsWord = (text: string): boolean => /^[\w$]/.test(text);
const endsAsWord = (text: string): boolean => /[\w$]$/.test(text);

function cut(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/** The bases of a type, without their type arguments: `Base<T>, Other` → `(Base,Other)`. */
export function baseList(bases: readonly string[]): string {
  const names = bases.map((base) => compact(base.replace(/[<[(][\s\S]*$/, ''))).filter((base) => base !== '');
  return names.length === 0 ? '' : cut(`(${names.join(',')})`);
}

/** `Type name`, `Type name[]`, `Type (*name)(…)`, `Type name = default`: the C family's order. */
export function nameLast(parameter: string): string {
  // Fast path: most are this simple, and there are hundreds of thousands.
  const plain = /^[\w$]+[ *&]+([\w$]+)$/.exec(parameter);
  if (plain !== null) return plain[1] ?? '';
  const [declared = '', ...defaults] = parameter.split(/(?<![=!<>])=(?!=)/);
  const text = declared
    .replaceAll(/@\w+(?:\([^)]*\))?/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .trim();
  if (text === 'void' || text === '') return '';
  if (text === '...') return '...';
  const pointer = /\(\s*[*&^]+\s*(\w+)/.exec(text);
  const name = pointer?.[1] ?? /([\w$]+)\s*$/.exec(text)?.[1] ?? '';
  return name === '' ? '' : `${/\.\.\./.test(text) ? '...' : ''}${name}${defaults.length > 0 ? '?' : ''}`;
}
