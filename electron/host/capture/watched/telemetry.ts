/** The telemetry of Gemini CLI, which writes it in batches, and a request only when it has ended. */
import type { Fields } from '../../../../shared/basics/json-value';
import {
  askedCalls,
  callOfEnd,
  noteTelemetry,
  telemetryTime,
  type GeminiCall,
  type GeminiEnd,
} from '../../../../shared/requests/agent-logs/gemini-telemetry';
import type { SessionWriter } from '../session-writer';
import { createWrittenExchanges } from './exchanges';
import { follow, type Follower } from './follow';
import { errorOf, requestOf, responseOf } from './telemetry-records';
import { growingFile } from './growing-file';
import { objectIn, recordLeftOut } from './written-files';

export const telemetryFile = 'telemetry.json';

export function followTelemetry(folder: string, writer: SessionWriter, report: (problem: unknown) => void): Follower {
  const exchanges = createWrittenExchanges(writer);
  const file = growingFile(folder, telemetryFile, { end: endOfRecord, leftOut: () => writer.note(recordLeftOut) });
  /** By the id of their span. */
  const calls = new Map<string, GeminiCall>();
  let ends: readonly GeminiEnd[] = [];
  let open: readonly (GeminiCall & { readonly number: number })[] = [];

  /** Writes requests in the order in which they began. One that still runs delays those after it. */
  const putRequests = async (isLast: boolean): Promise<void> => {
    for (const call of askedCalls(calls)) {
      if (call.ended === undefined && !isLast) return;
      const { body, value, about } = requestOf(call);
      const number = await exchanges.request(call.atMs ?? Date.now(), body, value, about);
      open = [...open, { ...call, number }];
      calls.delete(call.span);
    }
  };
  const putEnds = async (): Promise<void> => {
    const late: GeminiEnd[] = [];
    for (const end of ends) {
      const call = callOfEnd(end, open);
      if (call === undefined) {
        late.push(end);
        continue;
      }
      open = open.filter((each) => each !== call);
      const atMs = telemetryTime(end.attributes) ?? Date.now();
      if (end.isError) await exchanges.failed(call.number, atMs, errorOf(end.attributes));
      else await exchanges.response(call.number, atMs, responseOf(end.attributes), statusOf(end.attributes));
    }
    ends = late;
  };
  return follow(async (isLast) => {
    await file.each((bytes) => {
      const record = objectIn(bytes);
      const end = record === undefined ? undefined : noteTelemetry(calls, record);
      if (end !== undefined) ends = [...ends, end];
      return Promise.resolve(true);
    });
    await putRequests(isLast);
    await putEnds();
  }, report);
}

/** A line that is a closing brace alone; inner ones are indented. */
const endOfRecord = '\n}\n';

function statusOf(attributes: Fields): number | null {
  return typeof attributes['status_code'] === 'number' ? attributes['status_code'] : null;
}
