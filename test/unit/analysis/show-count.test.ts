import { expect, it } from 'vitest';
import { tokensInSentence } from '../../../shared/analysis/count/show-count';

it('marks a number in a sentence unless it is exact', () => {
  expect(tokensInSentence(1234, 'exact')).toBe('1,234');
  expect(tokensInSentence(1234, 'estimated')).toBe('1,234 ≈');
  expect(tokensInSentence(1234, 'assumed')).toBe('1,234 ~');
});
