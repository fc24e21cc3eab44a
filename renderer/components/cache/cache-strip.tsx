import type { RunView } from '../../../shared/ipc/cache/cache-view';
import type { CountMethod } from '../../../shared/analysis/types';
import { bands, barsOf, turnSentence } from '../../model/cache/cache-strip';
import { costText, dollars, percent, rateText, sourceText, lastOfEachReason } from '../../model/cache/cache-text';
import { TurnTable } from './turn-table';
import { formatShort } from '../../model/counts';
import { cacheStripWords as words } from '../../words/cache';

interface Props {
  readonly title: string;
  readonly run: RunView;
  /** Tokens of the largest turn of all strips. */
  readonly tallest: number;
  readonly method: CountMethod;
  readonly turn: number;
  readonly onTurn: (turn: number) => void;
}

/** With more turns than this the bars have no labels. */
const labelled = 30;

/** One column per turn, to scale in tokens: read at the bottom, then written, then uncached. */
export function CacheStrip({ title, run, tallest, method, turn, onTurn }: Props) {
  const bars = barsOf(run, tallest);
  const chosen = run.turns[Math.min(turn, run.turns.length - 1)];
  const index = chosen === undefined ? 0 : run.turns.indexOf(chosen);
  const saved =
    run.cost === null || run.uncachedCost === null || run.uncachedCost === 0 ? null : 1 - run.cost / run.uncachedCost;
  return (
    <section className="strip" aria-label={title}>
      <header className="strip-head">
        <h3>{title}</h3>
        <span title={words.tokensReadOverTokensSent}>
          {words.hitRate} <b>{rateText(run.hitRate)}</b>
        </span>
        <span>
          <b>{costText(run.bestCost, run.cost)}</b>
          {run.uncachedCost === null ? '' : words.withoutACache(dollars(run.uncachedCost))}
          {saved === null ? '' : saved < 0 ? words.more(percent(-saved)) : words.less(percent(saved))}
        </span>
      </header>
      <div className="strip-scale" aria-hidden="true">
        {formatShort(tallest)}
      </div>
      <div className={`strip-bars${bars.length > labelled ? ' is-dense' : ''}`} role="group" aria-label={words.turns}>
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
                {each.rejected === null
                  ? costText(each.bestCost, each.cost).replace(words.priceUnknown, '?')
                  : 'refused'}
              </span>
            )}
            {bars.length > labelled ? null : <span className="strip-since">{pauseOf(each.since)}</span>}
          </button>
        ))}
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
