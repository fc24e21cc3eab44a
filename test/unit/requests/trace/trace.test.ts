import { expect, it } from 'vitest';
import { lineFilter } from '../../../../shared/requests/trace/line-filter';
import { findStretches } from '../../../../shared/requests/trace/stretches';
const rules =
  '# Quayside\n\nTimes are local to the pier, never to the server.\nMoney is whole cents, and so is change.\n';

it('takes the longest stretch, and nothing that chance could give', () => {
  const long = { id: 'long.md', text: `Before.\n${rules}After.\n` };
  const part = { id: 'part.md', text: 'Times are local to the pier, never to the server.\n' };
  const found = findStretches(`x\n${rules}y`, [part, long]);
  expect(found.map(({ file, start, end }) => [file, start, end])).toEqual([[1, 1, 2 + rules.length]]);
  expect(findStretches('A line of some words.\n', [{ id: 'a', text: 'A line of some words.\n' }])).toEqual([]);
});

it('puts files aside that have no line of the text, and lines that stand everywhere', () => {
  const everywhere = 'A line that every file of this folder has.';
  const filter = lineFilter(`intro\n    ${rules}Ääniä ja öitä on täällä paljon, aina.\n${everywhere}\n`);
  const see = (text: string): void => filter.see(Buffer.from(text, 'utf8'));
  see('nothing\nof the\nkind that was written\nin any line of it, ever at all\n');
  see('\tTimes are local to the pier, never to the server.');
  see('x\n  Ääniä ja öitä on täällä paljon, ehkä.\r\n');
  see('');
  for (let file = 0; file < 40; file += 1) see(`${everywhere}\n`);
  expect(filter.candidates()).toEqual([1, 2]);
});
