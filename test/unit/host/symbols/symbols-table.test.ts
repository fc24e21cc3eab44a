import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJsonLines } from '../../../../electron/host/symbols/json-lines';
import { Table } from '../../../../electron/host/symbols/table';
import type { FileSymbols } from '../../../../shared/sources/types';

/** Some are longer than one message holds. */
const fileOf = (path: string, hash: string): FileSymbols => ({
  path,
  hash: hash === 'long' ? hash.repeat(80_000) : hash,
  language: 'go',
  lines: 1,
  symbols: [],
  imports: [],
  importsLocal: [],
  references: 0,
});

const files = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('1', '2', 'long')), {
    selector: ([path]) => path,
  })
  .map((pairs) => pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, hash]) => fileOf(path, hash)));
const step = fc.record({ files, givenUp: fc.boolean() });

it('sends the change from one table to the next, also after one that was given up halfway', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      const table = new Table();
      const mirror = new Map<string, FileSymbols>();
      for (const { files: next, givenUp } of steps) {
        const replacing = table.replace((lines) => {
          for (const file of parseJsonLines(lines) as readonly FileSymbols[]) mirror.set(file.path, file);
        });
        for (const file of next) replacing.add(file);
        if (givenUp) continue;
        for (const path of replacing.end()) mirror.delete(path);
        expect([...mirror.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual(next);
        expect(Array.from(table.entries(), (entry): unknown => JSON.parse(entry))).toEqual(next);
      }
    }),
    { numRuns: 300 },
  );
});
