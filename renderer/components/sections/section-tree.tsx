import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { lacksFrame } from '../../../shared/document/lacks-frame';
import type { Bridge } from '../../../shared/ipc/contract';
import { useApp, useView } from '../../context';
import { windowAlarm } from '../../model/counts';
import type { NodeChanges } from '../../model/compare/changed';
import type { Row } from '../../model/sections/row';
import { sortRows } from '../../model/sections/sort-rows';
import { rowsAround, visibleRows, type VisibleRow } from '../../model/sections/visible-rows';
import type { Shown } from '../../stores/inspection';
import { sectionViews } from '../../stores/view';
import { ContextMenu, type MenuPlace } from '../basics/context-menu';
import { rowMenu } from './row-menu';
import { useReportedRows } from '../captures/use-reported-rows';
import { useReportedTotal } from '../captures/use-reported-total';
import { SectionRow, shareText } from './section-row';
import { VirtualList } from '../basics/virtual-list';
import { Reason, Total } from './section-foot';
import { SortButton } from './sort-button';
import { sectionTreeWords as words } from '../../words/panes/sections';

const Treemap = lazy(async () => ({ default: (await import('./treemap')).Treemap }));

const rowHeight = 26;

/**
 * One row per section, nested, adding up to the total. Follows the ARIA tree pattern: one focus stop, arrow keys
 * inside.
 */
export const SectionTree = memo(function SectionTree({
  shown,
  bridge,
}: {
  readonly shown: Shown;
  readonly bridge: Bridge;
}) {
  const app = useApp();
  const { view, actions } = app;
  const order = useView((state) => state.order);
  const as = useView((state) => state.sectionsAs);
  const [menu, setMenu] = useState<{ readonly place: MenuPlace; readonly row: Row } | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const filter = useView((state) => state.filter);
  const collapsed = useView((state) => state.collapsed);
  const selected = useView((state) => state.selected);
  const base = useId();
  // The field shows typed text at once; the list follows as a deferred render.
  const wanted = useDeferredValue(filter);
  const visible = useMemo(
    () => visibleRows(sortRows(shown.rows, order), collapsed, wanted),
    [shown.rows, order, collapsed, wanted],
  );
  const current = visible.findIndex(({ row }) => row.key === selected);
  // Opens the folds around what was selected in the ruler or in the prompt.
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (followed.current === selected) return;
    followed.current = selected;
    if (selected === null) return;
    for (const { key } of rowsAround(shown.rows, selected))
      if (view.store.getState().collapsed.has(key)) view.toggle(key, true);
  }, [selected, shown.rows, view]);
  const reported = useReportedRows(shown);
  const reportedTotal = useReportedTotal(shown);
  // The sum of the rows, as counted here. The reported total is shown beside it.
  const { total } = shown.inspection.analysis;

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
    else if ((event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) && here !== undefined) {
      const box = event.currentTarget.querySelector(`[aria-selected=true]`)?.getBoundingClientRect();
      setMenu({ place: { left: (box?.left ?? 0) + 40, top: box?.bottom ?? 0 }, row: here.row });
    } else return;
    event.preventDefault();
  };

  return (
    <section className="sections" aria-label={words.sections} data-tour="sections">
      <header className="pane-head">
        <h2>{words.sections}</h2>
        <div className="segments" role="group" aria-label={words.showAs}>
          {sectionViews.map((each) => (
            <button
              key={each}
              type="button"
              className="segment"
              aria-pressed={as === each}
              onClick={() => view.showSections(each)}
            >
              {each === 'list' ? words.list : words.map}
            </button>
          ))}
        </div>
        <input
          className="filter"
          type="search"
          aria-label={words.filterSections}
          placeholder={words.filter}
          data-focus="filter"
          value={filter}
          onChange={(event) => view.setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') view.setFilter('');
            if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-focus="sections"]')?.focus();
          }}
        />
      </header>
      {as === 'map' ? (
        <Suspense fallback={<p className="empty-note">{words.drawingTheMap}</p>}>
          <Treemap shown={shown} />
        </Suspense>
      ) : null}
      <div className="section-columns" hidden={as === 'map'}>
        <SortButton by="name" order={order} title={words.section} />
        <SortButton by="tokens" order={order} title={words.tokens} />
      </div>
      <VirtualList
        hidden={as === 'map'}
        items={visible}
        rowHeight={rowHeight}
        current={current}
        role="tree"
        aria-label={words.tree}
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
            reported={reported.own.get(item.row.key)}
            sum={reported.sums.get(item.row.key)}
            onPick={() => pick(index)}
            onToggle={() => view.toggle(item.row.key)}
            onCreate={(path) => void actions.createSource(path)}
            onMenu={(place) => setMenu({ place, row: item.row })}
            onCopy={() => (item.row.node === null ? undefined : void actions.copyNode(item.row.node))}
            onOpen={() => actions.openRow(item.row)}
          />
        )}
      </VirtualList>
      {visible.length === 0 ? (
        <p className="empty-note">
          {shown.rows.length === 0 ? words.noSections : words.noSectionMatches(wanted.trim())}
        </p>
      ) : null}
      {menu === null ? null : (
        <ContextMenu
          label={menu.row.name}
          place={menu.place}
          entries={rowMenu(app, menu.row, shown)}
          onClose={closeMenu}
        />
      )}
      <Reason
        row={visible[current]?.row}
        onCreate={(path) => void actions.createSource(path)}
        shown={shown}
        bridge={bridge}
      />
      <Total
        count={total}
        reported={reportedTotal}
        isPart={lacksFrame(shown.inspection.document)}
        isRebuilt={shown.inspection.document.sent?.rebuiltFrom !== undefined}
        alarm={windowAlarm({ total: reportedTotal ?? total, model: shown.inspection.analysis.model })}
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

/** Counts sections, and not the messages that contain them. */
function withoutMessages({ inspection }: Shown, ids: ReadonlySet<string>): number {
  return inspection.document.messages.reduce(
    (left, { id, children }) => left - (ids.has(id) && children.some((child) => child.type !== 'text') ? 1 : 0),
    ids.size,
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
