import { memo, type KeyboardEvent } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { visible } from '../../../shared/document/invisible';
import type { SourceInfo } from '../../../shared/ipc/inspection';
import { useApp, useInspectionState, useSources } from '../../context';

export const SourceTabs = memo(function SourceTabs() {
  const { actions, sources } = useApp();
  const files = useInspectionState((state) => state.shown?.inspection.sources) ?? none;
  const tabs = useSources((state) => state.tabs);
  const active = useSources((state) => state.active);
  const typed = useSources((state) => state.tabs.filter((id) => state.buffers[id]?.dirty === true).join('\n'));
  const dirty = (id: string): boolean =>
    files.find((source) => source.id === id)?.dirty ?? typed.split('\n').includes(id);
  const anyDirty = active !== null && dirty(active);
  /** Follows the ARIA tabs pattern: one focus stop, arrow keys inside, no other control in a tab. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    const here = tabs[index];
    const next = tabs[index + (steps[event.key] ?? 0)];
    if (event.key === 'Delete' && here !== undefined) sources.close(here);
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
      <h2>Source</h2>
      <div className="tabs" role="tablist" aria-label="Open files">
        {tabs.map((id, index) => (
          <span key={id} className="tab" role="presentation" data-active={id === active}>
            <button
              type="button"
              role="tab"
              aria-selected={id === active}
              tabIndex={id === active ? 0 : -1}
              aria-description="Delete closes it"
              title={visible(id)}
              onClick={() => void actions.openSource(id)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              {dirty(id) ? (
                <span className="dirty" aria-label="unsaved">
                  ●
                </span>
              ) : null}
              {visible(shortName(id, tabs))}
            </button>
            <span
              className="tab-close"
              aria-hidden="true"
              title={`Close ${visible(id)}`}
              onClick={() => sources.close(id)}
            >
              ×
            </span>
          </span>
        ))}
      </div>
      <MenuTrigger>
        <Button className="quiet" aria-label="Files of this prompt">
          Files {files.length} ▾
        </Button>
        <Popover className="popover" placement="bottom end">
          <FileMenu files={files} />
        </Popover>
      </MenuTrigger>
      <button type="button" className="quiet" disabled={!anyDirty} onClick={() => void actions.save(active)}>
        Save
      </button>
      <button
        type="button"
        className="quiet"
        disabled={!anyDirty}
        onClick={() => (active === null ? undefined : void actions.revert(active))}
      >
        Revert
      </button>
    </header>
  );
});

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const none: readonly SourceInfo[] = [];

/** Rendered only while open: a prompt may have thousands of files. */
function FileMenu({ files }: { readonly files: readonly SourceInfo[] }) {
  const { actions } = useApp();
  return (
    <Menu className="menu" aria-label="Files of this prompt" onAction={(key) => void actions.openSource(String(key))}>
      {files.map((source) => (
        <MenuItem key={source.id} id={source.id} textValue={source.id} className="menu-item">
          <span className={source.exists ? '' : 'missing'}>{visible(source.id)}</span>
          <span className="menu-note">
            {[source.dirty ? 'unsaved' : '', source.conflict ? 'changed on disk' : '', source.exists ? '' : 'missing']
              .filter(Boolean)
              .join(', ')}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The file's name, with its folder where two open files share it. */
function shortName(id: string, all: readonly string[]): string {
  const parts = id.split('/');
  const name = parts.at(-1) ?? id;
  const twice = all.some((other) => other !== id && other.split('/').at(-1) === name);
  return twice ? parts.slice(-2).join('/') : name;
}
