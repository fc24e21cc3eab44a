/**
 * `push(...items)` puts every item on the stack and fails at some hundred thousand; what files hold decides how many
 * there are.
 */
export function append<T>(list: T[], ...groups: readonly (readonly T[])[]): void {
  for (const group of groups) for (const item of group) list.push(item);
}
