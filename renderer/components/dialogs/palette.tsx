import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import type { Bridge } from '../../../shared/ipc/contract';
import { call } from '../../bridge';
import { noLists, paletteEntries, type PaletteEntry, type PaletteLists } from '../../commands/palette-entries';
import { useApp, useShown, useView } from '../../context';
import { formatNumber } from '../../model/counts';
import { search } from '../../model/palette/search';
import { paletteWords as words } from '../../words/window/dialogs';

/** Every command, setting, design, model, folder, section and file by name. */
export function Palette({ bridge }: { readonly bridge: Bridge }) {
  const app = useApp();
  const open = useView((state) => state.dialog === 'palette');
  return (
    <ModalOverlay
      className="overlay overlay-top"
      isOpen={open}
      isDismissable
      onOpenChange={(next) => app.view.showDialog(next ? 'palette' : null)}
    >
      <Modal className="modal palette">
        <Dialog aria-label={words.commandPalette}>
          <PaletteSearch bridge={bridge} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** More would make the palette slow to draw; typing narrows the list. */
const mostDrawn = 200;

function PaletteSearch({ bridge }: { readonly bridge: Bridge }) {
  const app = useApp();
  const shown = useShown();
  const [lists, setLists] = useState<PaletteLists>(noLists);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    Promise.all([call(bridge, 'models:list'), call(bridge, 'workspace:examples'), call(bridge, 'workspace:recent')])
      .then(([models, examples, recent]) => setLists({ models, examples, recent }))
      .catch(app.actions.report);
  }, [app, bridge]);
  const all = useMemo(() => paletteEntries(app, shown, lists), [app, shown, lists]);
  const found = useMemo(() => search(all, query), [all, query]);
  const drawn = found.slice(0, mostDrawn);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, query]);
  const run = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    app.view.showDialog(null);
    // Runs after the dialog has returned the focus, so that a command may take it.
    requestAnimationFrame(() => entry.run());
  };
  const move = (to: number): void => setChosen(Math.max(0, Math.min(drawn.length - 1, to)));
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') run(drawn[chosen]);
    else if (event.key === 'ArrowDown') move(chosen === drawn.length - 1 ? 0 : chosen + 1);
    else if (event.key === 'ArrowUp') move(chosen === 0 ? drawn.length - 1 : chosen - 1);
    else if (event.key === 'PageDown') move(chosen + 10);
    else if (event.key === 'PageUp') move(chosen - 10);
    else return;
    event.preventDefault();
  };
  const optionId = (index: number): string => `${listId}-${index}`;
  return (
    <>
      <div className="palette-search">
        <input
          role="combobox"
          aria-label={words.searchField}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={drawn.length > 0 ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          autoFocus
          placeholder={words.search}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={words.results} className="menu palette-menu" tabIndex={-1}>
        {drawn.map((entry, index) => (
          <div
            key={entry.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === chosen}
            className="menu-item palette-option"
            onPointerMove={() => setChosen(index)}
            onClick={() => run(entry)}
          >
            <span className="palette-title">{entry.title}</span>
            <span className="menu-note">{entry.note}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p className="empty-note" role="status">
          {words.nothingFound}
        </p>
      ) : null}
      {found.length > drawn.length ? (
        <p className="help palette-more">{words.more(formatNumber(found.length - drawn.length))}</p>
      ) : null}
    </>
  );
}
