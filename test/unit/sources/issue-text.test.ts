import { expect, it } from 'vitest';
import { z } from 'zod';
import { issueText } from '../../../shared/sources/config/issue-text';

it.each([
  [z.string().max(4000), 'x'.repeat(4001), 'has more than 4,000 characters'],
  [z.string().min(1), '', 'is empty'],
  [z.string().min(3), 'x', 'has fewer than 3 characters'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'has more than 2 entries'],
  [z.number().max(1000), 1001, 'is above 1,000'],
  [z.number().min(5), 1, 'is below 5'],
] as const)('says in words what is over a limit: %#', (schema, value, text) => {
  expect(schema.safeParse(value).error?.issues.map(issueText)).toEqual([text]);
});
