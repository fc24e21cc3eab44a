import { memoLast } from '../../basics/memo';
import type { SymbolTable } from '../../sources/types';
import type { CountTokens } from './count';
import { symbolMap, type SymbolMap } from './symbol-map';
import { startUp } from './tracker/start';
import type { TrackerState } from './tracker/types';

export interface MeasuredSymbols extends SymbolMap {
  readonly tokens: ReadonlyMap<string, number>;
  /** Places all symbols at the start of a session, when no file is selected. */
  start(target: number): TrackerState;
}

/**
 * Printing and counting the symbols of 20,000 files takes a second. The table does not change while the user types a
 * prompt, so the last result per table is kept.
 * @param selected paths that are selected and can be shown
 */
export function measureSymbols(
  table: SymbolTable,
  count: CountTokens,
  selected: readonly string[] = [],
): MeasuredSymbols {
  const base = lastBase(table, [count], () => measureAll(table, count));
  return selected.length === 0 ? base : lastSelected(base, selected, () => remeasure(table, count, base, selected));
}

/** Results without a selection. */
const lastBase = memoLast<SymbolTable, MeasuredSymbols>();

const lastSelected = memoLast<MeasuredSymbols, MeasuredSymbols>();

function measureAll(table: SymbolTable, count: CountTokens): MeasuredSymbols {
  const map = symbolMap(table);
  const tokens = new Map([...map.blocks].map(([path, block]) => [path, count(block)]));
  return {
    ...map,
    tokens,
    start: perTarget((target) =>
      startUp(
        [...tokens].map(([path, each]) => ({ path, tokens: each })),
        target,
      ),
    ),
  };
}

function remeasure(
  table: SymbolTable,
  count: CountTokens,
  base: MeasuredSymbols,
  selected: readonly string[],
): MeasuredSymbols {
  const map = symbolMap(table, new Set(selected), base);
  const tokens = new Map(
    [...map.blocks].map(([path, block]) => [
      path,
      block === base.blocks.get(path) ? (base.tokens.get(path) ?? 0) : count(block),
    ]),
  );
  return { ...map, tokens, start: base.start };
}

function perTarget<T>(make: (target: number) => T): (target: number) => T {
  const made = new Map<number, T>();
  return (target) => {
    const value = made.get(target) ?? make(target);
    made.set(target, value);
    return value;
  };
}
