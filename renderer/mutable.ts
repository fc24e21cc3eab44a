type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;

/** A schema's type is mutable and ours is readonly. The value is copied between processes anyway. */
export function toMutable<T>(value: T): Mutable<T> {
  return structuredClone(value) as Mutable<T>;
}
