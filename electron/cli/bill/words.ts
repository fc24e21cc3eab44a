/** Figures and sentences of a bill, for a terminal of 100 columns. */
import { grouped } from '../../../shared/basics/grouped';
import type { ChangedWords, Range, RequestBill } from '../../../shared/cache/bill/types';
import type { BlamedPlace } from '../../../shared/sources/blamed-place';
import { formatDuration } from '../../../shared/cache/script/durations';
import { neighbourOf } from '../../../shared/models/table';
import { displayWidth, visible } from '../print/output';

export const columns = 100;

/** `1,200`, or `0–1,200` where only a range is known. */
export function tokens({ low, high }: Range): string {
  return low === high ? count(high) : `${count(low)}–${count(high)}`;
}

function count(tokensOf: number): string {
  return tokensOf >= 1_000_000 ? `${(tokensOf / 1_000_000).toFixed(2)}M` : grouped(Math.round(tokensOf));
}

/** `1.6k`: three figures together must fit into one column. */
export function short({ low, high }: Range): string {
  return low === high ? shortCount(high) : `${shortCount(low)}–${shortCount(high)}`;
}

function shortCount(value: number): string {
  if (value < 1000) return String(Math.round(value));
  if (value < 99_950) return `${(value / 1000).toFixed(1)}k`;
  return value < 999_500 ? `${Math.round(value / 1000)}k` : `${(value / 1_000_000).toFixed(1)}M`;
}

export function rate({ low, high }: Range): string {
  const [from, to] = [low, high].map(onePercent);
  return from === to ? `${to}%` : `${from}–${to}%`;
}

/** Whole percents, but never rounded to 0 or 100: 0.2 % is `<1`, 99.96 % is `99.9`. */
function onePercent(share: number): string {
  const value = share * 100;
  if (value < 100 && value >= 99.5) return String(Math.floor(value * 10) / 10);
  return value > 0 && value < 0.5 ? '<1' : String(Math.round(value));
}

/** Four decimals below ten dollars, two from there on. */
export function money(amount: Range | null): string {
  if (amount === null) return 'unknown';
  return oneMoney(amount.low) === oneMoney(amount.high)
    ? oneMoney(amount.high)
    : `${oneMoney(amount.low)}–${oneMoney(amount.high)}`;
}

function oneMoney(amount: number): string {
  if (amount === 0) return '$0';
  if (amount < 0.0001) return '<$0.0001';
  return `$${amount.toFixed(amount < 10 ? 4 : 2)}`;
}

export function exactly(value: number): Range {
  return { low: value, high: value };
}

/** `06:05:00` in UTC, or `11-18 06:05:00` where the requests are not all of one day. */
export function clockOf(at: number | null, withDay: boolean): string {
  if (at === null) return '';
  return new Date(at * 1000)
    .toISOString()
    .slice(withDay ? 5 : 11, 19)
    .replace('T', ' ');
}

/** True if the times are of several days, in UTC. */
export function spansDays(times: readonly (number | null)[]): boolean {
  return new Set(times.flatMap((at) => (at === null ? [] : Math.floor(at / 86_400)))).size > 1;
}

/** `2026-04-11 06:05:00 UTC`. */
export function momentOf(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `“Monday” → “Tuesday” in system/HouseRules, line 3 (morning.jsonl:3:410)`. */
export function changeText({ name, kind, before, after, line, place, at, inFolder }: ChangedWords): string {
  const words = before === '' ? `added “${after}”` : after === '' ? `removed “${before}”` : `“${before}” → “${after}”`;
  const file =
    inFolder !== null
      ? ` (${placeText(inFolder)})`
      : place === null
        ? ''
        : ` (${place.source}${at === null ? '' : `:${at.line}:${at.column}`})`;
  const of = kind === 'text' || kind === 'number' ? '' : ` (${kind})`;
  return visible(`${words}${of} in ${name}, line ${line}${file}`);
}

/** `AGENTS.md:12:10`, or `near AGENTS.md:12, …` if that line has changed since. */
export function placeText({ file, line, column, isExact }: BlamedPlace): string {
  return isExact ? `${file}:${line}:${column}` : `near ${file}:${line}, which has changed since`;
}

/** `over the context window: ≈297,380 of 200,000 tokens; …`; empty if it is not. */
export function overWindowText({ overWindow, total }: RequestBill): string {
  if (overWindow === null) return '';
  const { window, certain } = overWindow;
  const size = total.low === total.high ? count(total.tokens) : `≈${count(total.tokens)}`;
  return (
    `${certain ? 'over' : 'may be over'} the context window: ${size} of ${count(window)} tokens; ` +
    'if the provider refuses it, it costs nothing'
  );
}

export function lostText({ lost, changed, parameters, gap }: RequestBill): string {
  if (lost === null) return '';
  const idle = gap === null || lost.cause !== 'expired' ? '' : `, ${formatDuration(Math.round(gap))} after it`;
  const cause =
    lost.cause === 'changed' && changed !== null
      ? changeText(changed)
      : lost.cause === 'parameter'
        ? parameters
            .map(({ name, before, after }) => `${name} ${before ?? 'not set'} → ${after ?? 'not set'}`)
            .join(', ')
        : lost.why;
  const [verb, had] = lost.basis === 'reported' ? ['lost', 'had'] : ['would lose', 'would have'];
  return visible(
    `${verb} ${tokens(lost.tokens)} tokens that request ${lost.cachedBy} ${had} in the cache${idle}: ${cause}`,
  );
}

/** Says why changed words have a place in the file of the request and not in a file of the agent's folder. */
export function unreadText(
  agent: { readonly why: string | null } | undefined,
  steps: readonly Pick<RequestBill, 'changed'>[],
): string {
  if (agent === undefined || agent.why === null || steps.every(({ changed }) => changed === null)) return '';
  return wrapped('files  ', visible(`not those of the agent: ${agent.why}`));
}

/** `; the nearest model that is listed is claude-sonnet-5-5`: a hint, never a figure. */
export function neighbourText(model: string): string {
  const near = neighbourOf(model);
  return near === undefined ? '' : `; the nearest model that is listed is ${near.id}`;
}

/** Lines of at most 100 columns; all but the first are indented below the text of the first. */
export function wrapped(first: string, text: string): string {
  const indent = ' '.repeat(displayWidth(first));
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(' ').flatMap((each) => pieces(each, columns - indent.length))) {
    if (!isEmpty && displayWidth(line) + 1 + displayWidth(word) > columns) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].map((each) => `${each.trimEnd()}\n`).join('');
}

/** A word that is wider than a line, cut into pieces that fit. */
function pieces(word: string, most: number): readonly string[] {
  if (displayWidth(word) <= most) return [word];
  const found: string[] = [];
  let [piece, width] = ['', 0];
  for (const character of word) {
    const own = displayWidth(character);
    if (width + own > most) {
      found.push(piece);
      [piece, width] = ['', 0];
    }
    piece += character;
    width += own;
  }
  return [...found, piece];
}
