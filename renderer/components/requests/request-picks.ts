import { useMemo, useState } from 'react';

export interface Picks {
  readonly picked: readonly number[];
  toggle(index: number): void;
  /** Picks exactly these two. */
  pair(first: number, second: number): void;
  clear(): void;
}

/** At most two rows to compare; a third replaces the older one. */
export function usePicks(): Picks {
  const [picked, setPicked] = useState<readonly number[]>([]);
  return useMemo(
    () => ({
      picked,
      toggle: (index: number) => setPicked((now) => nextPicks(now, index)),
      pair: (first: number, second: number) => setPicked([first, second]),
      clear: () => setPicked([]),
    }),
    [picked],
  );
}

export function nextPicks(picked: readonly number[], index: number): readonly number[] {
  return picked.includes(index) ? picked.filter((each) => each !== index) : [...picked, index].slice(-2);
}
