import { useState } from 'react';

export interface Picks {
  readonly picked: readonly number[];
  toggle(index: number): void;
  clear(): void;
}

/** At most two rows to compare; a third replaces the older one. */
export function usePicks(): Picks {
  const [picked, setPicked] = useState<readonly number[]>([]);
  return {
    picked,
    toggle: (index) => setPicked(nextPicks(picked, index)),
    clear: () => setPicked([]),
  };
}

export function nextPicks(picked: readonly number[], index: number): readonly number[] {
  return picked.includes(index) ? picked.filter((each) => each !== index) : [...picked, index].slice(-2);
}
