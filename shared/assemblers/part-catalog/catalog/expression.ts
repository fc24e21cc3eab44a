/**
 * Parses the expressions in the public catalogue's `${…}` to a tree (never evaluated as code):
 *
 *   choice  = either [ "?" choice ":" choice ]
 *   either  = both { ( "||" | "??" ) both }
 *   both    = equal { "&&" equal }
 *   equal   = sum { ( "===" | "!==" | "==" | "!=" ) sum }
 *   sum     = not { "+" not }
 *   not     = "!" not | "(" choice ")" | string | number | name
 *
 * A name may have dots. A back-quoted string is a string if it contains no `${`.
 */

/** Offsets are into the text that contains the expression. */
interface StringPiece {
  readonly start: number;
  readonly end: number;
  /** Set if the piece is an escape sequence. */
  readonly value?: string;
}

type BinaryOperator = '||' | '??' | '&&' | '===' | '!==' | '+';

export type Expression =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'plain'; readonly value: null | boolean | number }
  | { readonly type: 'string'; readonly pieces: readonly StringPiece[] }
  | { readonly type: 'not'; readonly of: Expression }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly type: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression };

type Token =
  | { readonly type: 'name' | 'number' | 'operator'; readonly text: string }
  | { readonly type: 'string'; readonly pieces: readonly StringPiece[] };

const space = /\s+/y;
const tokenTypes = [
  ['name', /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['operator', /===|!==|==|!=|&&|\|\||\?\?|[?:!+()]/y],
] as const;

/** Undefined if the text contains a token that the grammar lacks. */
function tokenize(text: string, start: number, end: number): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let at = start;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < end) {
    const quote = text.charAt(at);
    const blank = match(space);
    if (blank !== undefined) {
      at += blank.length;
    } else if (quote === "'" || quote === '"' || quote === '`') {
      const close = closingQuote(text, at, end);
      if (close === undefined || (quote === '`' && text.slice(at, close).includes('${'))) return undefined;
      tokens.push({ type: 'string', pieces: stringPieces(text, at + 1, close) });
      at = close + 1;
    } else {
      const found = tokenTypes.flatMap(([type, pattern]): Token[] => {
        const text = match(pattern);
        return text === undefined ? [] : [{ type, text }];
      })[0];
      if (found === undefined || found.type === 'string') return undefined;
      tokens.push(found);
      at += found.text.length;
    }
  }
  return at > end ? undefined : tokens;
}

/** Returns the offset of the quote that closes the one at `open`. */
export function closingQuote(text: string, open: number, end: number): number | undefined {
  const quote = text.charAt(open);
  for (let at = open + 1; at < end; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at;
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function stringPieces(text: string, start: number, end: number): readonly StringPiece[] {
  const pieces: StringPiece[] = [];
  let from = start;
  for (let at = start; at < end; at += 1) {
    if (text.charAt(at) !== '\\') continue;
    if (at > from) pieces.push({ start: from, end: at });
    const letter = text.charAt(at + 1);
    pieces.push({ start: at, end: at + 2, value: escapes[letter] ?? letter });
    from = at + 2;
    at += 1;
  }
  if (end > from) pieces.push({ start: from, end });
  return pieces;
}

const keywords: ReadonlyMap<string, null | boolean> = new Map([
  ['null', null],
  ['undefined', null],
  ['true', true],
  ['false', false],
]);
const maxDepth = 60;

/** Parses `[start, end)` of a text; undefined for any syntax that the grammar lacks. */
export function parseExpression(text: string, start: number, end: number): Expression | undefined {
  const tokens = tokenize(text, start, end);
  if (tokens === undefined) return undefined;
  let at = 0;
  const take = (...operators: readonly string[]): string | undefined => {
    const token = tokens[at];
    if (token?.type !== 'operator' || !operators.includes(token.text)) return undefined;
    at += 1;
    return token.text;
  };
  type Rule = (depth: number) => Expression | undefined;

  const chain =
    (next: Rule, operators: Readonly<Record<string, BinaryOperator>>): Rule =>
    (depth) => {
      let left = next(depth);
      for (
        let found = take(...Object.keys(operators));
        found !== undefined && left !== undefined;
        found = take(...Object.keys(operators))
      ) {
        const meaning = operators[found];
        const right = next(depth);
        left =
          right === undefined || meaning === undefined ? undefined : { type: 'binary', operator: meaning, left, right };
      }
      return left;
    };
  const not: Rule = (depth) => {
    if (depth > maxDepth) return undefined;
    if (take('!') !== undefined) {
      const of = not(depth + 1);
      return of === undefined ? undefined : { type: 'not', of };
    }
    if (take('(') !== undefined) {
      const inside = choice(depth + 1);
      return take(')') === undefined ? undefined : inside;
    }
    const token = tokens[at];
    at += 1;
    if (token?.type === 'string') return { type: 'string', pieces: token.pieces };
    if (token?.type === 'number') return { type: 'plain', value: Number(token.text) };
    if (token?.type !== 'name') return undefined;
    const keyword = keywords.get(token.text);
    return keyword === undefined ? { type: 'name', name: token.text } : { type: 'plain', value: keyword };
  };
  const sum = chain(not, { '+': '+' });
  const equal = chain(sum, { '===': '===', '==': '===', '!==': '!==', '!=': '!==' });
  const both = chain(equal, { '&&': '&&' });
  const either = chain(both, { '||': '||', '??': '??' });
  const choice: Rule = (depth) => {
    if (depth > maxDepth) return undefined;
    const test = either(depth);
    if (test === undefined || take('?') === undefined) return test;
    const yes = choice(depth + 1);
    if (yes === undefined || take(':') === undefined) return undefined;
    const no = choice(depth + 1);
    return no === undefined ? undefined : { type: 'choice', test, yes, no };
  };
  const whole = choice(0);
  return at === tokens.length ? whole : undefined;
}
