/** The first line of a panel: one sentence that answers its question. */
export interface Answer {
  readonly text: string;
  /** `bad`: something is lost or wrong. `good`: nothing is to be done. */
  readonly tone?: 'good' | 'bad';
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}
