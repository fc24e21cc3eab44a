import { expect, it } from 'vitest';
import { blamePlace } from '../../../../shared/requests/trace/blame';

const lines = (day: string): string =>
  ['# House rules', '', 'Ask before you move a shelf.', `Today is ${day}, the reading room opens at nine.`, '']
    .concat(['Label every box on its short side, with ink that does not run.', ''])
    .join('\n');
const sent = (day: string): string => `You are a librarian of a small town.\n\n${lines(day)}\nAnswer in one line.`;
const at = (text: string, words: string): number => text.indexOf(words);

it('names the file, line and column of the changed words', () => {
  const files = [
    { id: 'README.md', text: 'Nothing of it.\n' },
    { id: 'AGENTS.md', text: lines('Tuesday') },
  ];
  expect(blamePlace(sent('Tuesday'), at(sent('Tuesday'), 'Tuesday'), files)).toEqual({
    file: 'AGENTS.md',
    line: 4,
    column: 10,
    isExact: true,
  });
});

it('says that the file has other words by now', () => {
  const files = [{ id: 'AGENTS.md', text: lines('Wednesday') }];
  expect(blamePlace(sent('Tuesday'), at(sent('Tuesday'), 'Tuesday'), files)).toMatchObject({
    file: 'AGENTS.md',
    line: 4,
    isExact: false,
  });
});

it('blames no file for the agent’s own words', () => {
  const files = [{ id: 'AGENTS.md', text: lines('Tuesday') }];
  const text = `${'Sentence of the agent that no file has. '.repeat(20)}${sent('Tuesday')}`;
  expect(blamePlace(text, 10, files)).toBeUndefined();
});
