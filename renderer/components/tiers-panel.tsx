import { tiers } from '../../shared/document/types';
import type { Inspection } from '../../shared/ipc/inspection';
import { useApp } from '../context';
import { formatNumber, share } from '../model/counts';
import { TierChip } from './count';
import { VirtualList } from './virtual-list';

type Panel = NonNullable<Inspection['panels']['tiers']>;
type Item = Panel['items'][number];

/** Which item is in which tier and why, how far it is from the next, and what the last turn moved. */
export function TiersPanel({ panel }: { readonly panel: Panel }) {
  const { actions } = useApp();
  const order = new Map<string, number>(tiers.map((tier, index) => [tier, index]));
  const items = panel.items.toSorted((a, b) => (order.get(a.tier) ?? 9) - (order.get(b.tier) ?? 9));
  const perTier = tiers.map((tier) => ({ tier, tokens: panel.items.reduce((sum, item) => sum + (item.tier === tier ? item.tokens : 0), 0) }));
  return (
    <>
      <p className="panel-lead">
        <span>Turn {panel.turn}</span>
        {perTier.map(({ tier, tokens }) => <span key={tier} className="tier-sum"><TierChip tier={tier} /> {formatNumber(tokens)} ≈</span>)}
        <span>target {formatNumber(panel.target)} a tier</span>
        <span>{panel.moves.length === 0 ? 'The last turn moved nothing.' : `The last turn moved ${panel.moves.length}: ${panel.moves.slice(0, 4).map((move) => `${move.key} ${move.from} → ${move.to}`).join(', ')}${panel.moves.length > 4 ? ' …' : ''}`}</span>
      </p>
      <VirtualList items={items} rowHeight={26} keyOf={(item) => item.key} role="list" aria-label="Items by tier">
        {(item: Item) => {
          const moved = panel.moves.find((move) => move.key === item.key);
          return (
            <div role="listitem">
              <button type="button" className="grid-row tier-row" onClick={() => actions.select(item.node ?? null)}>
                <TierChip tier={item.tier} />
                <span className="purpose">{item.kind}</span>
                <span className="name">{item.label}</span>
                <span className="bar" aria-hidden="true"><i style={{ width: `${item.threshold === null ? 100 : share(item.n, item.threshold) * 100}%` }} /></span>
                <span className="tokens">n {item.n}{item.threshold === null ? '' : ` of ${item.threshold}`}</span>
                <span className="preview">{moved === undefined ? item.why : `${moved.from} → ${moved.to}: ${moved.cause}`}</span>
                <span className="tokens">{formatNumber(item.tokens)} ≈</span>
              </button>
            </div>
          );
        }}
      </VirtualList>
    </>
  );
}
