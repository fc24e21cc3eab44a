import { memo, type MouseEvent } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { TokenCount } from '../../../shared/analysis/types';
import type { ReportedSum } from '../../model/captures/reported-rows';
import { describeCount, formatNumber, share as shareOf } from '../../model/counts';
import type { Row as SectionData } from '../../model/sections/row';
import type { VisibleRow } from '../../model/sections/visible-rows';
import { Count, TierChip } from '../basics/count';
import type { MenuPlace } from '../basics/context-menu';
import { PathName } from '../basics/path-name';
import { sectionRowWords as words } from '../../words/panes/sections';

interface Props {
  readonly id: string;
  readonly item: VisibleRow;
  readonly selected: boolean;
  readonly change: 'changed' | 'added' | null;
  /** Percent of the request. */
  readonly share: string;
  /** Its tokens as the provider reported them for the captured request on screen. */
  readonly reported: TokenCount | undefined;
  /** Set on the last of several rows whose tokens were reported together. */
  readonly sum: ReportedSum | undefined;
  readonly onPick: () => void;
  readonly onToggle: () => void;
  readonly onCreate: (path: string) => void;
  readonly onMenu: (at: MenuPlace) => void;
  readonly onCopy: () => void;
  readonly onOpen: () => void;
}

function Row(props: Props) {
  const { id, item, selected, change, share, reported, sum, onPick, onToggle, onCreate, onMenu, onCopy, onOpen } =
    props;
  const { row, level, expanded } = item;
  const { missing } = row;
  const { count } = row;
  const isTemplate = row.kind !== 'framing' && hatched(row) > 0;
  const detail = [
    ...(isTemplate && row.whose !== undefined ? [owners[row.whose]] : []),
    ...(row.detail === '' ? [] : [row.detail]),
  ].join(' · ');
  // Text of the user inside tags of the design is the user's, but the tags are in the sum of the template.
  const hint = row.whose === undefined || (row.whose === 'yours' && (row.template ?? 0) === 0) ? '' : wordOf(row);
  const label = [
    visible(row.name),
    visible(row.kind === 'omitted' && row.isUnknown !== true ? words.leftOut(row.detail) : row.detail),
    row.tier === null ? '' : words.tier(row.tier),
    count === null ? '' : `${row.kind === 'omitted' ? words.wouldBe : ''}${describeCount(count)}`,
    reported === undefined ? '' : words.reportedAlone(formatNumber(reported.tokens)),
    sum?.text ?? '',
    hint,
    change === null ? '' : words[change],
    missing === undefined ? '' : words.enterCreates(missing),
  ].filter((text) => text !== '');
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-selected={selected}
      aria-expanded={expanded ?? undefined}
      aria-label={label.join(', ')}
      className={`section-row kind-${row.kind}${row.isUnknown === true ? ' is-unknown' : ''}`}
      data-row={row.key}
      onClick={onPick}
      onDoubleClick={onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        onPick();
        onMenu({ left: event.clientX, top: event.clientY });
      }}
    >
      <TierChip tier={row.tier} />
      <span
        className="fold"
        style={{ marginLeft: (level - 1) * 11 }}
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
      <PathName name={row.name} />
      {!isTemplate ? null : <i className="hatch-swatch" title={wordOf(row)} aria-hidden="true" />}
      <span className="detail" title={[visible(detail), hint].filter((text) => text !== '').join(' · ')}>
        {visible(detail)}
      </span>
      {missing === undefined ? null : (
        <span
          className="link create"
          title={words.createNamed(missing)}
          onClick={(event) => {
            event.stopPropagation();
            onCreate(missing);
          }}
        >
          {words.create}
        </span>
      )}
      {change === null ? null : (
        <span
          className={`changed-dot${change === 'added' ? ' is-added' : ''}`}
          title={change === 'added' ? words.added : words.changed}
        />
      )}
      {row.node === null || row.kind === 'omitted' ? null : (
        <span className="row-actions" aria-hidden="true">
          <span className="row-action row-copy" title={words.copyThisText} onClick={stopAnd(onCopy)} />
          <span className="row-action" title={words.openItsSource} onClick={stopAnd(onOpen)}>
            ↗
          </span>
        </span>
      )}
      {reported === undefined ? null : (
        <span className="reported-sum" title={words.reportedAlone(formatNumber(reported.tokens))}>
          {formatNumber(reported.tokens)} ✓
        </span>
      )}
      {sum === undefined ? null : (
        <span className="reported-sum" title={visible(sum.text)}>
          Σ {formatNumber(sum.tokens)} ✓
        </span>
      )}
      <span className="tokens">
        <span className="share" style={{ width: share }} data-tier={row.tier ?? 'none'} aria-hidden="true">
          {hatched(row) === 0 ? null : <i className="hatch" style={{ width: `${(hatched(row) * 100).toFixed(1)}%` }} />}
        </span>
        <Tokens row={row} />
      </span>
    </div>
  );
}

/** What is not known is neither nothing nor exact. */
function Tokens({ row: { kind, count, isUnknown } }: { readonly row: SectionData }) {
  const isNothing = count === null || count.tokens === 0;
  if (isUnknown === true && isNothing) return <span title={words.notKnown}>?</span>;
  if (isUnknown === true && count !== null)
    return (
      <>
        <Count count={count} />
        <span title={words.notKnown}> + ?</span>
      </>
    );
  if (kind === 'omitted' && isNothing) return '–';
  return count === null ? '' : <Count count={count} />;
}

function stopAnd(work: () => void): (event: MouseEvent) => void {
  return (event) => {
    // The first click of a double click may bring up a button under the pointer. The second then still opens the row.
    if (event.detail > 1) return;
    event.stopPropagation();
    work();
  };
}

/** How much of a row is hatched. The user's text is not hatched, even though its tags are the design's. */
function hatched({ whose, template = 0, count }: SectionData): number {
  if (whose === undefined || whose === 'yours') return 0;
  return whose === 'template' || whose === 'agent' || count === null ? 1 : shareOf(template, count.tokens);
}

function wordOf({ whose, template = 0, count }: SectionData): string {
  const isAgent = whose === 'agent' || whose === 'part agent';
  const owner = isAgent ? words.agentHint : words.templateHint;
  if (whose === 'template' || whose === 'agent' || count === null) return owner;
  return words.partHint(
    isAgent ? words.partAgent : words.partTemplate,
    formatNumber(template),
    formatNumber(count.tokens),
    isAgent ? words.ofAgent : words.ofDesign,
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
    before.share === after.share &&
    before.reported === after.reported &&
    before.sum === after.sum,
);

/** Whose words a row has, beside its name. */
const owners = {
  yours: words.yours,
  template: words.template,
  agent: words.agent,
  'part template': words.partTemplate,
  'part agent': words.partAgent,
} as const;

export function shareText({ count, kind }: SectionData, total: number): string {
  return `${((count === null || kind === 'omitted' ? 0 : shareOf(count.tokens, total)) * 100).toFixed(2)}%`;
}
