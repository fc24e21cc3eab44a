import { memo } from 'react';
import { visible } from '../../../shared/document/invisible';
import { describeCount, formatNumber, share as shareOf } from '../../model/counts';
import type { Row as SectionData } from '../../model/sections/row';
import type { VisibleRow } from '../../model/sections/visible-rows';
import { Count, TierChip } from '../basics/count';
import { PathName } from '../basics/path-name';

interface Props {
  readonly id: string;
  readonly item: VisibleRow;
  readonly selected: boolean;
  readonly change: 'changed' | 'added' | null;
  /** Of the whole, in percent. */
  readonly share: string;
  readonly onPick: () => void;
  readonly onToggle: () => void;
  readonly onCreate: (path: string) => void;
}

function Row({ id, item, selected, change, share, onPick, onToggle, onCreate }: Props) {
  const { row, level, expanded } = item;
  const { missing } = row;
  const isTemplate = row.kind !== 'framing' && hatched(row) > 0;
  const detail = [
    ...(isTemplate && row.whose !== undefined ? [row.whose] : []),
    ...(row.detail === '' ? [] : [row.detail]),
  ].join(' · ');
  const label = [
    visible(row.name),
    visible(row.kind === 'omitted' ? `omitted, ${row.detail}` : row.detail),
    row.tier === null ? '' : `tier ${row.tier}`,
    row.count === null ? '' : `${row.kind === 'omitted' ? 'would be ' : ''}${describeCount(row.count)}`,
    row.whose === 'template' || row.whose === 'part template' ? wordOf(row) : '',
    change ?? '',
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
      <span className="share" style={{ width: share }} data-tier={row.tier ?? 'none'}>
        {hatched(row) === 0 ? null : <i className="hatch" style={{ width: `${(hatched(row) * 100).toFixed(1)}%` }} />}
      </span>
      <span
        className="fold"
        style={{ marginLeft: (level - 1) * 14 }}
        onClick={
          expanded === null
            ? undefined
            : (event) => {
                event.stopPropagation();
                onToggle();
              }
        }
      >
        {expanded === null ? '' : expanded ? '▾' : '▸'}
      </span>
      <TierChip tier={row.tier} />
      <PathName name={row.name} />
      {!isTemplate ? null : <i className="hatch-swatch" title={wordOf(row)} aria-hidden="true" />}
      <span className="detail" title={visible(detail)}>
        {visible(detail)}
      </span>
      {missing === undefined ? null : (
        <span
          className="link create"
          title={`Create ${missing}`}
          onClick={(event) => {
            event.stopPropagation();
            onCreate(missing);
          }}
        >
          create
        </span>
      )}
      {change === null ? null : (
        <span
          className={`changed-dot${change === 'added' ? ' is-added' : ''}`}
          title={change === 'added' ? 'added since the last build' : 'changed since the last build'}
        />
      )}
      <span className="tokens">
        {row.count === null || (row.kind === 'omitted' && row.count.tokens === 0) ? (
          row.kind === 'omitted' ? (
            '–'
          ) : (
            ''
          )
        ) : (
          <Count count={row.count} />
        )}
      </span>
    </div>
  );
}

/** How much of a row is hatched. The user's text is not hatched, even though its tags are the design's. */
function hatched({ whose, template = 0, count }: SectionData): number {
  if (whose !== 'template' && whose !== 'part template') return 0;
  return whose === 'template' || count === null ? 1 : shareOf(template, count.tokens);
}

function wordOf({ whose, template = 0, count }: SectionData): string {
  if (whose === 'template' || count === null) return 'template: words of the design, not yours';
  return (
    `part template: about ${formatNumber(template)} of ${formatNumber(count.tokens)} tokens are ` +
    'the design’s words, not yours'
  );
}

export const SectionRow = memo(
  Row,
  (before, after) =>
    before.id === after.id &&
    before.item.row === after.item.row &&
    before.item.level === after.item.level &&
    before.item.expanded === after.item.expanded &&
    before.selected === after.selected &&
    before.change === after.change &&
    before.share === after.share,
);

export function shareText({ count, kind }: SectionData, total: number): string {
  return `${((count === null || kind === 'omitted' ? 0 : shareOf(count.tokens, total)) * 100).toFixed(2)}%`;
}
