import type { CSSProperties } from 'react';
import type { Tier } from '../../../shared/document/types';
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
  sourceText,
  stateNames,
  stateSigns,
  lastOfEachReason,
  tokensText,
  writtenOf,
} from '../../model/cache/cache-text';
import { formatNumber, marks } from '../../model/counts';
import type { Shown } from '../../stores/inspection';
import { hasSequence } from '../../stores/requests';
import { CacheCost } from './cache-cost';
import { CacheRules } from './cache-rules';
import { useCache } from './use-cache';
import { DataTable, type Column } from '../table/data-table';
import { TierChip } from '../basics/count';

/**
 * Each breakpoint of the next request: kept, written, too short, borderline or refused, with its tokens and its price.
 */
export function CacheRequest({ shown }: { readonly shown: Shown }) {
  const { cache, actions, view } = useApp();
  const cost = useCache((state) => state.reply?.cost ?? null);
  const against = useCache((state) => state.reply?.against ?? null);
  const isCold = useCache((state) => state.reply?.against === null);
  const overlay = useCache((state) => state.overlay);
  if (cost === null)
    return <p className="empty-note">Choose another model above, or bring caching rules of your own in strata.json.</p>;
  const { outcome, suggested, rules, breakpoints } = cost;
  const rows = outcome.markers.map((marker, index): Row => ({
    marker,
    number: index + 1,
    name: nodeName(shown.inspection.document, marker.node),
    tier: breakpoints.find(({ after }) => after === marker.node)?.tier ?? null,
    why: markerWhy(marker, against),
    mark: marks[shown.inspection.analysis.total.method],
  }));
  return (
    <div className="cache-request">
      <CacheCost shown={shown} />
      {overlay === null ? null : (
        <p className="note">
          You are trying breakpoints here, in the ruler and in the prompt. No file is changed.{' '}
          <button type="button" className="link" onClick={() => void cache.apply(null).catch(actions.report)}>
            Stop trying them
          </button>
        </p>
      )}
      {suggested && overlay === null ? (
        <p className="help">
          This design sets no breakpoints.
          {outcome.markers.length === 0
            ? ''
            : ' Those below are suggested: where the text begins to change more often, and where it can no ' +
              'longer be cached.'}
        </p>
      ) : null}
      {isCold && hasSequence(shown.inspection) ? (
        <p className="help">
          Priced by itself. What earlier requests of this file left in the cache is in{' '}
          <button type="button" className="link" onClick={() => view.showPanel('sequence')}>
            Sequence
          </button>
          .
        </p>
      ) : null}
      <RequestBar outcome={outcome} />
      <DataTable
        label="Breakpoints"
        className="breakpoints"
        columns={columns}
        rows={rows}
        keyOf={({ marker }) => marker.node}
        onOpen={({ marker }) => actions.select(marker.node)}
        nameOf={({ number, name }) => `Breakpoint ${number}, after ${name}`}
        foot={<TailRow outcome={outcome} shown={shown} />}
      />
      <ul className="reasons" aria-label="Why">
        {outcome.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
        {lastOfEachReason(outcome.reasons).map(({ text, source }) => (
          <li key={text}>
            {text}
            {source === null ? '' : <span className="cache-source"> {sourceText(source)}</span>}
          </li>
        ))}
      </ul>
      <CacheRules rules={rules} />
    </div>
  );
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
    title: 'Breakpoint',
    text: ({ number, name }) => `${number} after ${name}`,
    value: ({ number }) => number,
    cell: ({ number, tier, name }) => (
      <>
        <span className="marker-number">{number}</span> <TierChip tier={tier} /> after {name}
      </>
    ),
  },
  {
    id: 'state',
    title: 'State',
    text: ({ marker: { state } }) => stateNames[state],
    cell: ({ marker: { state } }) => (
      <span className={`marker-state state-${state}`}>
        <span aria-hidden="true">{stateSigns[state]}</span> {stateNames[state]}
      </span>
    ),
  },
  { id: 'ttl', title: 'Lifetime', text: ({ marker }) => marker.ttl },
  {
    id: 'tokens',
    title: 'Tokens up to here',
    isNumber: true,
    text: ({ marker, mark }) => `${formatNumber(marker.tokens)} ${mark}`,
    value: ({ marker }) => marker.tokens,
  },
  {
    id: 'cost',
    title: 'Cost',
    help: 'Of the tokens since the breakpoint before',
    isNumber: true,
    text: ({ marker }) => (marker.cost === null ? 'unknown' : dollars(marker.cost)),
    value: ({ marker }) => marker.cost,
  },
  { id: 'why', title: 'Why', className: 'why', text: ({ why }) => why },
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
      <td title={framing.why}>The whole request{framing.text}</td>
      <td>{outcome.known ? '' : 'not promised'}</td>
      <td />
      <td className="number">
        {formatNumber(outcome.total)} {marks[method]}
      </td>
      <td className="number">{costText(outcome.bestCost, outcome.cost)}</td>
      <td className="why">
        {tokensText(
          between(outcome, ({ read }) => read),
          method,
        )}{' '}
        read, {tokensText(between(outcome, writtenOf), method)} written, {tokensText(uncached, method)} uncached
      </td>
    </tr>
  );
}

function RequestBar({ outcome }: { readonly outcome: OutcomeView }) {
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
        <span key={node} className={`request-tick state-${state}`} style={{ left: `${(tokens / total) * 100}%` }}>
          {index + 1}
        </span>
      ))}
    </div>
  );
}

const bandNames: Readonly<Record<string, string>> = {
  read: 'read',
  unsure: 'perhaps read',
  written: 'written',
  uncached: 'uncached',
};
