/** What is wrong with a value, in words. */
import type { z } from 'zod';
import { grouped } from '../../basics/grouped';

const units = { string: 'characters', array: 'entries', set: 'entries', file: 'bytes' } as const;

/** Limits are named in plain words; everything else as the schema says it. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return issue.message;
  const limit = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum);
  const unit = Object.entries(units).find(([origin]) => origin === issue.origin)?.[1];
  if (issue.code === 'too_small' && limit === 1 && unit !== undefined) return 'is empty';
  const over = issue.code === 'too_big' ? 'more' : 'fewer';
  return unit === undefined
    ? `is ${issue.code === 'too_big' ? 'above' : 'below'} ${grouped(limit)}`
    : `has ${over} than ${grouped(limit)} ${unit}`;
}
