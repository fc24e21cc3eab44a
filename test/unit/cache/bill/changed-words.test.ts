import { expect, it } from 'vitest';
import { compareDocuments } from '../../../../shared/analysis/compare/compare';
import { changedWords } from '../../../../shared/cache/bill/changed-words';
import { prose } from '../../../support/cache/documents';
import { billed, claudeBody } from '../../../support/cache/sessions';

function changed(before: object, after: object) {
  const [was, now] = billed([{ body: before }, { body: after }]).map(({ document }) => document);
  if (was === undefined || now === undefined) throw new Error('no requests');
  return changedWords(was, now, compareDocuments(was, now).first);
}

const of = (before: string, after: string) => {
  const words = changed(claudeBody({ system: before, said: ['a'] }), claudeBody({ system: after, said: ['a'] }));
  return words === null ? null : [words.before, words.after];
};

it.each([
  ['Today is Monday.', 'Today is Tuesday.', 'Monday', 'Tuesday'],
  [`It is Monday. ${prose(300)}`, `It is Wednesday. ${prose(300)}`, 'Monday', 'Wednesday'],
  [
    'The time is 2026-11-17T10:00:00Z now',
    'The time is 2026-11-17T10:00:01Z now',
    '2026-11-17T10:00:00Z',
    '2026-11-17T10:00:01Z',
  ],
  ['Use two spaces', 'Use spaces', 'two', ''],
  ['Use spaces', 'Use two spaces', '', 'two'],
  ['a b c d e f', 'a x c y e f', 'b c d', 'x c y'],
  ['a b c d e f g h', 'a x c d e f g z', 'b', 'x'],
  ['One\nTwo\nThree', 'One\n2\nThree', 'Two', '2'],
])('%j and %j differ in %j and %j', (before, after, gone, come) => {
  expect(of(before, after)).toEqual([gone, come]);
});

it('is nothing where a conversation only grows', () => {
  const first = claudeBody({ system: 'Rules', said: ['a'] });
  expect(changed(first, claudeBody({ system: 'Rules', said: ['a', 'b', 'c'] }))).toBeNull();
  expect(changed(first, first)).toBeNull();
});

it('names a tool that changed', () => {
  const tool = (description: string) => [{ name: 'look', description, input_schema: { type: 'object' } }];
  const words = changed(
    claudeBody({ system: 'Rules', said: ['a'], tools: tool('Looks at one leaf') }),
    claudeBody({ system: 'Rules', said: ['a'], tools: tool('Looks at two leaves') }),
  );
  expect(words?.name).toBe('the tool look');
  expect(words?.lineAfter).toContain('two leaves');
});

it('names the line of the section and the place in the file', () => {
  const system = (word: string) => `<Rules>\nKeep dry.\nWater ${word}.\n</Rules>`;
  const words = changed(
    claudeBody({ system: system('daily'), said: ['a'] }),
    claudeBody({ system: system('weekly'), said: ['a'] }),
  );
  expect(words).toMatchObject({ node: 'system/Rules', before: 'daily', after: 'weekly', place: { source: 'a.json' } });
  const text = JSON.stringify(claudeBody({ system: system('weekly'), said: ['a'] }));
  expect(text.slice(words?.place?.offset).startsWith('weekly')).toBe(true);
});
