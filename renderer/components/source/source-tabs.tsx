import { memo, useCallback, useState, type KeyboardEvent } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { SourceInfo } from '../../../shared/ipc/inspection/inspection';
import { useApp, useInspectionState, useSources } from '../../context';
import { ContextMenu, type MenuEntry, type MenuPlace } from '../basics/context-menu';
import { MarkedNote } from '../basics/marked-note';
import { sourceTabsWords as words } from '../../words/panes/source';

export const SourceTabs = memo(function SourceTabs() {
  const { actions, sources } = useApp();
  const files = useInspectionState((state) => state.shown?.inspection.sources) ?? none;
  const tabs = useSources((state) => state.tabs);
  const active = useSources((state) => state.active);
  const typed = useSources((state) => state.tabs.filter((id) => state.buffers[id]?.dirty === true).join('\n'));
  const dirty = (id: string): boolean =>
    files.find((source) => source.id === id)?.dirty ?? typed.split('\n').includes(id);
  const [menu, setMenu] = useState<{ readonly id: string; readonly place: MenuPlace } | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const entriesOf = (id: string): readonly MenuEntry[] => [
    { title: words.close, run: () => sources.close(id) },
    {
      title: words.closeOthers,
      disabled: tabs.length === 1 ? words.noOtherFile : '',
      run: () => tabs.filter((each) => each !== id).forEach((each) => sources.close(each)),
    },
    { title: words.copyPath, starts: true, run: () => void actions.copyText(id, `“${visible(id)}”`) },
    {
      title: words.revert,
      disabled: dirty(id) ? '' : words.noUnsavedEdit,
      run: () => void actions.revert(id),
    },
  ];
  const anyDirty = active !== null && dirty(active);
  /** Follows the ARIA tabs pattern: one focus stop, arrow keys inside, no other control in a tab. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    const here = tabs[index];
    const next = tabs[index + (steps[event.key] ?? 0)];
    // The key of that name on a Mac is Backspace.
    if ((event.key === 'Delete' || event.key === 'Backspace') && here !== undefined) sources.close(here);
    else if (next !== undefined && next !== here) {
      event.currentTarget
        .closest('[role=tablist]')
        ?.querySelectorAll<HTMLElement>('[role=tab]')
        [tabs.indexOf(next)]?.focus();
      void actions.openSource(next);
    } else return;
    event.preventDefault();
  };
  return (
    <header className="pane-head source-head">
      <h2>{words.source}</h2>
      <div className="tabs" role="tablist" aria-label={words.openFiles}>
        {tabs.map((id, index) => (
          <span
            key={id}
            className="tab"
            role="presentation"
            data-active={id === active}
            onContextMenu={(event) => {
              event.preventDefault();
              setMenu({ id, place: { left: event.clientX, top: event.clientY } });
            }}
          >
            <button
              type="button"
              role="tab"
              aria-selected={id === active}
              tabIndex={id === active ? 0 : -1}
              aria-description={words.deleteClosesIt}
              title={visible(id)}
              onClick={() => void actions.openSource(id)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              {dirty(id) ? (
                <span className="dirty" aria-label={words.unsaved}>
                  ●
                </span>
              ) : null}
              {visible(shortName(id, tabs))}
            </button>
            <span
              className="tab-close"
              aria-hidden="true"
              title={words.closeFile(visible(id))}
              onClick={() => sources.close(id)}
            >
              ×
            </span>
          </span>
        ))}
      </div>
      {menu === null ? null : (
        <ContextMenu label={visible(menu.id)} place={menu.place} entries={entriesOf(menu.id)} onClose={closeMenu} />
      )}
      <MarkedNote where="source" />
      <button type="button" className="quiet" disabled={!anyDirty} onClick={() => void actions.save(active)}>
        {words.save}
      </button>
      <button
        type="button"
        className="quiet"
        disabled={!anyDirty}
        onClick={() => (active === null ? undefined : void actions.revert(active))}
      >
        {words.revert}
      </button>
    </header>
  );
});

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const none: readonly SourceInfo[] = [];

/** The file's name, with its folder where two open files share it. */
function shortName(id: string, all: readonly string[]): string {
  const parts = id.split('/');
  const name = parts.at(-1) ?? id;
  const twice = all.some((other) => other !== id && other.split('/').at(-1) === name);
  return twice ? parts.slice(-2).join('/') : name;
}
