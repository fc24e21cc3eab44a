/** Parameters come as the source text between their parentheses; names are read off it, types are left to the reader of the file. */

/** Longer than this a signature says more than the rest of the map. */
const maxLength = 120;

const openers = '([{';
const closers = ')]}';

/** Cuts at commas outside of brackets and quotes. `angles`: `<…>` are brackets too (not in a language where they compare in defaults). */
export function splitParameters(list: string, angles: boolean): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = '';
  for (let at = 0; at < list.length; at += 1) {
    const char = list.charAt(at);
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (openers.includes(char) || (angles && char === '<')) depth += 1;
    else if (closers.includes(char)) depth -= 1;
    else if (angles && char === '>' && list.charAt(at - 1) !== '=' && list.charAt(at - 1) !== '-') depth -= 1;
    else if (char === ',' && depth <= 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(list.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Without the parentheses, comments and line ends. */
function bare(list: string, comment: RegExp): string {
  const open = /^[([|]/.test(list) ? 1 : 0;
  const close = /[)\]|]$/.test(list) ? 1 : 0;
  const inside = list.slice(open, list.length - close);
  return inside.includes('/') || inside.includes('#') ? inside.replace(comment, ' ') : inside;
}

export const slashComments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
export const hashComments = /#[^\n]*/g;

export interface ParameterStyle {
  readonly angles: boolean;
  readonly comment: RegExp;
  /** The name of one parameter, `?` behind it when it may be left out; empty for one that is not worth showing (`self`). */
  readonly name: (parameter: string) => string;
}

export function signature(parameters: string, result: string, style: ParameterStyle): string {
  if (parameters === '()' && result === '') return '()';
  const names = splitParameters(bare(parameters, style.comment), style.angles)
    .map(style.name)
    .filter((name) => name !== '');
  return cut(`(${names.join(',')})${result === '' ? '' : `->${compact(result)}`}`);
}

/** One blank where blanks are needed between words, none anywhere else. */
export function compact(type: string): string {
  if (!/\s/.test(type)) return type;
  return type.replace(slashComments, ' ').trim().replaceAll(/\s+/g, ' ').replaceAll(/ ?([^\w$ ]) ?/g, '$1');
}

export function cut(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/** The bases of a type, without their type arguments: `Base<T>, Other` → `(Base,Other)`. */
export function baseList(bases: readonly string[]): string {
  const names = bases.map((base) => compact(base.replace(/[<[(][\s\S]*$/, ''))).filter((base) => base !== '');
  return names.length === 0 ? '' : cut(`(${names.join(',')})`);
}

/** `Type name`, `Type name[]`, `Type (*name)(…)`, `Type name = default`: the C family's order. */
export function nameLast(parameter: string): string {
  const [declared = '', ...defaults] = parameter.split(/(?<![=!<>])=(?!=)/);
  const text = declared.replaceAll(/@\w+(?:\([^)]*\))?/g, '').replaceAll(/\[[^\]]*\]/g, '').trim();
  if (text === 'void' || text === '') return '';
  if (text === '...') return '...';
  const pointer = /\(\s*[*&^]+\s*(\w+)/.exec(text);
  const name = pointer?.[1] ?? /([\w$]+)\s*$/.exec(text)?.[1] ?? '';
  return name === '' ? '' : `${/\.\.\./.test(text) ? '...' : ''}${name}${defaults.length > 0 ? '?' : ''}`;
}
