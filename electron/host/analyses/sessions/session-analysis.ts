/**
 * A captured session as it grows: documents, counts, and what the cache did. An exchange is put again when more of it
 * is known; only what changed is worked out again.
 */
import type { Analysis, Calibration } from '../../../../shared/analysis/types';
import { rulesOfRequest } from '../../../../shared/cache/packs/request-rules';
import type { RulePack } from '../../../../shared/cache/packs/rule-pack';
import { firstSeen, type FoundText } from '../../../../shared/cache/session/first-seen';
import { SessionLedger, type LedgerStep } from '../../../../shared/cache/session/ledger';
import { fitCounts, reportedStretches } from '../../../../shared/cache/session/reported-counts';
import { sessionBill } from '../../../../shared/cache/session/session-bill';
import {
  markersOf,
  stretchesOf,
  type RequestAnswer,
  type SessionRow,
  type SessionSummary,
} from '../../../../shared/cache/session/session-view';
import type { CapturedRequest } from '../../../../shared/cache/session/types';
import { wasteOf } from '../../../../shared/cache/session/waste';
import type { PromptDocument } from '../../../../shared/document/types';
import { lineColumn } from '../../../../shared/sources/findings';
import type { Exchange } from '../../../../shared/sessions/types';
import { createExchangeReader } from '../../capture/exchange-reader';
import { bodyText, reportedUsage } from '../../capture/reported';
import { createSessionCounter } from '../../count/session-counter';
import { blameChanges } from './blame-changes';
import { rowOf } from './session-row';

export interface SessionAnalysisOptions {
  /** The session's folder. */
  readonly path: string;
  readonly packs: readonly RulePack[];
  readonly calibrationOf?: (modelId: string) => Calibration | undefined;
}

export interface SessionAnalysis {
  /** In the order in which they went out, one row for each exchange. */
  rows(): readonly SessionRow[];
  /** Takes an exchange in, or what is new about one. Returns the numbers of the rows that changed. */
  put(exchange: Exchange): Promise<readonly number[]>;
  /** Undefined if there is no such request to a model. */
  explain(number: number): RequestAnswer | undefined;
  /** The same, with changed words looked for in the folder the agent worked in. */
  explainIn(folder: string, number: number): Promise<RequestAnswer | undefined>;
  step(number: number): LedgerStep | undefined;
  summary(): SessionSummary;
  find(text: string): FoundText | undefined;
  /** What the session says about the estimates of its models. */
  calibrations(at: string): readonly Calibration[];
}

interface Entry {
  exchange: Exchange;
  readonly read: { readonly document: PromptDocument; readonly analysis: Analysis } | undefined;
  captured: CapturedRequest | undefined;
  step: LedgerStep | undefined;
}

export function createSessionAnalysis({ path, packs, calibrationOf }: SessionAnalysisOptions): SessionAnalysis {
  const reader = createExchangeReader(path);
  const count = createSessionCounter(calibrationOf);
  const newLedger = (): SessionLedger =>
    new SessionLedger(({ document, analysis }) => rulesOfRequest(packs, document, analysis));
  const entries: (Entry | undefined)[] = [];
  let ledger = newLedger();
  /** Entries below this index are in the ledger for good. */
  let settled = 0;

  const present = (): readonly Entry[] => entries.filter((entry) => entry !== undefined);
  const steps = (): readonly LedgerStep[] => present().flatMap(({ step }) => step ?? []);
  const update = (from: number): readonly number[] => {
    if (from < settled) [ledger, settled] = [newLedger(), 0];
    const changed: number[] = [];
    const push = (entry: Entry, into: SessionLedger): void => {
      entry.step = entry.captured === undefined ? undefined : into.push(entry.captured);
      changed.push(entry.exchange.number);
    };
    for (; settled < entries.length; settled += 1) {
      const entry = entries[settled];
      if (entry === undefined || !isSettled(entry.exchange)) break;
      push(entry, ledger);
    }
    if (settled < entries.length) {
      const tail = ledger.clone();
      for (const entry of entries.slice(settled)) if (entry !== undefined) push(entry, tail);
    }
    return changed;
  };

  return {
    rows: () => present().map(({ exchange, step }) => rowOf(exchange, step)),
    async put(exchange) {
      const index = exchange.number - 1;
      const before = entries[index];
      const read = before?.read ?? (await readRequest(exchange));
      entries[index] = { exchange, read, captured: capturedOf(path, exchange, read), step: before?.step };
      return update(index);
    },
    explain(number) {
      const entry = entries[number - 1];
      if (entry?.step === undefined) return undefined;
      const { exchange, step } = entry;
      const { edit } = step.answer;
      const place = edit?.place ?? null;
      const text = place === null ? undefined : bodyText(path, place.source);
      const line = text === undefined || place === null ? null : lineColumn(text, place.offset).line;
      return {
        number,
        file: exchange.request.file,
        row: rowOf(exchange, step),
        answer: step.answer,
        line,
        markers: markersOf(step),
        stretches: stretchesOf(step),
      };
    },
    async explainIn(folder, number) {
      const found = this.explain(number);
      const document = entries[number - 1]?.step?.captured.document;
      const edit = found?.answer.edit ?? null;
      if (found === undefined || document === undefined || edit === null) return found;
      const [inFolder = null] = await blameChanges(folder, [{ document, changed: edit }]);
      return { ...found, answer: { ...found.answer, edit: { ...edit, inFolder } } };
    },
    step: (number) => entries[number - 1]?.step,
    summary() {
      const all = steps();
      const stretches = reportedStretches(all);
      return {
        bill: sessionBill(all),
        waste: wasteOf(all),
        counts: fitCounts(all, '').map(({ modelId, ratio, low, high }) => {
          const own = stretches.filter(({ number }) => entries[number - 1]?.captured?.analysis.model.id === modelId);
          const reportedTokens = own.reduce((sum, { tokens }) => sum + tokens, 0);
          return { modelId, ratio, low, high, stretches: own.length, reportedTokens };
        }),
      };
    },
    find: (text) =>
      firstSeen(
        steps().map(({ captured }) => captured),
        text,
      ),
    calibrations: (at) => fitCounts(steps(), at),
  };

  async function readRequest(exchange: Exchange): Promise<Entry['read']> {
    const document = reader.document(exchange);
    if (document === undefined) return undefined;
    return { document, analysis: await count(document, exchange.thread?.id ?? null) };
  }
}

function isSettled({ response, error, times }: Exchange): boolean {
  return times.ended !== null || error !== null || response?.complete === true;
}

function capturedOf(path: string, exchange: Exchange, read: Entry['read']): CapturedRequest | undefined {
  if (read === undefined) return undefined;
  const { number, kind, thread, times, response, error } = exchange;
  const usage = reportedUsage(path, exchange) ?? null;
  const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
  return {
    ...read,
    number,
    kind,
    thread: thread?.id ?? null,
    at: Date.parse(exchange.at) / 1000,
    firstByte: seconds(times.firstByte),
    ended: seconds(times.ended),
    usage,
    failed: (response?.status ?? 200) >= 400 || (error !== null && usage === null),
  };
}
