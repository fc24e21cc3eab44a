import { expect, it } from 'vitest';
import { columns, wrapped } from '../../../electron/cli/bill/words';
import { displayWidth } from '../../../electron/cli/print/output';

it('a word that is wider than a line is cut between characters, by the width of a terminal', () => {
  const word = '⚓️🚢港'.repeat(40);
  const lines = wrapped('changed  ', word).trimEnd().split('\n');
  for (const line of lines) {
    expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(line.isWellFormed()).toBe(true);
  }
  expect(lines.join('').replaceAll(' ', '')).toBe(`changed${word}`);
});
