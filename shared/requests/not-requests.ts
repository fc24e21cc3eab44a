import { counted, grouped } from '../basics/grouped';

/** Records of a log that are something else. */
export function notRequests(others: number, records: number): string {
  const are = others === 1 ? 'is not a request' : 'are not requests';
  return `${grouped(others)} of ${counted(records, 'record')} ${are} to a model`;
}
