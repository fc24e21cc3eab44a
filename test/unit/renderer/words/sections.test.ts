import { expect, it } from 'vitest';
import { sectionRowWords } from '../../../../renderer/words/panes/sections';

it('says once that a row is left out', () => {
  expect(sectionRowWords.leftOut('sent only when a channel is set')).toBe('left out, sent only when a channel is set');
  expect(sectionRowWords.leftOut('left out in titles')).toBe('left out in titles');
});
