import type { Tier } from '../../../shared/document/types';
import type { TokenCount } from '../../../shared/analysis/types';
import { describeCount, formatNumber, markOf } from '../../model/counts';
import { tierLetters, tierNames } from '../../model/describe';

/** A number, always with the method that counted it. */
export function Count({
  count,
  unit,
  title,
}: {
  readonly count: TokenCount;
  readonly unit?: string;
  readonly title?: string;
}) {
  return (
    <span className="count" title={title ?? describeCount(count)}>
      {formatNumber(count.tokens)}
      <span className="mark"> {markOf(count)}</span>
      {unit === undefined ? null : ` ${unit}`}
    </span>
  );
}

export function TierChip({ tier }: { readonly tier: Tier | null }) {
  if (tier === null) return <span className="chip chip-none" aria-hidden="true" />;
  return (
    <span className={`chip tier-${tier}`} title={tierNames[tier]}>
      {tierLetters[tier]}
    </span>
  );
}
