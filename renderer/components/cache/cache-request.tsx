import { lacksFrame } from '../../../shared/document/lacks-frame';
import type { CSSProperties } from 'react';
import type { CacheBreakpoint, PromptDocument, Tier } from '../../../shared/document/types';
import type { MarkerView, OutcomeView } from '../../../shared/ipc/cache/cache-view';
import { useApp } from '../../context';
import {
  between,
  costText,
  dollars,
  framingNote,
  markerWhy,
  nodeName,
  percent,
  reasonText,
  sourceText,
  stateName,
  stateSign,
  lastOfEachReason,
  tokensText,
  writtenOf,
} from '../../model/cache/cache-text';
import { tierAfter } from '../../model/cache/placement';
import { formatNumber, marks } from '../../model/counts';
import type { Shown } from '../../stores/inspection';
import { requestsBefore } from '../../stores/requests';
import { CacheCost } from './cache-cost';
import { CacheRules } from './cache-rules';
import { useCache } from './use-cache';
import { DataTable, type Column } from '../table/data-table';
import { TierChip } from '../basics/count';
import { cacheRequestWords as words } from '../../words/panels/cache';

/**
 * Each breakpoint of the next request: kept, written, too short, borderline or refused, with its tokens and its price.
 */
export function CacheRequest({ shown }: { readonly shown: Shown }) {
  const { cache, actions, view } = useApp();
  const cost = useCache((state) => state.reply?.cost ?? null);
  const against = useCache((state) => state.reply?.against ?? null);
  const isCold = useCache((state) => state.reply?.against === null);
  const overlay = useCache((state) => state.overlay);
  if (cost === null) return <p className="empty-note">{words.chooseModel}</p>;
  // The answer above has its price. No more is known of it.
  if (lacksFrame(shown.inspection.document))
    return (
      <div className="cache-request">
        <CacheRules rules={cost.rules} />
      </div>
    );
  const { outcome, suggested, rules, breakpoints } = cost;
  const earlier = requestsBefore(shown.inspection);
  const { document } = shown.inspection;
  const rows = outcome.markers.map((marker, index): Row => ({
    marker,
    number: index + 1,
    name: nodeName(document, marker.node),
    tier: tierOf(
      breakpoints.find(({ after }) => after === marker.node),
      document,
    ),
    why: markerWhy(marker, against, cost),
    mark: marks[shown.inspection.analysis.total.method],
  }));
  return (
    <div className="cache-request">
      <CacheCost shown={shown} />
      {overlay === null ? null : (
        <p className="note">
          {words.trying}{' '}
          <button type="button" className="link" onClick={() => void cache.apply(null).catch(actions.report)}>
            {words.stopTrying}
          </button>
        </p>
      )}
      {suggested && overlay === null && rules.markerLimit !== null ? (
        <p className="help">
          {words.noBreakpoints}
          {outcome.markers.length === 0 ? '' : words.areSuggested}
        </p>
      ) : null}
      {isCold && earlier > 0 ? (
        <p className="help">
          {words.pricedOnItsOwn}{' '}
          <button type="button" className="link" onClick={() => view.showPanel('sequence')}>
            {words.sequence}
          </button>
          .
        </p>
      ) : null}
      <RequestBar outcome={outcome} isSuggested={suggested && overlay === null} />
      <DataTable
        label={words.breakpoints}
        className="breakpoints"
        columns={columns}
        rows={rows}
        keyOf={({ marker }) => marker.node}
        onOpen={({ marker }) => actions.select(marker.node)}
        nameOf={({ number, name }) => words.breakpointAfter(number, name)}
        foot={<TailRow outcome={outcome} shown={shown} />}
      />
      <ul className="reasons" aria-label={words.why}>
        {outcome.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
        {lastOfEachReason(outcome.reasons).map((each) => (
          <li key={each.text}>
            {reasonText(each, earlier)}
            {each.source === null ? '' : <span className="cache-source"> {sourceText(each.source)}</span>}
          </li>
        ))}
      </ul>
      <CacheRules rules={rules} />
    </div>
  );
}

function tierOf(breakpoint: CacheBreakpoint | undefined, document: PromptDocument): Tier | null {
  return breakpoint === undefined ? null : tierAfter(document, breakpoint);
}

interface Row {
  readonly marker: MarkerView;
  readonly number: number;
  readonly name: string;
  readonly tier: Tier | null;
  readonly why: string;
  readonly mark: string;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'number',
    title: words.breakpoint,
    text: ({ number, name }) => words.numberAfter(number, name),
    value: ({ number }) => number,
    cell: ({ number, tier, name }) => (
      <>
        <span className="marker-number">{number}</span> <TierChip tier={tier} /> {words.afterName(name)}
      </>
    ),
  },
  {
    id: 'state',
    title: words.state,
    text: ({ marker }) => stateName(marker),
    hint: ({ why }) => why,
    cell: ({ marker }) => (
      <span className={`marker-state state-${marker.state}`}>
        <span aria-hidden="true">{stateSign(marker)}</span> {stateName(marker)}
      </span>
    ),
  },
  { id: 'ttl', title: words.lifetime, text: ({ marker }) => marker.ttl },
  {
    id: 'tokens',
    title: words.tokensUpToHere,
    isNumber: true,
    text: ({ marker, mark }) => `${formatNumber(marker.tokens)} ${mark}`,
    value: ({ marker }) => marker.tokens,
  },
  {
    id: 'cost',
    title: words.cost,
    help: words.costHint,
    isNumber: true,
    text: ({ marker }) => (marker.cost === null ? words.costUnknown : dollars(marker.cost)),
    value: ({ marker }) => marker.cost,
  },
  { id: 'why', title: words.why, className: 'why', text: ({ why }) => why },
];

function TailRow({ outcome, shown }: { readonly outcome: OutcomeView; readonly shown: Shown }) {
  const {
    total: { method },
    overhead,
  } = shown.inspection.analysis;
  const framing = framingNote(overhead);
  const uncached = between(outcome, (split) => split.uncached);
  return (
    <tr className="tail">
      <td title={framing.why}>{words.wholeRequest(framing.text)}</td>
      <td>{outcome.known ? '' : words.notPromised}</td>
      <td />
      <td className="number">
        {formatNumber(outcome.total)} {marks[method]}
      </td>
      <td className="number">{costText(outcome.bestCost, outcome.cost)}</td>
      <td className="why">
        {words.split(
          tokensText(
            between(outcome, ({ read }) => read),
            method,
          ),
          tokensText(between(outcome, writtenOf), method),
          tokensText(uncached, method),
        )}
      </td>
    </tr>
  );
}

function RequestBar({ outcome, isSuggested }: { readonly outcome: OutcomeView; readonly isSuggested: boolean }) {
  const read = between(outcome, (split) => split.read);
  const total = Math.max(1, outcome.total);
  const written = writtenOf(outcome.best);
  const parts = [
    { band: 'read', tokens: read.low },
    { band: 'unsure', tokens: read.high - read.low },
    { band: 'written', tokens: written },
    { band: 'uncached', tokens: Math.max(0, outcome.total - read.high - written) },
  ].filter(({ tokens }) => tokens > 0);
  const width = (tokens: number): CSSProperties => ({ width: `${(tokens / total) * 100}%` });
  return (
    <div
      className="request-bar"
      role="img"
      aria-label={parts.map(({ band, tokens }) => `${bandNames[band] ?? band} ${percent(tokens / total)}`).join(', ')}
    >
      <div className="request-bands">
        {parts.map(({ band, tokens }) => (
          <span key={band} className={`band-${band}`} style={width(tokens)}>
            {tokens / total > 0.08 ? (
              <b>
                {bandNames[band]} {percent(tokens / total)}
              </b>
            ) : null}
          </span>
        ))}
      </div>
      {outcome.markers.map(({ node, tokens, state }, index) => (
        <span
          key={node}
          className={`request-tick state-${state}${isSuggested ? ' is-suggested' : ''}`}
          style={{ left: `${(tokens / total) * 100}%` }}
        >
          {index + 1}
        </span>
      ))}
    </div>
  );
}

const bandNames: Readonly<Record<string, string>> = {
  read: words.read,
  unsure: words.perhapsRead,
  written: words.written,
  uncached: words.uncached,
};
