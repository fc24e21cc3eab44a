import { memo } from 'react';
import type { TokenCount } from '../../../shared/analysis/types';
import type { NodeId, Tier } from '../../../shared/document/types';
import { useApp } from '../../context';
import { describeCount } from '../../model/counts';
import { tierLetters, tierNames } from '../../model/describe';

interface Props {
  readonly name: string;
  readonly node: NodeId | null;
  readonly isTool: boolean;
  readonly tier: Tier | null;
  readonly count: TokenCount;
  readonly members: number;
  /** The sum over all members, if there are several. */
  readonly tokens: number | null;
  /** The share that is the design's template rather than the user's text, 0 to 1. */
  readonly template: number;
  readonly top: number;
  readonly height: number;
  readonly selected: boolean;
}

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
  top,
  height,
  selected,
}: Props) {
  const { actions } = useApp();
  const several = members > 1 ? `${members} sections from ${name}` : name;
  const size = tokens === null ? describeCount(count) : `${tokens} tokens`;
  const tierText = tier === null ? '' : `, tier ${tierNames[tier]}`;
  const label = `${several}: ${size}${tierText}${templateText(template)}`;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`band ${tier === null || isTool ? 'band-plain' : `tier-${tier}`}${selected ? ' band-selected' : ''}`}
      style={{ top, height }}
      title={label}
      aria-label={label}
      onClick={() => actions.select(node)}
    >
      {template === 0 ? null : <i className="hatch" style={{ width: `${(template * 100).toFixed(1)}%` }} />}
      {height > 15 ? <span className="band-letter">{isTool ? 'T' : tier === null ? '·' : tierLetters[tier]}</span> : ''}
    </button>
  );
});

function templateText(share: number): string {
  if (share === 0) return '';
  return share === 1 ? ', template' : `, ${Math.max(1, Math.round(share * 100))} % template`;
}
