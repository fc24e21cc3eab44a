/** The requests of a session in one screen: a line each, what was lost below it, and the totals. */
import { counted } from '../../../shared/basics/grouped';
import { isRefused } from '../../../shared/cache/bill/totals';
import type { BillTotals, Figures, Range, RequestBill, Sequence } from '../../../shared/cache/bill/types';
import type { Explanation } from '../../../shared/cache/usage/explain-usage';
import { percent, visible } from '../print/output';
import {
  clockOf,
  columns,
  exactly,
  lostText,
  momentOf,
  money,
  neighbourText,
  overWindowText,
  rate,
  short,
  spansDays,
  tokens,
  wrapped,
} from './words';

/** Longer sessions show only the requests that lost most, unless all are asked for. */
const mostShown = 20;
const mostWorst = 10;

export function sequenceText({ steps, totals }: Pick<Sequence, 'steps' | 'totals'>, all: boolean): string {
  const shown = all || steps.length <= mostShown ? steps : worstOf(steps);
  const left = steps.length - shown.length;
  return [
    heading(steps),
    rowsText(shown),
    ...(left === 0 ? [] : [`${counted(left, 'more request')} lost less or nothing; --all lists them\n`]),
    '\n',
    totalsText(totals, steps),
  ].join('');
}

/** The last request, and those that lost most money or were reported otherwise than predicted, in order. */
function worstOf(steps: readonly RequestBill[]): readonly RequestBill[] {
  const weight = ({ lost, disagreements }: RequestBill): number =>
    (lost?.cost?.high ?? 0) + (lost === null ? 0 : 1e-9 * lost.tokens.high) + (disagreements.length > 0 ? 1e-6 : 0);
  const worst = new Set(steps.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostWorst));
  return steps.filter((step, index) => (worst.has(step) && weight(step) > 0) || index === steps.length - 1);
}

function heading(steps: readonly RequestBill[]): string {
  const times = steps.flatMap(({ at }) => at ?? []);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const when = times.length === 0 ? 'times are not recorded' : `${momentOf(first)} to ${momentOf(last)}`;
  return `${steps.length} ${steps.length === 1 ? 'request' : 'requests'}, ${when}\n\n`;
}

const titles = [
  '#',
  'time',
  'model',
  'tokens',
  'read',
  'written',
  'uncached',
  'predicted r/w/u',
  'hit',
  'cost',
  'lost',
];
const modelColumn = 2;
const predictedColumn = 7;
const repeated = 'as shown';

function rowsText(steps: readonly RequestBill[]): string {
  const withDay = spansDays(steps.map(({ at }) => at));
  const exact = fitted(steps.map((step) => cellsOf(step, tokens, withDay)));
  // Many ranges are wider than the screen: then thousands are `1.6k`, and the prediction is left out if need be.
  const shorter = exact.fits ? exact : fitted(steps.map((step) => cellsOf(step, short, withDay)));
  const { head, rows, widths } = shorter.fits ? shorter : withoutPredicted(shorter.rows);
  const isMissed = !shorter.fits && shorter.rows.some((row) => !['', repeated].includes(row[predictedColumn] ?? ''));
  const line = (cells: readonly string[]): string =>
    `${cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        if (column !== modelColumn) return cell.padStart(width);
        return (cell.length > width ? `${cell.slice(0, width - 1)}…` : cell).padEnd(width);
      })
      .join(' ')
      .trimEnd()}\n`;
  const indent = ' '.repeat((widths[0] ?? 1) + 1);
  return [
    line(head),
    ...steps.map((step, index) => `${line(rows[index] ?? [])}${notesOf(step, indent)}`),
    ...(isMissed ? ['There is no room for the column of predicted tokens; --json has them.\n'] : []),
  ].join('');
}

function withoutPredicted(rows: readonly (readonly string[])[]): Fitted {
  return fitted(
    rows.map((row) => row.with(predictedColumn, '')),
    titles.with(predictedColumn, ''),
  );
}

interface Fitted {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly widths: readonly number[];
  readonly fits: boolean;
}

/** Only the model's name is cut to fit. */
function fitted(rows: readonly (readonly string[])[], head: readonly string[] = titles): Fitted {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const spare = columns - widths.reduce((sum, width) => sum + width + 1, -1);
  const model = (widths[modelColumn] ?? 0) + Math.min(0, spare);
  return { head, rows, widths: widths.with(modelColumn, Math.max(8, model)), fits: model >= 8 };
}

function cellsOf(
  { number, at, model, total, billed, predicted, scale, lost, failed }: RequestBill,
  shown: (range: Range) => string,
  withDay: boolean,
): readonly string[] {
  const mark = billed?.basis === 'reported' ? '' : '≈';
  const isRepeated = shown === short && billed?.basis === 'predicted';
  const figure = (of: (figures: Figures) => Range): string => (billed === null ? '' : shown(of(billed)));
  return [
    String(number),
    clockOf(at, withDay),
    visible(model),
    `${mark}${shown(billed?.tokens ?? exactly(total.tokens))}`,
    figure(({ read }) => read),
    figure(({ written }) => written),
    figure(({ uncached }) => uncached),
    billed === null && (failed !== null || predicted !== null)
      ? ''
      : predicted === null
        ? 'unknown'
        : isRepeated
          ? repeated
          : sharesOf(predicted, scale ?? 1),
    billed === null ? '' : rate(billed.hitRate),
    billed === null ? '' : `${billed.cost === null ? '' : mark}${money(billed.cost)}`,
    lost === null ? '' : `${lost.cost === null || lost.basis === 'reported' ? '' : '≈'}${money(lost.cost)}`,
  ];
}

/** Predicted read, written and uncached, in the provider's tokens if it reported any. */
function sharesOf({ read, written, uncached }: Figures, scale: number): string {
  return [read, written, uncached].map(({ low, high }) => short({ low: low * scale, high: high * scale })).join('/');
}

function notesOf(step: RequestBill, indent: string): string {
  const { rules, predicted, disagreements, model, failed } = step;
  const notes = [
    ...(step.lost === null ? [] : [lostText(step)]),
    ...(failed === null ? [] : [`failed: ${failed}`]),
    ...(step.overWindow === null || isRefused(step) ? [] : [overWindowText(step)]),
    ...(isRefused(step) ? [`refused: ${predicted?.why[0] ?? ''}`] : []),
    ...(rules === null ? [`no caching rules are known for ${model}: nothing is predicted${neighbourText(model)}`] : []),
    ...(rules !== null && !rules.listed
      ? [`${model} is not listed by ${rules.title}: its figures are unknown${neighbourText(model)}`]
      : []),
    ...(disagreements.length === 0 ? [] : [disagreementText(disagreements)]),
  ];
  return notes.map((note) => wrapped(`${indent}└ `, visible(note))).join('');
}

export function disagreementText(disagreements: readonly Explanation[]): string {
  const figures = disagreements.map(
    ({ what, predicted, reported }) =>
      `${what} ${tokens(predicted)} predicted, ${reported === null ? '?' : tokens(exactly(reported))} reported`,
  );
  const decisive = disagreements.find(({ what }) => what === 'total') ?? disagreements[0];
  return `≠ ${figures.join('; ')}: ${decisive?.why ?? ''}`;
}

const causes: Readonly<Record<BillTotals['lostBy'][number]['cause'], string>> = {
  changed: 'changed text',
  thinking: 'earlier thinking left out',
  parameter: 'changed parameters',
  model: 'another model',
  expired: 'expired',
  lookback: 'beyond the lookback',
  'below-minimum': 'too short to cache',
  'no-marker': 'no breakpoint',
  'not-yet-readable': 'sent before the response began',
  'first-request': 'first request',
  rejected: 'refused',
  unknown: 'not published',
  unexplained: 'against the published rules',
};

function totalsText(totals: BillTotals, steps: readonly RequestBill[]): string {
  const { lostBy, reported, requests, disagreements, outputTokens, outputCost } = totals;
  const rules = [...new Set(steps.flatMap(({ rules: of }) => (of === null ? [] : [`${of.title} of ${of.asOf}`])))];
  // What was lost is marked if any part of it is predicted.
  const losses = steps.flatMap(({ number, lost: each }) => (each === null ? [] : [{ number, basis: each.basis }]));
  const lostMoney = (cost: Range | null, of: readonly number[]): string => {
    const isReported = losses.every(({ number, basis }) => !of.includes(number) || basis === 'reported');
    return `${cost === null || isReported ? '' : '≈'}${money(cost)}`;
  };
  const lost = lostBy.map(
    ({ cause, cost, requests: of }) =>
      `${causes[cause]} ${lostMoney(cost, of)} ` +
      `(${of.length === 1 ? 'request' : 'requests'} ${of.slice(0, 8).join(', ')}${of.length > 8 ? ', …' : ''})`,
  );
  const allLost = lostBy.flatMap(({ requests: of }) => of);
  const output =
    outputCost === null ? '' : `, ${money(exactly(outputCost))} for ${tokens(exactly(outputTokens))} tokens of output`;
  const unjudged = steps.filter((step) => step.billed === null && step.failed === null && !isRefused(step)).length;
  const none =
    unjudged === 0
      ? 'nothing'
      : `nothing that is known; ${unjudged} of ${counted(requests, 'request')} cannot be judged`;
  // A sum is marked if any part of it is predicted.
  const mark = steps.every(({ billed }) => billed === null || billed.basis === 'reported') ? '' : '≈';
  const marked = (cost: Range | null): string => `${cost === null ? '' : mark}${money(cost)}`;
  const hit =
    totals.hitRate.low === totals.hitRate.high
      ? percent(totals.hitRate.high)
      : `${percent(totals.hitRate.low)}–${percent(totals.hitRate.high)}`;
  const basis = [
    `usage reported for ${reported} of ${counted(requests, 'request')}`,
    ...(reported > 0 ? [`, ${disagreements} of them not as predicted`] : []),
    ...(reported === 0 && steps.some(({ billed }) => billed !== null) ? [', so all figures are predicted'] : []),
    ...(rules.length === 0 ? [] : [`; rules: ${rules.join(', ')}`]),
  ].join('');
  if (steps.every(({ billed }) => billed === null))
    return [wrapped('total  ', `no figures: ${leftOut(totals, unjudged).join('; ')}`), wrapped('basis  ', basis)].join(
      '',
    );
  return [
    wrapped(
      'total  ',
      `${mark}${tokens(totals.tokens)} tokens: ${tokens(totals.read)} read, ${tokens(totals.written)} written, ` +
        `${tokens(totals.uncached)} uncached; hit rate ${mark}${hit}`,
    ),
    wrapped(
      'cost   ',
      `${marked(totals.cost)} for the input${output}; ` +
        `without a cache ${marked(totals.uncachedCost === null ? null : exactly(totals.uncachedCost))}` +
        leftOut(totals, 0)
          .map((each) => `; ${each} and ${each.startsWith('1 ') ? 'is' : 'are'} in no sum`)
          .join(''),
    ),
    wrapped('lost   ', lostBy.length === 0 ? none : `${lostMoney(totals.lost, allLost)}: ${lost.join(', ')}`),
    wrapped('basis  ', basis),
  ].join('');
}

/** What is in no sum, and why. Prices that are not known are left out if some requests have no figures at all. */
function leftOut({ requests, failed, refused, unpriced }: BillTotals, unjudged: number): readonly string[] {
  const some = (count: number, one: string, more: string): readonly string[] =>
    count === 0 ? [] : [`${count} of ${counted(requests, 'request')} ${count === 1 ? one : more}`];
  return [
    ...some(failed, 'failed', 'failed'),
    ...some(refused, 'is refused', 'are refused'),
    ...some(unjudged, 'cannot be judged', 'cannot be judged'),
    ...some(unjudged === 0 ? unpriced : 0, 'has no known price', 'have no known price'),
  ];
}
