import type { Analysis } from '../../../shared/analysis/types';
import { tiers } from '../../../shared/document/types';
import { describeCount, formatNumber, share } from '../../model/counts';
import { tokensOf, type TierItem, type TierMove } from '../../model/sections/tier-items';
import { Count, TierChip } from '../basics/count';
import { PathName } from '../basics/path-name';
import type { Column } from '../table/data-table';
import { tierColumnsWords as words } from '../../words/panels/tiers';

export const byDesign = words.byOwnRule;

export interface TierRow {
  readonly item: TierItem;
  readonly move: TierMove | undefined;
}

export function tierColumns(analysis: Analysis): readonly Column<TierRow>[] {
  return [
    {
      id: 'tier',
      title: words.tier,
      width: '5em',
      text: ({ item }) => item.tier,
      value: ({ item }) => tiers.indexOf(item.tier),
      cell: ({ item }) => <TierChip tier={item.tier} />,
    },
    {
      id: 'item',
      title: words.item,
      width: '22em',
      text: ({ item }) => item.label,
      cell: ({ item }) => <PathName name={item.label} />,
    },
    { id: 'kind', title: words.kind, width: '6em', text: ({ item }) => item.kind },
    {
      id: 'n',
      title: words.unchangedFor,
      help: words.unchangedHint,
      isNumber: true,
      width: '16em',
      text: ({ item }) => unchangedText(item),
      value: ({ item }) => item.n,
      cell: ({ item }) => (
        <>
          {unchangedText(item)}{' '}
          <span className="bar" aria-hidden="true">
            <i
              data-tier={item.tier}
              style={{ width: `${item.threshold === null ? 100 : share(item.n, item.threshold) * 100}%` }}
            />
          </span>
        </>
      ),
    },
    {
      id: 'tokens',
      title: words.tokens,
      isNumber: true,
      width: '9em',
      text: ({ item }) => formatNumber(tokensOf(item, analysis)),
      value: ({ item }) => tokensOf(item, analysis),
      cell: ({ item }) => <ItemTokens item={item} analysis={analysis} />,
    },
    {
      id: 'why',
      title: words.why,
      isWide: true,
      text: ({ item, move }) => (move === undefined ? item.why : `${move.from} → ${move.to}: ${move.cause}`),
      hint: ({ item, move }) => (move === undefined ? item.why : `${move.from} → ${move.to}: ${move.cause}`),
    },
  ];
}

function unchangedText({ n, threshold }: TierItem): string {
  const turns = threshold === null ? formatNumber(n) : words.of(formatNumber(n), formatNumber(threshold));
  return `${turns} ${turns === '1' ? 'turn' : 'turns'}`;
}

/** For an item that is sent, its tokens by the chosen model; otherwise the tracker's own estimate. */
function ItemTokens({ item, analysis }: { readonly item: TierItem; readonly analysis: Analysis }) {
  const count = item.node === undefined ? undefined : analysis.tokens[item.node];
  const tracked = `${formatNumber(item.tokens)} ${byDesign}`;
  return count === undefined ? (
    <span title={tracked}>{formatNumber(item.tokens)} ≈</span>
  ) : (
    <Count count={count} title={`${describeCount(count)}; ${tracked}`} />
  );
}
