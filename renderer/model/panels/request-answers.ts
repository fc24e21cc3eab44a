/** What the panels about requests and sessions answer. */
import type { LoadMap } from '../../../shared/ipc/agents';
import type { SessionInfo, SessionRow } from '../../../shared/ipc/captures';
import type { Matrix } from '../../../shared/ipc/matrix';
import { costText as rangeCost, rateText } from '../cache/cache-text';
import { costText } from '../captures/rows';
import type { Sequence } from '../compare/sequence';
import type { SentKind } from '../compare/sent';
import { formatNumber, markOf, percentOf } from '../counts';
import { sentCount } from '../load-map';
import { counted, listed, type Answer } from './answer';

/** What did these requests cost, and which of them broke the cache? */
export function sequenceAnswer({ steps, totals }: Pick<Sequence, 'steps' | 'totals'>): Answer {
  const requests = counted(steps.length, 'request');
  if (steps.every(({ billed }) => billed === null))
    return { text: `${requests}. No caching rules are known for their models, so nothing is predicted.` };
  const cost = totals.cost === null ? '' : ` cost ${rangeCost(totals.cost.low, totals.cost.high)} for input`;
  const rate = `${rateText(totals.hitRate)} read from cache`;
  const broken = steps.filter(({ lost }) => lost !== null && lost.tokens.high > 0);
  const [worst] = broken.toSorted((a, b) => lossOf(b) - lossOf(a));
  const basis =
    totals.reported === 0
      ? ', predicted, not reported'
      : totals.reported < steps.length
        ? `, reported for ${totals.reported} of ${steps.length}`
        : '';
  if (worst?.lost == null) return { text: `${requests}${cost}, ${rate}${basis}. None broke the cache.`, tone: 'good' };
  const lost = totals.lost === null ? '' : `, ${rangeCost(totals.lost.low, totals.lost.high)} lost`;
  const where = worst.changed === null ? '' : ` in ${worst.changed.name}`;
  return {
    text:
      `${requests}${cost}, ${rate}${basis}${lost}. ` +
      (broken.length === 1
        ? `Request ${worst.number} broke the cache`
        : `${broken.length} broke the cache, request ${worst.number} most`) +
      `${where}.`,
    tone: 'bad',
  };
}

function lossOf({ lost }: Sequence['steps'][number]): number {
  return lost?.cost?.high ?? lost?.tokens.high ?? 0;
}

/** What did the session cost, and what was lost? */
export function sessionAnswer(rows: readonly SessionRow[]): Answer {
  const reported = rows.flatMap((row) => (row.reported === null ? [] : [row.reported]));
  if (reported.length === 0 && rows.some(({ error, status }) => error !== null || (status ?? 200) >= 400))
    return { text: 'No response has reported its tokens: requests failed.' };
  if (reported.length === 0) return { text: 'Waiting for the first response.' };
  const sum = (values: readonly (number | null)[]): number =>
    values.reduce<number>((all, each) => all + (each ?? 0), 0);
  const context = sum(reported.map((each) => each.context));
  const read = sum(reported.map((each) => each.read));
  const misses = rows.filter(({ lost }) => lost > 0);
  const [worst] = misses.toSorted((a, b) => (b.lostCost ?? b.lost) - (a.lostCost ?? a.lost));
  const lead =
    `${counted(rows.length, 'request')} cost ${costText(sum(rows.map(({ cost }) => cost)))}, ` +
    `${percentOf(read, context)} of the input read from cache`;
  if (worst === undefined) return { text: `${lead}; nothing was lost to misses.`, tone: 'good' };
  const lost = costText(sum(misses.map(({ lostCost }) => lostCost)));
  return {
    text:
      `${lead}; ${counted(misses.length, 'miss', 'misses')} lost ${lost}` +
      `${misses.length === 1 ? `, at request ${worst.number}` : `, most at request ${worst.number}`}.`,
    tone: 'bad',
  };
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
      text: `What was sent is what is built here: ${counted(counts.same, 'section')}, all the same.`,
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
      `${part}${size}; all begin with the same ${counted(sharedByAll, 'character')}` +
      `${broken === 0 ? '' : `; ${formatNumber(broken)} give no prompt`}.`,
  };
}

/** Which agent reads which file? */
export function loadMapAnswer(map: LoadMap): Answer {
  if (map.files.length === 0) return { text: 'No agent that Strata knows finds anything to read here.' };
  const reads = map.agents.map(({ agent, title }) => `${title} ${formatNumber(sentCount(map, agent))}`);
  return { text: `Of ${counted(map.files.length, 'file')}, sent with every request: ${listed(reads)}.` };
}
