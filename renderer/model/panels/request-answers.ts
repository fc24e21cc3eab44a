/** What the panels about requests and sessions answer. */
import { counted } from '../../../shared/basics/grouped';
import type { LoadMap } from '../../../shared/ipc/agents';
import type { SessionInfo, SessionRow } from '../../../shared/ipc/captures';
import type { Matrix } from '../../../shared/ipc/matrix';
import { costText as rangeCost, rateText } from '../cache/cache-text';
import { costText } from '../captures/rows';
import type { Sequence } from '../compare/sequence';
import type { SentKind } from '../compare/sent';
import { formatNumber, markOf, percentOf } from '../counts';
import { isUnseen, sentCount, unknownCount } from '../load-map';
import { listed, type Answer } from './answer';

/** What did these requests cost, and which of them lost what was cached? */
export function sequenceAnswer({ steps, totals }: Pick<Sequence, 'steps' | 'totals'>): Answer {
  const requests = counted(steps.length, 'request');
  const { failed, refused, unpriced } = totals;
  const apart = [
    ...(failed === 0 ? [] : [`${formatNumber(failed)} failed`]),
    ...(refused === 0 ? [] : [`${formatNumber(refused)} ${refused === 1 ? 'is' : 'are'} refused by the rules`]),
  ];
  const unjudged = steps.filter(({ billed }) => billed === null).length - failed - refused;
  if (steps.every(({ billed }) => billed === null)) {
    const unknown =
      unjudged > 0 ? [`no caching rules are known for ${apart.length === 0 ? 'their models' : 'the others'}`] : [];
    return { text: `${requests}: ${listed([...apart, ...unknown])}, so nothing is predicted.` };
  }
  const noPrice = unpriced === 0 ? [] : [`${formatNumber(unpriced)} without a known price`];
  const left = [...apart, ...noPrice];
  const leftOut = left.length === 0 ? '' : ` (in no sum: ${listed(left)})`;
  const cost = totals.cost === null ? '' : ` cost ${rangeCost(totals.cost.low, totals.cost.high)} for input`;
  const rate = `${rateText(totals.hitRate)} read from cache`;
  const losing = steps.filter(({ lost }) => lost !== null && lost.tokens.high > 0);
  const [worst] = losing.toSorted((a, b) => lossOf(b) - lossOf(a));
  const basis =
    totals.reported === 0
      ? ', predicted, not reported'
      : totals.reported < steps.length
        ? `, reported for ${totals.reported} of ${steps.length}`
        : '';
  const lead = `${requests}${cost}${leftOut}, ${rate}${basis}`;
  if (worst?.lost == null)
    return totals.disagreements === 0
      ? { text: `${lead}. None is known to have broken the cache.`, ...(unjudged === 0 ? { tone: 'good' } : {}) }
      : { text: `${lead}. ${counted(totals.disagreements, 'report')} not as predicted.` };
  const lost = totals.lost === null ? '' : `, ${rangeCost(totals.lost.low, totals.lost.high)} lost`;
  const isReported = losing.some(({ lost: each }) => each?.basis === 'reported');
  const what = isReported ? 'lost something that was cached' : 'would lose something cached';
  const many = losing.length === 1 ? '' : ` ${formatNumber(losing.length)} ${what}, most of all:`;
  return { text: `${lead}${lost}.${many} ${lossText(worst, worst.lost)}.`, tone: 'bad' };
}

/** Only what changed can have broken the cache; it may also have expired, or have been forgotten. */
function lossText({ number, changed }: Sequence['steps'][number], { cause, tokens }: NonNullable<Lost>): string {
  const isSure = tokens.low > 0;
  const broke = `Request ${number} ${isSure ? 'broke' : 'may have broken'} the cache`;
  switch (cause) {
    case 'changed':
      return changed === null ? broke : `${broke} in ${changed.name}`;
    case 'parameter':
      return `${broke} by a changed parameter`;
    case 'model':
      return `Request ${number} was for another model, which does not share the cache`;
    case 'expired':
      return `When request ${number} was sent, the cache ${isSure ? 'had' : 'may have'} expired`;
    default:
      return `Request ${number} ${isSure ? 'did not read' : 'may not have read'} all that was cached`;
  }
}

type Lost = Sequence['steps'][number]['lost'];

function lossOf({ lost }: Sequence['steps'][number]): number {
  return lost?.cost?.high ?? lost?.tokens.high ?? 0;
}

/** What did the session cost, and what was lost? */
export function sessionAnswer(rows: readonly SessionRow[], hasEnded: boolean): Answer {
  const reported = rows.flatMap((row) => (row.reported === null ? [] : [row.reported]));
  if (reported.length === 0 && rows.some(({ error, status }) => error !== null || (status ?? 200) >= 400))
    return { text: 'No response has reported its tokens: requests failed.' };
  if (reported.length === 0)
    return { text: hasEnded ? 'No response of this session reports its tokens.' : 'Waiting for the first response.' };
  const whole = reported.flatMap(({ context, read }) => (context === null || read === null ? [] : [{ context, read }]));
  const read = sumOf(whole.map((each) => each.read));
  const share = percentOf(read, sumOf(whole.map(({ context }) => context)));
  const rate = whole.length === 0 ? '' : `, ${share} of the input read from cache`;
  const failed = rows.filter(({ error, status }) => error !== null || (status ?? 200) >= 400).length;
  const prices = rows.flatMap(({ cost }) => cost ?? []);
  const unpriced = rows.filter((row) => row.reported !== null && row.cost === null).length;
  const apart = [
    ...(failed === 0 ? [] : [`${formatNumber(failed)} failed`]),
    ...(unpriced === 0 || prices.length === 0 ? [] : [`${formatNumber(unpriced)} without a known cost`]),
  ];
  const cost = prices.length === 0 ? ' at an unknown cost' : ` cost ${costText(sumOf(prices))}`;
  const leftOut = apart.length === 0 ? '' : ` (in no sum: ${listed(apart)})`;
  const lead = `${counted(rows.length, 'request')}${cost}${leftOut}${rate}`;
  const misses = rows.filter(({ lost }) => lost > 0);
  const [worst] = misses.toSorted((a, b) => (b.lostCost ?? b.lost) - (a.lostCost ?? a.lost));
  const isJudged = rows.every((row) => row.reported === null || row.verdict !== 'unknown');
  if (worst === undefined) return { text: `${lead}; no misses found.`, ...(isJudged ? { tone: 'good' } : {}) };
  const losses = misses.flatMap(({ lostCost }) => lostCost ?? []);
  const lost =
    losses.length === 0
      ? `lost ${counted(sumOf(misses.map((row) => row.lost)), 'token')}`
      : `lost ${losses.length < misses.length ? 'at least ' : ''}${costText(sumOf(losses))}`;
  return {
    text:
      `${lead}; ${counted(misses.length, 'miss', 'misses')} ${lost}` +
      `${misses.length === 1 ? `, at request ${worst.number}` : `, most at request ${worst.number}`}.`,
    tone: 'bad',
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

/** Which sessions are there? `logs`: those that agents keep of the folder themselves. */
export function sessionsAnswer(
  sessions: readonly Pick<SessionInfo, 'exchanges'>[],
  older: number,
  logs: number,
): Answer {
  const also = sessions.length === 0 ? '' : 'also ';
  const kept = `Agents ${also}keep ${counted(logs, 'session')} of this folder themselves.`;
  if (sessions.length === 0)
    return logs === 0
      ? { text: 'No session is kept yet. Start a capture, then start your agent.' }
      : { text: `No session is captured yet. ${kept}` };
  const requests = sessions.reduce((sum, { exchanges }) => sum + exchanges, 0);
  return {
    text:
      `${counted(sessions.length, 'session')} with ${counted(requests, 'request')}` +
      `${older === 0 ? '' : `, and ${counted(older, 'older one')} that “strata sessions” lists`}.` +
      `${logs === 0 ? '' : ` ${kept}`}`,
  };
}

/** Is the preview what was sent? */
export function sentAnswer(counts: Readonly<Record<SentKind, number>>): Answer {
  const differing = [
    ...(counts.changed > 0 ? [`${formatNumber(counts.changed)} changed`] : []),
    ...(counts['only-built'] > 0 ? [`${formatNumber(counts['only-built'])} only built here`] : []),
    ...(counts['only-sent'] > 0 ? [`${formatNumber(counts['only-sent'])} only sent`] : []),
  ];
  if (differing.length === 0)
    return {
      text: `Tools and text are the same as built here: ${counted(counts.same, 'section')} compared.`,
      tone: 'good',
    };
  return {
    text: `What was sent differs: ${listed(differing)}; ${counted(counts.same, 'section')} the same.`,
    tone: 'bad',
  };
}

/** How different are the variants? */
export function matrixAnswer(matrix: Matrix | undefined, wanted: number): Answer {
  if (matrix === undefined)
    return { text: `How do the settings change the prompt? ${counted(wanted, 'variant')} to build.` };
  const { rows, combinations, stopped, sharedByAll } = matrix;
  const sizes = rows.map(({ tokens }) => tokens).toSorted((a, b) => a.tokens - b.tokens);
  const [least, most] = [sizes[0], sizes.at(-1)];
  const broken = rows.filter(({ usable }) => !usable).length;
  const size =
    least === undefined || most === undefined
      ? ''
      : ` of ${least.tokens === most.tokens ? '' : `${formatNumber(least.tokens)} to `}` +
        `${formatNumber(most.tokens)} ${markOf(most)} tokens`;
  const part =
    rows.length >= combinations
      ? counted(rows.length, 'variant')
      : `${formatNumber(rows.length)} of ${counted(combinations, 'variant')} ` +
        (stopped ? '(stopped)' : '(limit reached)');
  return {
    text:
      `${part}${size}; ` +
      (sharedByAll === 0 ? 'they begin differently' : `all begin with the same ${counted(sharedByAll, 'character')}`) +
      `${broken === 0 ? '' : `; ${formatNumber(broken)} give no prompt`}.`,
  };
}

/** Which agent reads which file? */
export function loadMapAnswer(map: LoadMap): Answer {
  if (map.files.length === 0) return { text: 'No agent that Strata knows finds anything to read here.' };
  const reads = map.agents.map(({ agent, title }) => {
    const unknown = unknownCount(map, agent);
    const sent = `${title} ${formatNumber(sentCount(map, agent))}`;
    return unknown === 0 ? sent : `${sent} (${formatNumber(unknown)} more not known)`;
  });
  const seen = map.files.filter((file) => !isUnseen(file)).length;
  const unseen = map.files.length - seen;
  const rest =
    unseen === 0
      ? ''
      : ` ${counted(unseen, 'more path')} would be looked at too; whether a file is there is not known.`;
  return { text: `Of ${counted(seen, 'file')}, sent with every request: ${listed(reads)}.${rest}` };
}
