/**
 * Claude Code with `OTEL_LOG_RAW_API_BODIES=file:<folder>`: `<uuid>.request.json` for each attempt, the body as sent
 * plus `betas` (a header on the wire); `<id>.response.json` for each success, the finished message. The two do not name
 * each other, so they are paired by time and model.
 */
import type { SessionWriter } from '../session-writer';
import { createWrittenExchanges } from './exchanges';
import { follow, type Follower } from './follow';
import { filesIn, jsonFiles } from './written-files';

interface Waiting {
  readonly number: number;
  readonly model: unknown;
  readonly writtenMs: number;
}

export function followRawBodies(folder: string, writer: SessionWriter, report: (problem: unknown) => void): Follower {
  const exchanges = createWrittenExchanges(writer);
  const seen = new Set<string>();
  const files = jsonFiles();
  let waiting: readonly Waiting[] = [];

  const look = async (isLast: boolean): Promise<void> => {
    const isNew = (name: string): boolean => !seen.has(name) && /\.(?:request|response)\.json$/.test(name);
    for (const { name, writtenMs } of filesIn(folder, isNew)) {
      const read = files.read(folder, name, isLast);
      // Half-written: later files wait too, so that the order stays.
      if (read === undefined) return;
      seen.add(name);
      const { value } = read;
      const body = { bytes: read.bytes, complete: value !== undefined, notes: read.notes };
      if (name.endsWith('.request.json')) {
        const notes = value?.['betas'] === undefined ? body.notes : [...body.notes, betas];
        const number = await exchanges.request(writtenMs, { ...body, fidelity: 'json', notes }, value);
        // A body that is not complete was not sent.
        if (value !== undefined) waiting = [...waiting, { number, model: value['model'], writtenMs }];
      } else await respond(writtenMs, value?.['model'], { ...body, fidelity: 'rebuilt' });
    }
  };
  const respond = async (
    writtenMs: number,
    model: unknown,
    body: Parameters<typeof exchanges.response>[2],
  ): Promise<void> => {
    const candidates = waiting.filter((each) => each.writtenMs <= writtenMs && isSameModel(each.model, model));
    // Of several attempts of one request the last one succeeded.
    const chosen = candidates.at(-1);
    if (chosen === undefined) return writer.note('A response was written down without a request before it.');
    waiting = waiting.filter((each) => each !== chosen);
    const notes =
      candidates.length > 1 ? [...body.notes, `Paired by time: ${candidates.length} were waiting`] : body.notes;
    return exchanges.response(chosen.number, writtenMs, { ...body, notes });
  };
  return follow(look, report);
}

const betas = 'The agent adds "betas" to the body; on the wire it is the header anthropic-beta';

/** A response names the dated model for the alias that was asked for. */
function isSameModel(asked: unknown, answered: unknown): boolean {
  if (typeof asked !== 'string' || typeof answered !== 'string') return true;
  return asked.startsWith(answered) || answered.startsWith(asked);
}
