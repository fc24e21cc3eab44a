import { text as textNode } from '../../../document/builders';
import type { PromptNode, TextNode } from '../../../document/types';
import { leaves, nodeText } from '../../../document/walk';
import { append } from '../../../sources/text/append';
import type { Place } from '../../../sources/types';
import { ropeText, sliceRope, type Rope } from '../../../sources/text/rope';
import { closingQuote, parseExpression, type Expression } from './expression';

/** A text value keeps its nodes, so inserted text keeps its origins and sections. */
export type Value =
  | { readonly kind: 'text'; readonly nodes: readonly PromptNode[] }
  | { readonly kind: 'plain'; readonly value: null | boolean | number };

export type Lookup = (name: string) => Value | undefined;

interface Unresolved {
  /** The source text, with `${` and `}`. */
  readonly code: string;
  /** The variable without a value; absent if the expression could not be parsed. */
  readonly name?: string;
  readonly place: Place | undefined;
}

export interface Interpolated {
  readonly nodes: readonly PromptNode[];
  readonly unresolved: readonly Unresolved[];
  /** Variables that are alone in a `${…}` and have no text. */
  readonly empty: readonly Unresolved[];
}

export const textValue = (nodes: readonly PromptNode[]): Value => ({ kind: 'text', nodes });
export const nothing: Value = { kind: 'plain', value: null };

/**
 * Replaces each `${expression}`. Unresolved expressions and `\${` stay as written. Inserted values are not interpolated
 * again. Without `lookup` nothing is replaced.
 */
export function interpolate(rope: Rope, lookup: Lookup | undefined): Interpolated {
  if (lookup === undefined) return { nodes: rope, unresolved: [], empty: [] };
  const body = ropeText(rope);
  const lastBrace = body.lastIndexOf('}');
  const nodes: PromptNode[] = [];
  const unresolved: Unresolved[] = [];
  const empty: Unresolved[] = [];
  const sections = new Set<string>();
  let from = 0;
  for (let open = body.indexOf('${'); open !== -1; open = body.indexOf('${', open + 2)) {
    if (open > lastBrace) break;
    const close = body.charAt(open - 1) === '\\' ? undefined : closingBrace(body, open + 2);
    if (close === undefined) continue;
    const code = body.slice(open, close + 1);
    const expression = parseExpression(body, open + 2, close);
    const place = placeIn(rope, open, close + 1);
    const result = expression === undefined ? { missing: undefined } : evaluate(expression, rope, lookup);
    if ('missing' in result) {
      unresolved.push({ code, place, ...(result.missing === undefined ? {} : { name: result.missing }) });
    } else {
      const inserted = once(nodesOf(result.value), sections);
      if (expression?.type === 'name' && inserted.every((node) => nodeText(node) === ''))
        empty.push({ code, name: expression.name, place });
      append(nodes, sliceRope(rope, from, open), inserted);
      from = close + 1;
    }
    open = close - 1;
  }
  append(nodes, sliceRope(rope, from));
  return { nodes, unresolved, empty };
}

/** Maximum length of an expression. Bounds the search for a closing brace in a text full of `${`. */
const maxExpression = 4000;

/** Finds the brace that closes an expression; braces inside quotes do not count. */
export function closingBrace(body: string, start: number): number | undefined {
  const end = Math.min(body.length, start + maxExpression);
  let depth = 0;
  for (let at = start; at < end; at += 1) {
    const character = body.charAt(at);
    if (character === "'" || character === '"' || character === '`') {
      const close = closingQuote(body, at, end);
      if (close === undefined) return undefined;
      at = close;
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return undefined;
}

/** A section may occur only once in a document; inserted again, it becomes plain text. */
function once(nodes: readonly PromptNode[], seen: Set<string>): readonly PromptNode[] {
  const ids = nodes.flatMap((node) => (node.type === 'text' ? [] : [String(node.id)]));
  if (ids.some((id) => seen.has(id))) return nodes.flatMap(leaves);
  for (const id of ids) seen.add(id);
  return nodes;
}

function placeIn(rope: Rope, start: number, end: number): Place | undefined {
  const origin = sliceRope(rope, start, end)[0]?.origin;
  return origin?.kind === 'file'
    ? { source: origin.source, span: { start: origin.span.start, end: origin.span.start + end - start } }
    : undefined;
}

type Result = { readonly value: Value } | { readonly missing: string };

/** Evaluates only the branch that is taken, so only its variables must exist. */
function evaluate(expression: Expression, rope: Rope, lookup: Lookup): Result {
  switch (expression.type) {
    case 'name': {
      const value = lookup(expression.name);
      return value === undefined ? { missing: expression.name } : { value };
    }
    case 'plain':
      return plain(expression.value);
    case 'string':
      return {
        value: textValue(
          expression.pieces.flatMap(({ start, end, value }) =>
            value === undefined ? sliceRope(rope, start, end) : escaped(rope, start, end, value),
          ),
        ),
      };
    case 'not': {
      const of = evaluate(expression.of, rope, lookup);
      return 'missing' in of ? of : plain(!isTruthy(of.value));
    }
    case 'choice': {
      const test = evaluate(expression.test, rope, lookup);
      if ('missing' in test) return test;
      return evaluate(isTruthy(test.value) ? expression.yes : expression.no, rope, lookup);
    }
    case 'binary': {
      const left = evaluate(expression.left, rope, lookup);
      if ('missing' in left) return left;
      if (expression.operator === '||' && isTruthy(left.value)) return left;
      if (expression.operator === '&&' && !isTruthy(left.value)) return left;
      if (expression.operator === '??' && !isNull(left.value)) return left;
      const right = evaluate(expression.right, rope, lookup);
      if ('missing' in right) return right;
      if (expression.operator === '===') return plain(isEqual(left.value, right.value));
      if (expression.operator === '!==') return plain(!isEqual(left.value, right.value));
      return expression.operator === '+' ? { value: joined(left.value, right.value) } : right;
    }
  }
}

function plain(value: null | boolean | number): Result {
  return { value: { kind: 'plain', value } };
}

function joined(left: Value, right: Value): Value {
  if (
    left.kind === 'plain' &&
    right.kind === 'plain' &&
    typeof left.value === 'number' &&
    typeof right.value === 'number'
  ) {
    return { kind: 'plain', value: left.value + right.value };
  }
  return textValue([...nodesOf(left), ...nodesOf(right)]);
}

function escaped(rope: Rope, start: number, end: number, value: string): readonly TextNode[] {
  const origin = sliceRope(rope, start, end)[0]?.origin;
  if (origin === undefined || value === '') return [];
  return [
    textNode(
      value,
      origin.kind === 'file'
        ? { ...origin, span: { start: origin.span.start, end: origin.span.start + end - start }, change: 'escaped' }
        : origin,
    ),
  ];
}

function valueText(value: Value): string {
  return value.kind === 'text' ? value.nodes.map(nodeText).join('') : value.value === null ? '' : String(value.value);
}

/** Null has no text; numbers and booleans are written as in JavaScript. */
function nodesOf(value: Value): readonly PromptNode[] {
  if (value.kind === 'text') return value.nodes;
  return value.value === null ? [] : [textNode(String(value.value), { kind: 'derived', by: 'expression', from: [] })];
}

function isNull(value: Value): boolean {
  return value.kind === 'plain' && value.value === null;
}

function isTruthy(value: Value): boolean {
  return value.kind === 'text' ? value.nodes.some((node) => nodeText(node) !== '') : Boolean(value.value);
}

function isEqual(left: Value, right: Value): boolean {
  if (left.kind === 'plain' && right.kind === 'plain') return left.value === right.value;
  return left.kind === right.kind && valueText(left) === valueText(right);
}
