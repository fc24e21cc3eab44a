import type { SymbolTable } from '../../sources/types';
import type { CountTokens } from './count';
import { itemHash } from './sha256';
import { outgoing, signatureData, symbolMap, type SymbolMap } from './symbol-map';
import { startUp } from './tracker-start';
import type { TrackerState } from './tracker-types';

export interface MeasuredSymbols extends SymbolMap {
  readonly tokens: ReadonlyMap<string, number>;
  /** Path → hash of its signatures. */
  hashes(): ReadonlyMap<string, string>;
  /** The tiers of a session that begins now. */
  start(target: number): TrackerState;
}

/**
 * A table of twenty thousand files takes a second to print and measure, and stays the same while somebody types a prompt. The
 * last answer is kept beside its table: the same table and counter give the same answer, so nobody can tell.
 */
const known = new WeakMap<SymbolTable, { readonly count: CountTokens; readonly measured: MeasuredSymbols }>();

export function measureSymbols(table: SymbolTable, count: CountTokens): MeasuredSymbols {
  const kept = known.get(table);
  if (kept?.count === count) return kept.measured;
  const map = symbolMap(table);
  const tokens = new Map([...map.blocks].map(([path, block]) => [path, count(block)]));
  const measured: MeasuredSymbols = {
    ...map,
    tokens,
    hashes: once(() => new Map(table.files.map((file) => [file.path, itemHash(signatureData(file))]))),
    start: perTarget((target) =>
      startUp(
        table.files.map((file) => ({ path: file.path, tokens: tokens.get(file.path) ?? 0, references: [...outgoing(file)], hash: '' })),
        target,
      ),
    ),
  };
  known.set(table, { count, measured });
  return measured;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function perTarget<T>(make: (target: number) => T): (target: number) => T {
  const made = new Map<number, T>();
  return (target) => {
    const value = made.get(target) ?? make(target);
    made.set(target, value);
    return value;
  };
}
