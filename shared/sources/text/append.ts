/**
 * `push(...items)` puts every item on the stack and fails for some hundred thousand items. Files decide how many there
 * are.
 */
export function append<T>(list: T[], ...groups: readonly (readonly T[])[]): void {
  for (const group of groups) for (const item of group) list.push(item);
}
