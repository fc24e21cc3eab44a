import { memo } from 'react';
import { visible } from '../../shared/document/invisible';
import { describeCount, share } from '../model/counts';
import type { VisibleRow } from '../model/visible-rows';
import { Count, TierChip } from './count';

interface Props {
  readonly id: string;
  readonly item: VisibleRow;
  readonly selected: boolean;
  readonly changed: boolean;
  readonly total: number;
  readonly onPick: () => void;
  readonly onToggle: () => void;
  readonly onCreate: (path: string) => void;
}

function Row({ id, item, selected, changed, total, onPick, onToggle, onCreate }: Props) {
  const { row, level, expanded } = item;
  const { missing } = row;
  const part = row.count === null || row.kind === 'omitted' ? 0 : share(row.count.tokens, total);
  const label = [
    visible(row.name),
    visible(row.kind === 'omitted' ? `omitted, ${row.detail}` : row.detail),
    row.tier === null ? '' : `tier ${row.tier}`,
    row.count === null ? '' : `${row.kind === 'omitted' ? 'would be ' : ''}${describeCount(row.count)}`,
    changed ? 'changed' : '',
    missing === undefined ? '' : `Enter creates ${missing}`,
  ].filter((text) => text !== '');
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-selected={selected}
      aria-expanded={expanded ?? undefined}
      aria-label={label.join(', ')}
      className={`section-row kind-${row.kind}`}
      data-row={row.key}
      onClick={onPick}
    >
      <span className="share" style={{ width: `${(part * 100).toFixed(2)}%` }} data-tier={row.tier ?? 'none'} />
      <span className="fold" style={{ marginLeft: (level - 1) * 14 }} onClick={expanded === null ? undefined : (event) => { event.stopPropagation(); onToggle(); }}>
        {expanded === null ? '' : expanded ? '▾' : '▸'}
      </span>
      <TierChip tier={row.tier} />
      <span className="name">{visible(row.name)}</span>
      <span className="detail" title={visible(row.detail)}>{visible(row.detail)}</span>
      {missing === undefined ? null : (
        <span className="link create" title={`Create ${missing}`} onClick={(event) => { event.stopPropagation(); onCreate(missing); }}>
          create
        </span>
      )}
      {changed ? <span className="changed-dot" title="changed since the last build" /> : null}
      <span className="tokens">{row.count === null || (row.kind === 'omitted' && row.count.tokens === 0) ? (row.kind === 'omitted' ? '–' : '') : <Count count={row.count} />}</span>
    </div>
  );
}

export const SectionRow = memo(Row, (before, after) => (
  before.id === after.id && before.item === after.item && before.selected === after.selected && before.changed === after.changed && before.total === after.total
));
