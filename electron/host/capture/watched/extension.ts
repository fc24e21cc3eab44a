/** pi with our extension: events in a file that grows, bodies in files of their own. See `pi-extension.ts`. */
import type { SessionWriter } from '../session-writer';
import { createWrittenExchanges, type WrittenBody } from './exchanges';
import { follow, type Follower } from './follow';
import { piEvents } from './pi-extension';
import { piAddress, piRequest, piResponse } from './pi-bodies';
import { growingFile } from './growing-file';
import type { Fields } from '../../../../shared/basics/json-value';
import { jsonFiles, objectIn, recordLeftOut } from './written-files';

export function followExtension(folder: string, writer: SessionWriter, report: (problem: unknown) => void): Follower {
  const exchanges = createWrittenExchanges(writer);
  const numbers = new Map<string, number>();
  const statuses = new Map<string, number>();
  const events = growingFile(folder, piEvents, { leftOut: () => writer.note(recordLeftOut) });
  const files = jsonFiles();

  const bodyOf = (call: string, side: 'request' | 'response', isLast: boolean): WrittenBody | undefined => {
    const read = files.read(folder, `${call}.${side}.json`, isLast);
    if (read === undefined) return undefined;
    const { bytes, value, notes } = read;
    return { bytes, fidelity: 'json', complete: value !== undefined, notes };
  };
  /** False if a body is not there yet: the event is looked at again. */
  const take = async (event: Fields, isLast: boolean): Promise<boolean> => {
    const { type, call, at, status } = event;
    // Never out of the folder: the name comes from a file.
    if (typeof call !== 'string' || !/^\d+-\d+$/.test(call)) return true;
    const atMs = typeof at === 'number' ? at : Date.now();
    if (type === 'status' && typeof status === 'number') statuses.set(call, status);
    if (type === 'request') {
      const body = bodyOf(call, 'request', isLast);
      if (body === undefined) return false;
      const sent = piRequest(body, event);
      const thread = typeof event['session'] === 'string' ? { id: event['session'], parent: null } : undefined;
      const about = { address: piAddress(event), thread };
      numbers.set(call, await exchanges.request(atMs, sent, objectIn(sent.bytes), about));
    }
    const number = numbers.get(call);
    if (type !== 'response' || number === undefined) return true;
    const body = bodyOf(call, 'response', isLast);
    if (body === undefined) return false;
    const { response, error } = piResponse(body);
    if (response !== undefined) await exchanges.response(number, atMs, response, statuses.get(call));
    if (error !== undefined) await exchanges.failed(number, atMs, error);
    return true;
  };
  return follow(
    (isLast) =>
      events.each(async (line) => {
        const event = objectIn(line);
        return event === undefined || take(event, isLast);
      }),
    report,
  );
}
