import type { LedgerStep } from '../../../../shared/cache/session/ledger';
import { tokensOf, type SessionRow } from '../../../../shared/cache/session/session-view';
import { isSideRequest, type Exchange } from '../../../../shared/sessions/types';

export function rowOf(exchange: Exchange, step: LedgerStep | undefined): SessionRow {
  const { number, at, kind, thread, times, response, error, notes } = exchange;
  const usage = step?.captured.usage ?? null;
  const answer = step?.answer;
  return {
    number,
    at,
    kind,
    isSide: isSideRequest(kind),
    isSubagent: thread !== null && thread.parent !== null,
    thread: thread?.id ?? null,
    model: step?.captured.document.sent?.model ?? null,
    tokens: step === undefined ? null : tokensOf(step),
    predicted: step?.predicted ?? null,
    reported:
      usage === null
        ? null
        : {
            read: usage.read,
            written: usage.written,
            uncached: usage.uncached,
            context: usage.context,
            output: usage.output,
          },
    cost: step === undefined ? null : costOf(step),
    firstByte: times.firstByte,
    ended: times.ended,
    status: response?.status ?? null,
    verdict: answer?.verdict ?? 'unknown',
    text: answer?.text ?? 'No request to a model',
    lost: answer?.lost ?? 0,
    lostCost: answer?.lostCost ?? null,
    error,
    notes,
  };
}

function costOf({ cost: { input, output } }: LedgerStep): number | null {
  return input === null ? null : input + (output ?? 0);
}
