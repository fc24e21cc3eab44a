/** A captured session and its requests, as text for people. */
import { markedTokens } from '../../../shared/analysis/count/show-count';
import { counted, grouped } from '../../../shared/basics/grouped';
import type { RequestAnswer, SessionRow, SessionSummary } from '../../../shared/ipc/captures';
import { placeText } from '../bill/words';
import { dollars, percent, range, table, visible } from './output';

export function sessionText(rows: readonly SessionRow[], { bill, waste, counts }: SessionSummary): string {
  const lead =
    bill.hitRate === null
      ? 'Nothing is reported about this session.\n'
      : `${counted(bill.requests, 'request')}, ${percent(bill.hitRate)} of all input read from cache, ` +
        `${money(bill.inputCost)} for input and ${money(bill.outputCost)} for output` +
        `${bill.lost.tokens === 0 ? '; no misses found.' : `, ${lostShare(bill.lost)} to misses.`}\n`;
  return [lead, rowTable(rows), lossText(bill), wasteText(waste), countText(counts)]
    .filter((part) => part !== '')
    .join('\n');
}

function money(amount: number | null): string {
  return amount === null ? 'an unknown price' : dollars(amount);
}

/** Tokens where the price is not known. */
function lostShare({ tokens, cost }: SessionSummary['bill']['lost']): string {
  return cost === null ? `${counted(tokens, 'token')} lost` : `${dollars(cost)} of it lost`;
}

function rowTable(rows: readonly SessionRow[]): string {
  const triple = (values: readonly (number | null)[]): string =>
    values.map((each) => (each === null ? '?' : grouped(each))).join(' / ');
  return table(
    [
      ['#', 'kind', 'model', 'tokens', 'reported read / written / uncached', 'predicted read', 'in + out', 'cache'],
      ...rows.map((row) => [
        String(row.number),
        [row.isSubagent ? 'subagent' : '', row.kind === 'turn' ? '' : row.kind].filter(Boolean).join(' '),
        visible(row.model ?? ''),
        row.tokens === null ? '' : markedTokens(row.tokens),
        row.reported === null ? '' : triple([row.reported.read, row.reported.written, row.reported.uncached]),
        row.predicted === null ? '' : range(row.predicted.read.low, row.predicted.read.high),
        row.cost === null ? '' : dollars(row.cost),
        cacheCell(row),
      ]),
    ],
    [0, 3, 4, 5, 6],
  );
}

function cacheCell({ verdict, lost, lostCost, text, error }: SessionRow): string {
  if (error !== null) return visible(`failed: ${error}`);
  if (lost > 0)
    return visible(`miss${lostCost === null ? '' : ` +${dollars(lostCost)}`}: ${text.split('. ')[0] ?? ''}`);
  return verdict === 'hit' || verdict === 'first' || verdict === 'unseen' ? verdict : '';
}

function lossText({ byCause, bySection }: SessionSummary['bill']): string {
  if (byCause.length === 0) return '';
  const line = (name: string, { tokens, cost, requests }: (typeof byCause)[number] | (typeof bySection)[number]) =>
    `  ${visible(name)}: ${grouped(tokens)} tokens, ${money(cost)} (${requestList(requests)})\n`;
  return [
    'Lost, by cause:\n',
    ...byCause.map((each) => line(causeWords[each.cause], each)),
    ...(bySection.length === 0 ? [] : ['Lost, by the section that changed:\n']),
    ...bySection.map((each) => line(each.name, each)),
  ].join('');
}

const mostListed = 10;

function requestList(numbers: readonly number[]): string {
  const more = numbers.length > mostListed ? `, and ${numbers.length - mostListed} more` : '';
  return `${numbers.length === 1 ? 'request' : 'requests'} ${numbers.slice(0, mostListed).join(', ')}${more}`;
}

const causeWords = {
  edit: 'changed text',
  model: 'another model',
  parameter: 'changed parameters',
  expired: 'expired',
  concurrent: 'sent before the response began',
  lookback: 'beyond the lookback',
  minimum: 'too short to cache',
  'no-marker': 'no breakpoint',
  automatic: 'automatic breakpoint elsewhere',
  cleared: 'context editing',
  provider: 'provider side',
  several: 'more than one explanation fits',
} as const;

const wasteWords = {
  'unused-tool': 'tool never called',
  repeated: 'sent twice in one request',
  'large-result': 'large tool result sent again and again',
  outdated: 'outdated result: the same call was made again later',
} as const;

const mostWaste = 15;

/** Nothing is reported about a single block, so its share is an estimate. */
function wasteText(waste: SessionSummary['waste']): string {
  if (waste.length === 0) return '';
  const rows = waste
    .slice(0, mostWaste)
    .map(({ kind, name, first, requests, tokens, cost }) => [
      `  ${wasteWords[kind]}`,
      visible(name.slice(0, 50)),
      `≈ ${grouped(tokens)}`,
      `in ${requests}`,
      cost === null ? '' : `≈ ${dollars(cost)}`,
      `from request ${first}`,
    ]);
  const more = waste.length > mostWaste ? `  and ${waste.length - mostWaste} more\n` : '';
  return `Waste:\n${table(rows, [2, 4])}${more}`;
}

function countText(counts: SessionSummary['counts']): string {
  return counts
    .map(
      ({ modelId, ratio, low, high, stretches, reportedTokens }) =>
        `Counts of ${visible(modelId)}: estimate × ${ratio.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)}), from ` +
        `${grouped(reportedTokens)} reported tokens in ${counted(stretches, 'measurement')}; ` +
        '--learn keeps that for the agent\n',
    )
    .join('');
}

/** `unread`: why no file of the agent's folder is named. */
export function requestText(
  { number, row, answer, line, stretches }: RequestAnswer,
  unread: string | null = null,
): string {
  const { edit, left, struck } = answer;
  const own = edit?.place == null ? '' : ` (${edit.place.source}${line === null ? '' : `:${line}`})`;
  const place = edit?.inFolder == null ? own : ` (${placeText(edit.inFolder)})`;
  return [
    `Request ${number}: ${visible(answer.text)}\n`,
    row.reported === null
      ? ''
      : `Reported: ${count(row.reported.read)} read, ${count(row.reported.written)} written, ` +
        `${count(row.reported.uncached)} uncached` +
        `${row.predicted === null ? '' : predictedText(row.predicted)}` +
        `${row.cost === null ? '' : `; ${dollars(row.cost)}`}\n`,
    edit === null
      ? ''
      : `${visible(edit.name)}${visible(place)}\n  - ${visible(edit.lineBefore)}\n  + ${visible(edit.lineAfter)}\n` +
        (unread === null ? '' : `Not named by the agent’s files: ${visible(unread)}\n`),
    ...left.map(
      (causes) => `fits: ${causes.map(({ cause, fact }) => `${causeWords[cause]}: ${visible(fact)}`).join('; and ')}\n`,
    ),
    ...struck.map(({ cause, fact }) => `ruled out: ${causeWords[cause]}: ${visible(fact)}\n`),
    'Tokens between breakpoints:\n',
    table(
      stretches.map(({ from, to, tokens, isReported }) => [
        `  ${visible(from)}${from === to ? '' : ` … ${visible(to)}`}`,
        grouped(tokens),
        isReported ? '✓ reported' : '≈ estimated',
      ]),
      [1],
    ),
  ].join('');
}

function predictedText({ read }: NonNullable<SessionRow['predicted']>): string {
  return `; predicted to read ${range(read.low, read.high)}`;
}

function count(tokens: number | null): string {
  return tokens === null ? 'unknown' : grouped(tokens);
}
