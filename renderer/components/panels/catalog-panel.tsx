import { useState } from 'react';
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { CatalogCompare } from './catalog-compare';
import { Count } from '../basics/count';
import { VirtualList } from '../basics/virtual-list';

interface Props {
  readonly catalog: NonNullable<Inspection['panels']['catalog']>;
  readonly analysis: Analysis;
  readonly bridge: Bridge;
}

/** Every part of the catalogue, in or out, with its condition and what it says. */
export function CatalogPanel({ catalog, analysis, bridge }: Props) {
  const { actions } = useApp();
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const [comparing, setComparing] = useState(false);
  const needle = filter.trim().toLowerCase();
  const parts = catalog.parts.filter(
    (part) => needle === '' || `${part.id} ${part.name} ${part.kind} ${part.condition}`.toLowerCase().includes(needle),
  );
  const shown = catalog.parts.find((part) => part.id === open) ?? parts[0];
  const included = catalog.parts.filter((part) => part.included).length;
  if (comparing) return <CatalogCompare bridge={bridge} onDone={() => setComparing(false)} />;
  return (
    <div className="tools">
      <div className="tools-list with-lead">
        <p className="panel-lead">
          <input
            className="filter"
            type="search"
            aria-label="Filter parts"
            placeholder="Filter parts"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <span>
            {included} of {catalog.parts.length} parts, catalogue {catalog.version}
          </span>
          <span className="bar-space" />
          <button type="button" className="quiet" onClick={() => setComparing(true)}>
            Compare part sets…
          </button>
        </p>
        <VirtualList items={parts} rowHeight={26} keyOf={(part) => part.id} role="list" aria-label="Parts">
          {(part) => (
            <div role="listitem">
              <button
                type="button"
                className={`grid-row part-row${part.included ? '' : ' is-out'}`}
                aria-pressed={part.id === shown?.id}
                onClick={() => {
                  setOpen(part.id);
                  if (part.node !== undefined) actions.select(part.node);
                }}
              >
                <span className="state">{part.included ? '✓ in' : '– out'}</span>
                <span className="purpose">{part.kind}</span>
                <span className="name">{part.name}</span>
                <span className="preview">{part.why}</span>
                {part.from === 'overridden' ? <span className="purpose">overridden</span> : null}
                <span
                  className="tokens"
                  title={`${formatNumber(part.declaredTokens)} tokens, as the catalogue declares for its own text`}
                >
                  {formatNumber(part.declaredTokens)} declared
                </span>
                <Measured count={part.node === undefined ? undefined : analysis.tokens[part.node]} />
              </button>
            </div>
          )}
        </VirtualList>
      </div>
      {shown === undefined ? null : (
        <article className="tool-detail" aria-label={shown.name} tabIndex={0}>
          <h3>{shown.name}</h3>
          <p className="help">
            {shown.condition === '' ? 'always' : `when ${shown.condition}`} · {shown.why} · version {shown.version}
          </p>
          <pre>{shown.text}</pre>
        </article>
      )}
    </div>
  );
}

function Measured({ count }: { readonly count: TokenCount | undefined }) {
  return (
    <span className="tokens measured">
      {count === undefined ? (
        <span title="not in this request, so there is nothing to measure">–</span>
      ) : (
        <Count count={count} />
      )}
    </span>
  );
}
