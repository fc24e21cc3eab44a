/**
 * Memoizes pure functions by the identity of an argument. This is correct because values are immutable: a changed text
 * is a new object. An entry is freed together with its key.
 */

/** Calls `find` once per key. */
export function memoByIdentity<Key extends object, Value extends NonNullable<unknown> | null>(
  find: (key: Key) => Value,
): (key: Key) => Value {
  const results = new WeakMap<Key, Value>();
  return (key) => {
    const before = results.get(key);
    if (before !== undefined) return before;
    const value = find(key);
    results.set(key, value);
    return value;
  };
}

/** Keeps one result per key and recomputes it when an item of `dependsOn` changes. */
export function memoLast<Key extends object, Value>(): (
  key: Key,
  dependsOn: readonly unknown[],
  find: () => Value,
) => Value {
  const results = new WeakMap<Key, { readonly dependsOn: readonly unknown[]; readonly value: Value }>();
  return (key, dependsOn, find) => {
    const last = results.get(key);
    if (last !== undefined && sameItems(last.dependsOn, dependsOn)) return last.value;
    const value = find();
    results.set(key, { dependsOn, value });
    return value;
  };
}

/** Returns true if both lists hold the same objects and equal plain values. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}
