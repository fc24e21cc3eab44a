/**
 * Structural difference of two JSON values, to send the next inspection as a change. Applying a delta gives a value
 * equal to the new one, in which everything unchanged is the *same object* as before, so that the page knows by
 * identity what not to redraw.
 */

import { sharedTextEnds } from '../../basics/shared-ends';

export type Delta =
  | { readonly is: 'same' }
  | { readonly is: 'value'; readonly value: unknown }
  /** Keys not named are unchanged; `gone` lists removed keys. */
  | { readonly is: 'object'; readonly keys: Readonly<Record<string, Delta>>; readonly gone: readonly string[] }
  /** The new list: runs of the old one, and changed or new items. */
  | { readonly is: 'array'; readonly items: readonly ArrayPiece[] }
  /** A long text: how many characters stay at the start and end, and the text between. */
  | { readonly is: 'text'; readonly start: number; readonly end: number; readonly middle: string };

export type ArrayPiece =
  | { readonly from: number; readonly count: number }
  | { readonly from: number; readonly change: Delta }
  | { readonly value: unknown };

const same: Delta = { is: 'same' };
const shortText = 64;

type PlainObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function deltaOf(before: unknown, after: unknown): Delta {
  if (before === after) return same;
  if (typeof before === 'string' && typeof after === 'string') return textDelta(before, after);
  if (Array.isArray(before) && Array.isArray(after)) return arrayDelta(before, after);
  if (isObject(before) && isObject(after)) return objectDelta(before, after);
  return { is: 'value', value: after };
}

function textDelta(before: string, after: string): Delta {
  if (after.length < shortText) return { is: 'value', value: after };
  const { start, end } = sharedTextEnds(before, after);
  return { is: 'text', start, end, middle: after.slice(start, after.length - end) };
}

function objectDelta(before: PlainObject, after: PlainObject): Delta {
  const keys: Record<string, Delta> = {};
  let changed = false;
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key)) {
      setOwn(keys, key, { is: 'value', value: after[key] });
      changed = true;
      continue;
    }
    const change = deltaOf(before[key], after[key]);
    if (change.is === 'same') continue;
    setOwn(keys, key, change);
    changed = true;
  }
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return changed || gone.length > 0 ? { is: 'object', keys, gone } : same;
}

/** Also for a key named `__proto__`. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** Items with an `id` are matched by it, so that an insertion does not change all later items; others by index. */
function arrayDelta(before: readonly unknown[], after: readonly unknown[]): Delta {
  let byId: ReadonlyMap<string, number> | undefined;
  const fromOf = (index: number, item: unknown): number | undefined => {
    if (index < before.length && before[index] === item) return index;
    const id = idOf(item);
    if (id === undefined) return index < before.length ? index : undefined;
    if (index < before.length && idOf(before[index]) === id) return index;
    byId ??= new Map(before.flatMap((each, at) => (idOf(each) === undefined ? [] : [[idOf(each) ?? '', at]])));
    return byId.get(id);
  };
  const items: ArrayPiece[] = [];
  for (const [index, item] of after.entries()) {
    const from = fromOf(index, item);
    if (from === undefined) {
      items.push({ value: item });
      continue;
    }
    const change = deltaOf(before[from], item);
    if (change.is === 'value') items.push({ value: item });
    else if (change.is === 'same') pushSame(items, from);
    else items.push({ from, change });
  }
  const [only] = items;
  const isSame =
    before.length === after.length &&
    (after.length === 0 || (items.length === 1 && only !== undefined && 'count' in only && only.from === 0));
  return isSame ? same : { is: 'array', items };
}

function idOf(item: unknown): string | undefined {
  return isObject(item) && typeof item['id'] === 'string' ? item['id'] : undefined;
}

function pushSame(items: ArrayPiece[], from: number): void {
  const last = items.at(-1);
  if (last !== undefined && 'count' in last && last.from + last.count === from)
    items[items.length - 1] = { from: last.from, count: last.count + 1 };
  else items.push({ from, count: 1 });
}

export function applyDelta(before: unknown, delta: Delta): unknown {
  switch (delta.is) {
    case 'same':
      return before;
    case 'value':
      return delta.value;
    case 'text':
      if (typeof before !== 'string') throw new TypeError('a text delta needs a text');
      return before.slice(0, delta.start) + delta.middle + before.slice(before.length - delta.end);
    case 'array': {
      if (!Array.isArray(before)) throw new TypeError('an array delta needs an array');
      return delta.items.flatMap((piece): readonly unknown[] => {
        if ('value' in piece) return [piece.value];
        if ('count' in piece) return before.slice(piece.from, piece.from + piece.count);
        return [applyDelta(before[piece.from], piece.change)];
      });
    }
    case 'object': {
      if (!isObject(before)) throw new TypeError('an object delta needs an object');
      // A spread keeps a key named `__proto__` a key.
      const after: Record<string, unknown> = { ...before };
      for (const key of delta.gone) Reflect.deleteProperty(after, key);
      for (const [key, change] of Object.entries(delta.keys))
        setOwn(after, key, applyDelta(Object.hasOwn(before, key) ? before[key] : undefined, change));
      return after;
    }
  }
}

/** How many places a delta changes; stops counting just past `limit`. */
export function countChanges(delta: Delta, limit: number): number {
  if (delta.is === 'same') return 0;
  if (delta.is === 'value' || delta.is === 'text') return 1;
  let count = 0;
  const inside =
    delta.is === 'object'
      ? Object.values(delta.keys)
      : delta.items.flatMap((piece) => ('change' in piece ? [piece.change] : []));
  for (const change of inside) {
    count += countChanges(change, limit - count);
    if (count > limit) return count;
  }
  return Math.max(1, count);
}
