import type { RunView } from '../../../../shared/ipc/cache/cache-view';
import type { CountMethod } from '../../../../shared/analysis/types';
import { bands, barsOf, turnSentence } from '../../../model/cache/cache-strip';
import {
  costText,
  dollars,
  rateText,
  savedOf,
  savedText,
  sourceText,
  lastOfEachReason,
} from '../../../model/cache/cache-text';
import { TurnTable } from './turn-table';
import { formatShort } from '../../../model/counts';
import { cacheStripWords as words } from '../../../words/panels/cache';

interface Props {
  readonly title: string;
  readonly run: RunView;
  /** Tokens of the largest turn of all strips. */
  readonly tallest: number;
  readonly method: CountMethod;
  readonly turn: number;
  readonly onTurn: (turn: number) => void;
}

/** Bars have labels up to this number of turns. */
const labelled = 30;

/** One column per turn, to scale in tokens: read at the bottom, then written, then uncached. */
export function CacheStrip({ title, run, tallest, method, turn, onTurn }: Props) {
  const bars = barsOf(run, tallest);
  const chosen = run.turns[Math.min(turn, run.turns.length - 1)];
  const index = chosen === undefined ? 0 : run.turns.indexOf(chosen);
  const isRefused = run.turns.some(({ rejected }) => rejected !== null);
  const saved = savedOf(run);
  const compared = saved === null ? '' : savedText(saved);
  return (
    <section className="strip" aria-label={title}>
      <header className="strip-head">
        <h3>{title}</h3>
        <p>
          <span title={words.hitRateHint}>
            {words.hitRate} <b>{rateText(run.hitRate)}</b>
          </span>
          <span>
            <b>{isRefused ? words.refused : costText(run.bestCost, run.cost)}</b>
            {isRefused || run.uncachedCost === null ? '' : words.withoutACache(dollars(run.uncachedCost))}
            {compared === '' ? '' : ` (${compared})`}
          </span>
        </p>
      </header>
      <div className={`strip-chart${bars.length > labelled ? ' is-dense' : ''}`}>
        <div className="strip-axis" title={words.axis} aria-hidden="true">
          <span>{formatShort(tallest)}</span>
          <span>0</span>
        </div>
        <div className="strip-bars" role="group" aria-label={words.turns}>
          {bars.map(({ turn: each, shares }, at) => (
            <button
              key={at}
              type="button"
              className={`strip-bar${each.rejected === null ? '' : ' is-refused'}`}
              aria-pressed={at === index}
              aria-label={turnSentence(each, at, method)}
              onClick={() => onTurn(at)}
              onMouseEnter={() => onTurn(at)}
            >
              <span className="strip-column">
                {bands
                  .toReversed()
                  .map((band) =>
                    shares[band] > 0 ? (
                      <i key={band} className={`band-${band}`} style={{ height: `${shares[band] * 100}%` }} />
                    ) : null,
                  )}
              </span>
              {bars.length > labelled ? null : (
                <span className="strip-label">
                  {labelOf(each).map((part) => (
                    <span key={part}>{part}</span>
                  ))}
                </span>
              )}
              {bars.length > labelled ? null : <span className="strip-since">{pauseOf(each.since)}</span>}
            </button>
          ))}
        </div>
      </div>
      <TurnTable run={run} method={method} chosen={index} onTurn={onTurn} />
      {chosen === undefined ? null : (
        <p className="strip-turn">
          {turnSentence(chosen, index, method)}.
          {lastOfEachReason(chosen.reasons).map(({ text, source }) => (
            <span key={text}>
              {' '}
              {text}
              {source === null ? '' : <span className="cache-source"> ({sourceText(source)})</span>}.
            </span>
          ))}
          {chosen.warnings.map((warning) => (
            <span key={warning}> {warning}</span>
          ))}
        </p>
      )}
    </section>
  );
}

/** A range in two parts, so that it can be split over two lines. */
function labelOf({ rejected, bestCost, cost }: RunView['turns'][number]): readonly string[] {
  if (rejected !== null) return [words.refused];
  const [low = '', high] = costText(bestCost, cost).replace(words.priceUnknown, '?').split('–');
  return high === undefined ? [low] : [`${low}–`, high];
}

const stepTexts = {
  wait: (line: string) => line.slice('wait '.length),
  edit: () => '✎',
  tool: () => 'tool',
  set: () => 'set',
  param: () => 'param',
  clock: () => 'clock',
} as const;

/** What happened before a turn, abbreviated. Messages that only join the conversation are left out. */
function pauseOf(since: readonly string[]): string {
  return since
    .flatMap((line) => {
      const word = line.split(' ')[0] ?? '';
      return word in stepTexts ? [stepTexts[word as keyof typeof stepTexts](line)] : [];
    })
    .join(' ');
}
