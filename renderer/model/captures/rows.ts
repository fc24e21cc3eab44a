/** The rows of a captured session, and their figures in words. What is not reported is a dash, never zero. */
import { causeTitles } from '../../../shared/ipc/cache/miss-causes';
import type { RequestAnswer, SessionRow } from '../../../shared/ipc/captures';
import { formatNumber, share } from '../counts';

/** Replaces the rows that changed, adds those that are new; in the order of their numbers. */
export function withRows(before: readonly SessionRow[], changed: readonly SessionRow[]): readonly SessionRow[] {
  const byNumber = new Map([...before, ...changed].map((row) => [row.number, row]));
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number);
}

/** A session's requests are shown from its own folder, which has the name of the session. */
export function isOfSession({ workspace }: { readonly workspace: string }, id: string): boolean {
  return workspace.endsWith(`/${id}`);
}

/** The newest request of the conversation. */
export function newestOf(rows: readonly SessionRow[]): SessionRow | undefined {
  return rows.findLast(({ isSide, model }) => !isSide && model !== null);
}

export function predictedText({ predicted }: SessionRow): string {
  return predicted === null
    ? '–'
    : [predicted.read, predicted.written, predicted.uncached].map((range) => middleText(range)).join(' / ');
}

function middleText({ low, high }: { readonly low: number; readonly high: number }): string {
  return low === high ? formatNumber(high) : `${formatNumber(low)}–${formatNumber(high)}`;
}

export function reportedText({ reported }: SessionRow): string {
  return reported === null
    ? '–'
    : [reported.read, reported.written, reported.uncached]
        .map((tokens) => (tokens === null ? '–' : formatNumber(tokens)))
        .join(' / ');
}

/** Shares of the request from 0 to 1, as reported, or else as predicted. */
export function rowShares({ reported, predicted, tokens }: SessionRow): {
  readonly read: number;
  readonly written: number;
} {
  const whole = tokens?.tokens ?? 0;
  const read = reported?.read ?? predicted?.read.low ?? 0;
  const written = reported === null ? (predicted?.written.high ?? 0) : (reported.written ?? 0);
  return { read: share(read, whole), written: share(written, whole) };
}

/** Tokens read over all input tokens, from 0 to 1; null if it is not reported. */
export function hitRate({ reported }: Pick<SessionRow, 'reported'>): number | null {
  if (reported?.context == null || reported.read === null || reported.context === 0) return null;
  return reported.read / reported.context;
}

/** Why a request failed; null if it did not. */
export function happenedText({ error, status }: SessionRow): string | null {
  const answered =
    status !== null && status >= 400 ? `The provider answered ${status}${statusWords[status] ?? ''}.` : null;
  if (error === null) return answered;
  const text = /[.!?]$/.test(error) ? error : `${error}.`;
  return answered === null ? text : `${answered} ${text}`;
}

/** Those that people meet. */
const statusWords: Readonly<Record<number, string>> = {
  400: ': it did not accept the request',
  401: ': the key is missing or wrong',
  403: ': this is not allowed',
  404: ': there is no such model or address',
  413: ': the request is too long',
  429: ': too many requests or tokens',
  500: ': it had an internal error',
  503: ': it cannot answer now',
  529: ': it is overloaded',
};

export function costText(cost: number | null): string {
  if (cost === null) return '–';
  return cost === 0 ? '$0' : `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;
}

export function secondsText(milliseconds: number | null): string {
  return milliseconds === null ? '…' : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** A side request reads nothing of the conversation's cache: that is no miss. */
export function verdictText({ verdict, lost, lostCost }: SessionRow): string {
  const isMiss = verdict === 'explained' || verdict === 'open' || verdict === 'provider';
  if (isMiss && lost === 0) return '';
  return `${verdictWords[verdict]}${isMiss && lostCost !== null ? ` +${costText(lostCost)}` : ''}`;
}

/** What a row is besides a turn of the conversation. */
export function kindText({ kind, isSubagent }: SessionRow): string {
  return [...(isSubagent ? ['subagent'] : []), ...(kind === 'turn' ? [] : [kind])].join(' ');
}

const verdictWords = {
  hit: 'hit',
  first: 'first',
  explained: 'miss',
  open: 'miss',
  provider: 'provider miss',
  unseen: 'hit, older session',
  unknown: '',
} as const satisfies Record<SessionRow['verdict'], string>;

export const causeWords = {
  ...causeTitles,
  provider: 'Provider side',
  several: 'More than one fits',
} as const;

export const wasteWords = {
  'unused-tool': 'Tool never called',
  repeated: 'Sent twice in one request',
  'large-result': 'Large tool result sent again and again',
  outdated: 'Outdated result: the same call was made again later',
} as const;

/** Where the changed words stand: in a file of the agent's folder, else in the file of the request. */
export function editPlaceText(
  { inFolder, place }: NonNullable<RequestAnswer['answer']['edit']>,
  line: number | null,
): string {
  if (inFolder !== null)
    return inFolder.isExact
      ? `${inFolder.file}:${inFolder.line}`
      : `near ${inFolder.file}:${inFolder.line}, which has changed since`;
  return place === null ? '' : `${place.source}${line === null ? '' : `:${line}`}`;
}
