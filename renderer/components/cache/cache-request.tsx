import type { CSSProperties } from 'react';
import type { Tier } from '../../../shared/document/types';
import type { ReferenceInfo } from '../../../shared/ipc/cache-panel';
import type { MarkerView, OutcomeView } from '../../../shared/ipc/cache-view';
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
  tellingReasons,
  tokensText,
  writtenOf,
} from '../../model/cache/cache-text';
import { formatNumber, marks } from '../../model/counts';
import type { Shown } from '../../stores/inspection';
import { hasSequence } from '../../stores/requests';
import { CacheRules } from './cache-rules';
import { useCache } from './use-cache';
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
  if (cost === null) return null;
  const { outcome, suggested, rules, breakpoints } = cost;
  return (
    <div className="cache-request">
      {overlay === null ? null : (
        <p className="note">
          Breakpoints are tried here, in the ruler and in the prompt; no file says so.{' '}
          <button type="button" className="link" onClick={() => void cache.apply(null).catch(actions.report)}>
            Take them away
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
          Taken by itself. What the requests before it in this file left in the cache is in{' '}
          <button type="button" className="link" onClick={() => view.showPanel('sequence')}>
            Sequence
          </button>
          .
        </p>
      ) : null}
      <RequestBar outcome={outcome} />
      <table className="plain-table breakpoints">
        <thead>
          <tr>
            <th scope="col">Breakpoint</th>
            <th scope="col">State</th>
            <th scope="col">Lifetime</th>
            <th scope="col" className="number">
              Tokens up to here
            </th>
            <th scope="col" className="number">
              Price of its part
            </th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {outcome.markers.map((marker, index) => (
            <MarkerRow
              key={marker.node}
              marker={marker}
              against={against}
              number={index + 1}
              tier={breakpoints.find(({ after }) => after === marker.node)?.tier ?? null}
              shown={shown}
            />
          ))}
          <TailRow outcome={outcome} shown={shown} />
        </tbody>
      </table>
      <ul className="reasons" aria-label="Why">
        {outcome.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
        {tellingReasons(outcome.reasons).map(({ text, source }) => (
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

interface MarkerProps {
  readonly marker: MarkerView;
  readonly against: ReferenceInfo | null;
  readonly number: number;
  readonly tier: Tier | null;
  readonly shown: Shown;
}

function MarkerRow({ marker, against, number, tier, shown }: MarkerProps) {
  const { actions } = useApp();
  const { node, state, ttl, tokens, cost } = marker;
  return (
    <tr>
      <td>
        <span className="marker-number">{number}</span> <TierChip tier={tier} /> behind{' '}
        <button type="button" className="link" onClick={() => actions.select(node)}>
          {nodeName(shown.inspection.document, node)}
        </button>
      </td>
      <td>
        <span className={`marker-state state-${state}`}>
          <span aria-hidden="true">{stateSigns[state]}</span> {stateNames[state]}
        </span>
      </td>
      <td>{ttl}</td>
      <td className="number">
        {formatNumber(tokens)} {marks[shown.inspection.analysis.total.method]}
      </td>
      <td className="number">{cost === null ? 'unknown' : dollars(cost)}</td>
      <td className="why">{markerWhy(marker, against)}</td>
    </tr>
  );
}

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
