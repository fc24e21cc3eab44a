import { expect, it } from 'vitest';
import { wordKindOf } from '../../../../shared/cache/bill/change-kind';

it.each([
  ['10:00', '10:01', 'time'],
  ['2026-11-17T10:00:00Z', '2026-11-18T10:00:00Z', 'time'],
  ['1763373600', '1763373661', 'time'],
  ['1763373600123', '1763373661456', 'time'],
  ['2026-11-17', '2026-11-18', 'date'],
  ['Monday', 'Tuesday', 'date'],
  ['Nov 17', 'Nov 18', 'date'],
  ['3f2b8c1e-9a4d-4e6f-8b1a-2c3d4e5f6a7b', '4f2b8c1e-9a4d-4e6f-8b1a-2c3d4e5f6a7b', 'id'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ', 'id'],
  ['a1b2c3d', 'e4f5a6b', 'id'],
  ['msg_01AbCdEf23', 'msg_01ZyXwVu98', 'id'],
  ['6', '5', 'number'],
  ['1,204', '1,205', 'number'],
  ['/home/a/x', '/home/b/x', 'path'],
  ['red', 'blue', 'text'],
  ['', 'blue', 'text'],
])('%j to %j is a %s', (before, after, kind) => {
  expect(wordKindOf(before, after, `x ${before}`, `x ${after}`)).toBe(kind);
});

it('sees the same words in another order', () => {
  expect(wordKindOf('a, b', 'b, a', 'Tools: a, b', 'Tools: b, a')).toBe('order');
});
