import { expect, it } from 'vitest';
import { localDate, localTime, utcMinute } from '../../../shared/sources/clock';

it('prints an instant in its time zone', () => {
  expect(utcMinute('2026-03-01T00:59:59+02:00')).toBe('2026-02-28 22:59 UTC');
  expect(localTime('2026-07-01T21:05:00Z', 'Europe/Helsinki')).toBe('Thursday, July 2, 2026 at 12:05 AM');
  expect(localDate('2026-07-01T21:05:00Z', 'Europe/Helsinki')).toBe('2026-07-02');
});

it('shows what is no instant as it was given', () => {
  expect([utcMinute('soon'), localTime('soon', 'UTC'), localDate('soon', 'UTC')]).toEqual(['soon', 'soon', 'soon']);
});
