import { memo } from 'react';
import type { TokenCount } from '../../../shared/analysis/types';
import { visible } from '../../../shared/basics/invisible';
import type { NodeId, Tier } from '../../../shared/document/types';
import { useApp } from '../../context';
import { describeCount, formatNumber } from '../../model/counts';
import { tierNames } from '../../model/describe';
import { rulerBandWords as words } from '../../words/panes/sections';

interface Props {
  readonly name: string;
  readonly node: NodeId | null;
  readonly isTool: boolean;
  readonly tier: Tier | null;
  readonly count: TokenCount;
  readonly members: number;
  /** The sum over all members, if there are several. */
  readonly tokens: number | null;
  /** The share that is not the user's text, 0 to 1. */
  readonly template: number;
  /** Whose words that share is. */
  readonly owner: 'template' | 'agent';
  readonly top: number;
  readonly height: number;
  readonly selected: boolean;
}

/** A name fits from this height on, in pixels. */
export const namedFrom = 14;

/** One layer of the ruler. Its props are plain values, so that a build redraws only the layers it changed. */
export const BandButton = memo(function BandButton({
  name,
  node,
  isTool,
  tier,
  count,
  members,
  tokens,
  template,
  owner,
  top,
  height,
  selected,
}: Props) {
  const { actions } = useApp();
  const shownName = visible(name);
  const several = members > 1 ? words.several(members, shownName) : shownName;
  const size = tokens === null ? describeCount(count) : words.tokens(formatNumber(tokens));
  const tierText = tier === null ? '' : words.tier(tierNames[tier]);
  const label = `${several}: ${size}${tierText}${templateText(template, owner)}`;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`band${selected ? ' band-selected' : ''}`}
      data-tier={tier === null || isTool ? 'none' : tier}
      data-node={node ?? undefined}
      style={{ top, height }}
      title={label}
      aria-label={label}
      onClick={() => actions.select(node)}
    >
      {template === 0 ? null : <i className="hatch" style={{ width: `${(template * 100).toFixed(1)}%` }} />}
      {height >= namedFrom && members === 1 ? <span className="band-name">{shownName}</span> : ''}
    </button>
  );
});

function templateText(share: number, owner: Props['owner']): string {
  if (share === 0) return '';
  const name = words[owner];
  return share === 1 ? `, ${name}` : `, ${Math.max(1, Math.round(share * 100))} % ${name}`;
}
