import { useMemo, useState } from 'react';
import type { Analysis } from '../../../shared/analysis/types';
import { tiers } from '../../../shared/document/types';
import type { Inspection } from '../../../shared/ipc/inspection';
import { useApp } from '../../context';
import { describeCount, formatNumber, share } from '../../model/counts';
import { tierItems, tierSorts, type TierItem, type TierSort } from '../../model/sections/tier-items';
import { Count, TierChip } from '../basics/count';
import { PathName } from '../basics/path-name';
import { SelectBox } from '../basics/select-box';
import { TurnFiles } from './turn-files';
import { TurnMoves } from './turn-moves';
import { VirtualList } from '../basics/virtual-list';

type Panel = NonNullable<Inspection['panels']['tiers']>;

/** Which item is in which tier and why, how far it is from the next tier, and what a turn moves. */
export function TiersPanel({ panel, inspection }: { readonly panel: Panel; readonly inspection: Inspection }) {
  const { actions } = useApp();
  const [filter, setFilter] = useState('');
  const [sort, setSort] = useState<TierSort>('tier');
  const items = useMemo(() => tierItems(panel.items, filter, sort), [panel.items, filter, sort]);
  const perTier = tiers.map((tier) => ({
    tier,
    tokens: panel.items.reduce((sum, item) => sum + (item.tier === tier ? item.tokens : 0), 0),
  }));
  const show = (item: TierItem): void => {
    // While a whole file is sent, its symbol block is not; then the file is shown.
    const node = item.node ?? panel.items.find((other) => other.key === `file:${item.label}`)?.node;
    if (node === undefined) actions.say(`${item.label} is not in this request: ${item.why}`);
    else actions.showNode(node);
  };
  return (
    <>
      <div className="panel-lead">
        <TurnMoves panel={panel} inspection={inspection} />
        <TurnFiles inspection={inspection} />
      </div>
      <div className="panel-lead">
        <input
          className="filter"
          type="search"
          aria-label="Filter items"
          placeholder="Filter items"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <SelectBox
          label="Sorted by"
          value={sort}
          choices={tierSorts.map((value) => ({ value, label: value }))}
          onChange={(value) => setSort(tierSorts.find((each) => each === value) ?? 'tier')}
        />
        <span>
          {items.length === panel.items.length
            ? `${items.length} items`
            : `${items.length} of ${panel.items.length} items`}
        </span>
        <span className="bar-space" />
        {perTier.map(({ tier, tokens }) => (
          <span
            key={tier}
            className="tier-sum"
            title={
              `${formatNumber(tokens)} of ${formatNumber(panel.target)} tokens that make a tier worth a ` +
              `breakpoint, ${byDesign}`
            }
          >
            <TierChip tier={tier} /> {formatNumber(tokens)} ≈
          </span>
        ))}
        <span title={byDesign}>target {formatNumber(panel.target)}</span>
      </div>
      <VirtualList items={items} rowHeight={26} keyOf={(item) => item.key} role="list" aria-label="Items by tier">
        {(item: TierItem) => {
          const moved = panel.moves.find((move) => move.key === item.key);
          const why = moved === undefined ? item.why : `${moved.from} → ${moved.to}: ${moved.cause}`;
          return (
            <div role="listitem">
              <button
                type="button"
                className={`grid-row tier-row${moved === undefined ? '' : ' has-moved'}`}
                onClick={() => show(item)}
              >
                <TierChip tier={item.tier} />
                <span className="purpose">{item.kind}</span>
                <PathName name={item.label} />
                <span className="bar" aria-hidden="true">
                  <i
                    data-tier={item.tier}
                    style={{ width: `${item.threshold === null ? 100 : share(item.n, item.threshold) * 100}%` }}
                  />
                </span>
                <span
                  className="tokens"
                  title={
                    item.threshold === null
                      ? 'no threshold above it'
                      : `unchanged for ${item.n} turns; it may rise at ${item.threshold}`
                  }
                >
                  n {item.n}
                  {item.threshold === null ? '' : ` of ${item.threshold}`}
                </span>
                <span className="preview" title={why}>
                  {why}
                </span>
                <ItemTokens item={item} analysis={inspection.analysis} />
              </button>
            </div>
          );
        }}
      </VirtualList>
      {items.length === 0 ? (
        <p className="empty-note">
          {filter.trim() === '' ? 'No item is tracked.' : `No item matches “${filter.trim()}”.`}
        </p>
      ) : null}
    </>
  );
}

const byDesign = 'by the design’s own rule, characters ÷ 4, which its tracker uses';

/** For an item that is sent, its tokens by the chosen model; otherwise the tracker's own estimate. */
function ItemTokens({ item, analysis }: { readonly item: TierItem; readonly analysis: Analysis }) {
  const count = item.node === undefined ? undefined : analysis.tokens[item.node];
  const tracked = `${formatNumber(item.tokens)} ${byDesign}`;
  if (count === undefined)
    return (
      <span className="tokens" title={tracked}>
        {formatNumber(item.tokens)} ≈
      </span>
    );
  return (
    <span className="tokens">
      <Count count={count} title={`${describeCount(count)}; ${tracked}`} />
    </span>
  );
}
