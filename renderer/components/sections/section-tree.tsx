import { memo, useDeferredValue, useId, useMemo, type KeyboardEvent } from 'react';
import type { TextShare } from '../../../shared/analysis/count/template-share';
import type { TokenCount } from '../../../shared/analysis/types';
import { useApp, useView } from '../../context';
import { formatNumber, windowAlarm } from '../../model/counts';
import type { NodeChanges } from '../../model/compare/changed';
import type { RequestStep } from '../../model/compare/request-step';
import type { Row } from '../../model/sections/row';
import { visibleRows, type VisibleRow } from '../../model/sections/visible-rows';
import type { Shown } from '../../stores/inspection';
import { Count } from '../basics/count';
import { SectionRow, shareText } from './section-row';
import { TextShareNote } from '../basics/text-share';
import { VirtualList } from '../basics/virtual-list';

const rowHeight = 26;

/**
 * One row per section, nested, adding up to the total. Follows the ARIA tree pattern: one focus stop, arrow keys
 * inside.
 */
export const SectionTree = memo(function SectionTree({ shown }: { readonly shown: Shown }) {
  const { view, actions } = useApp();
  const filter = useView((state) => state.filter);
  const collapsed = useView((state) => state.collapsed);
  const selected = useView((state) => state.selected);
  const base = useId();
  // The field shows typed text at once; the list follows as a deferred render.
  const wanted = useDeferredValue(filter);
  const visible = useMemo(() => visibleRows(shown.rows, collapsed, wanted), [shown.rows, collapsed, wanted]);
  const current = visible.findIndex(({ row }) => row.key === selected);
  const total = shown.inspection.analysis.total;

  const pick = (index: number): void => {
    const target = visible[Math.max(0, Math.min(visible.length - 1, index))];
    if (target !== undefined) actions.selectRow(target.row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const here = visible[current];
    const step = steps[event.key];
    if (step !== undefined) pick(step(current, visible.length));
    else if (event.key === 'ArrowRight' && here?.expanded === false) view.toggle(here.row.key, true);
    else if (event.key === 'ArrowRight' && here?.expanded === true) pick(current + 1);
    else if (event.key === 'ArrowLeft' && here?.expanded === true) view.toggle(here.row.key, false);
    else if (event.key === 'ArrowLeft' && here?.parent != null)
      pick(visible.findIndex(({ row }) => row.key === here.parent));
    else if (event.key === 'Enter' && here !== undefined) actions.openRow(here.row);
    else return;
    event.preventDefault();
  };

  return (
    <section className="sections" aria-label="Sections">
      <header className="pane-head">
        <h2>Sections</h2>
        <input
          className="filter"
          type="search"
          aria-label="Filter sections"
          placeholder="Filter"
          data-focus="filter"
          value={filter}
          onChange={(event) => view.setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') view.setFilter('');
            if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-focus="sections"]')?.focus();
          }}
        />
      </header>
      <VirtualList
        items={visible}
        rowHeight={rowHeight}
        current={current}
        role="tree"
        aria-label="Sections of the prompt"
        aria-activedescendant={current < 0 ? undefined : `${base}-${current}`}
        tabIndex={0}
        data-focus="sections"
        onKeyDown={onKeyDown}
      >
        {(item: VisibleRow, index) => (
          <SectionRow
            id={`${base}-${index}`}
            item={item}
            selected={index === current}
            change={changeOf(shown.changes, item.row.key)}
            share={shareText(item.row, total.tokens)}
            onPick={() => pick(index)}
            onToggle={() => view.toggle(item.row.key)}
            onCreate={(path) => void actions.createSource(path)}
          />
        )}
      </VirtualList>
      {visible.length === 0 ? (
        <p className="empty-note">
          {shown.rows.length === 0 ? 'This prompt has no sections.' : `No section matches “${wanted.trim()}”.`}
        </p>
      ) : null}
      <Reason row={visible[current]?.row} onCreate={(path) => void actions.createSource(path)} />
      <Total
        count={total}
        alarm={windowAlarm(shown.inspection.analysis)}
        share={shown.share}
        changed={shown.step?.changed ?? withoutMessages(shown, shown.changes.changed)}
        added={shown.step?.added ?? withoutMessages(shown, shown.changes.added)}
        step={shown.step}
      />
    </section>
  );
});

function changeOf({ changed, added }: NodeChanges, key: string): 'changed' | 'added' | null {
  return added.has(key) ? 'added' : changed.has(key) ? 'changed' : null;
}

/** A message that holds what changed counts no second time. */
function withoutMessages({ inspection }: Shown, ids: ReadonlySet<string>): number {
  return inspection.document.messages.reduce(
    (left, { id, children }) => left - (ids.has(id) && children.some((child) => child.type !== 'text') ? 1 : 0),
    ids.size,
  );
}

/** Rows cut long reasons; the selected one stands here in full, for eyes without a mouse too. */
function Reason({ row, onCreate }: { readonly row: Row | undefined; readonly onCreate: (path: string) => void }) {
  if (row === undefined || row.detail === '') return null;
  const { missing } = row;
  return (
    <p className="sections-reason" role="status">
      <strong>{row.name}</strong> {row.kind === 'omitted' ? 'is left out: ' : ''}
      {row.detail}
      {row.kind === 'omitted' && row.count !== null && row.count.tokens > 0 ? (
        <>
          ; it would add <Count count={row.count} />
        </>
      ) : null}
      {missing === undefined ? null : (
        <>
          {' '}
          <button type="button" className="link" onClick={() => onCreate(missing)}>
            Create {missing}
          </button>
        </>
      )}
    </p>
  );
}

function Total({
  count,
  share,
  changed,
  added,
  step,
  alarm,
}: {
  readonly count: TokenCount;
  readonly share: TextShare;
  readonly changed: number;
  readonly added: number;
  readonly step: RequestStep | null;
  readonly alarm: ReturnType<typeof windowAlarm>;
}) {
  return (
    <footer className="sections-foot">
      <p className={`sections-total${alarm === null ? '' : ` finding-${alarm.severity}`}`} title={alarm?.text}>
        <span
          title={
            changed + added === 0
              ? undefined
              : step === null
                ? 'Other text than in the build before'
                : `Other text than in request ${step.from}`
          }
        >
          Total{changed === 0 ? '' : ` · ${formatNumber(changed)} changed`}
          {added === 0 ? '' : ` · ${formatNumber(added)} added`}
        </span>
        <Count count={count} />
      </p>
      <TextShareNote share={share} />
    </footer>
  );
}

const steps: Readonly<Record<string, (current: number, length: number) => number>> = {
  ArrowDown: (current) => current + 1,
  ArrowUp: (current) => current - 1,
  Home: () => 0,
  End: (_current, length) => length - 1,
  PageDown: (current) => current + 15,
  PageUp: (current) => current - 15,
};
