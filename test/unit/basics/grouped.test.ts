import { expect, it } from 'vitest';
import { counted, grouped } from '../../../shared/basics/grouped';
import { notRequests } from '../../../shared/requests/not-requests';

it('counts have thousands separators and the noun of their number', () => {
  expect(grouped(12345)).toBe('12,345');
  expect(counted(1, 'file')).toBe('1 file');
  expect(counted(0, 'file')).toBe('0 files');
  expect(counted(1200, 'entry', 'entries')).toBe('1,200 entries');
});

it('a single record that is something else is named as one', () => {
  expect(notRequests(1, 3)).toBe('1 of 3 records is not a request to a model');
  expect(notRequests(2, 3)).toBe('2 of 3 records are not requests to a model');
});
