import { layoutFrame } from '../../../document/builders';
import { append } from '../../../sources/text/append';
import type { Facts } from '../../../sources/types';
import { ropeText, sliceRope, type Rope } from '../../../sources/text/rope';
import type { SettingValue } from '../../types';
import { spendAll, type Budget } from './budget';
import { valueRope, type Cut, type Value } from './values';

/** Resolves names for the whole layout, or for one entry of an `each`. */
export interface Scope {
  readonly facts: Facts;
  readonly budget: Budget;
  resolve(reference: string): Value;
  /** The value that is set, or the default. */
  setting(name: string): SettingValue | undefined;
  /** Inside `each`: the scopes of all entries, and the index of this one. */
  readonly among?: { readonly scopes: readonly Scope[]; readonly index: number };
}

/** A reference in double braces, made of the characters of names, keys and `@` fields. */
export const placeholder = /\{\{\s*([A-Za-z_@][\w@.:-]{0,200})\s*\}\}/g;

export interface Filled {
  readonly rope: Rope;
  readonly cuts: readonly Cut[];
}

/** Fills the template. Each inserted value keeps its own leaves. */
export function fill(template: Rope, scope: Scope): Filled {
  const parts: Rope[number][] = [];
  const cuts: Cut[] = [];
  let at = 0;
  for (const match of ropeText(template).matchAll(placeholder)) {
    const value = scope.resolve(match[1] ?? '');
    if (!spendAll(scope.budget, value)) return { rope: [], cuts: [] };
    append(parts, sliceRope(template, at, match.index), valueRope(value));
    append(
      cuts,
      value.entries.flatMap(({ cut }) => (cut === undefined ? [] : [cut])),
    );
    at = match.index + match[0].length;
  }
  return { rope: [...parts, ...sliceRope(template, at)], cuts };
}

/** Fills a path or pattern. Undefined if a referenced value is missing. */
export function fillText(template: string, scope: Scope): string | undefined {
  const holes = [...template.matchAll(placeholder)];
  if (holes.some((match) => scope.resolve(match[1] ?? '').entries.length === 0)) return undefined;
  return ropeText(fill([layoutFrame(template)], scope).rope);
}
