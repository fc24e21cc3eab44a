import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import type { SourceId } from '../../../shared/document/types';
import { useApp } from '../../context';
import { keysText } from '../../keys';
import { formatNumber } from '../../model/counts';
import { countOf, findScopes, foundItems, nextGroup, nextPlace, type FoundItem } from '../../model/find/found';
import { VirtualList } from '../basics/virtual-list';
import { FoundRow } from './found-row';
import { findPaneWords as words } from '../../words/panes/find';

const rowHeight = 24;
const scopeNames = { sections: words.sections, prompt: words.prompt, sources: words.sources } as const;

/**
 * Find over the prompt's text, the files it is made of and the names of sections. The field keeps the focus: arrow keys
 * choose a place, Enter goes there, Escape leaves.
 */
export function FindPane() {
  const app = useApp();
  const { find, actions, view, editors } = app;
  const { wanted, only, found, answered, opened } = useStore(find.store);
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(document.activeElement);
  const [chosen, setChosen] = useState(-1);
  /** Where the user went last. The focus goes there when the pane closes. */
  const went = useRef<FoundItem | null>(null);
  const base = useId();
  const items = useMemo(() => foundItems(found, only), [found, only]);
  const current = Math.min(chosen, items.length - 1);
  const isDone = answered === wanted;
  const counts = findScopes.map((scope) => countOf(found, scope));
  const total = counts.reduce((sum, count) => sum + count, 0);

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [opened]);
  // With other words or another scope, the first place is chosen again.
  useEffect(() => setChosen(nextPlace(items, -1, 1)), [items]);

  const go = (item: FoundItem | undefined): void => {
    if (item?.kind === 'section') actions.selectRow(item.row);
    else if (item?.kind === 'place' && item.group.scope === 'prompt') actions.showInPrompt(item.place);
    else if (item?.kind === 'place') {
      view.compareInView(false);
      void actions.goTo(item.group.id as SourceId, item.place, false);
    } else return;
    went.current = item;
  };
  const leave = (): void => {
    const last = went.current;
    find.close();
    if (last === null && before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    else if (last?.kind === 'place' && last.group.scope === 'sources') editors.source?.focus();
    else (editors.conversation ?? editors.prompt)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const far = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter') go(items[current]);
    else if (event.key === 'ArrowDown') setChosen(far ? nextGroup(items, current, 1) : nextPlace(items, current, 1));
    else if (event.key === 'ArrowUp') setChosen(far ? nextGroup(items, current, -1) : nextPlace(items, current, -1));
    else if (event.key === 'PageDown') setChosen(nextPlace(items, Math.min(items.length - 2, current + 14), 1));
    else if (event.key === 'PageUp') setChosen(nextPlace(items, Math.max(1, current - 14), -1));
    else if (event.altKey && event.code === 'KeyC') find.want({ matchCase: !wanted.matchCase });
    else if (event.altKey && event.code === 'KeyW') find.want({ wholeWord: !wanted.wholeWord });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className="sections find-pane" role="search" aria-label={words.findEverywhere} onKeyDown={onKeyDown}>
      <header className="pane-head">
        <h2>{words.find}</h2>
        <input
          ref={field}
          className="filter"
          type="text"
          role="combobox"
          aria-label={words.findHint}
          aria-expanded={items.length > 0}
          aria-controls={`${base}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current < 0 ? undefined : `${base}-${current}`}
          placeholder={words.promptSourcesSections}
          value={wanted.words}
          onChange={(event) => find.want({ words: event.target.value })}
        />
        <Switch
          label={words.matchCase}
          sign={words.aa}
          keys={keysText('Alt+C')}
          isOn={wanted.matchCase}
          onSwitch={(matchCase) => find.want({ matchCase })}
        />
        <Switch
          label={words.wholeWord}
          sign="ab"
          keys={keysText('Alt+W')}
          isOn={wanted.wholeWord}
          onSwitch={(wholeWord) => find.want({ wholeWord })}
        />
        <button
          type="button"
          className="find-switch"
          aria-label={words.closeFind}
          title={words.closeEscape}
          onClick={leave}
        >
          ✕
        </button>
      </header>
      <div className="find-scopes segments" role="group" aria-label={words.whereToFind}>
        <ScopeButton name={words.all} count={total} isOn={only === null} onPick={() => find.show(null)} />
        {findScopes.map((scope, index) => (
          <ScopeButton
            key={scope}
            name={scopeNames[scope]}
            count={counts[index] ?? 0}
            isOn={only === scope}
            onPick={() => find.show(scope)}
          />
        ))}
      </div>
      <VirtualList
        items={items}
        rowHeight={rowHeight}
        current={current}
        id={`${base}-list`}
        role="listbox"
        aria-label={words.found}
        tabIndex={-1}
        data-testid="found"
      >
        {(item: FoundItem, index) => (
          <FoundRow
            id={`${base}-${index}`}
            item={item}
            isChosen={index === current}
            onPick={() => {
              setChosen(index);
              go(item);
            }}
          />
        )}
      </VirtualList>
      <p className="find-foot" role="status">
        {wanted.words === ''
          ? words.keysHint
          : !isDone
            ? words.searching
            : items.length === 0
              ? words.notFound(wanted.words)
              : words.foundCount(formatNumber(total))}
        {isDone && found.unread > 0 ? words.notSearched(formatNumber(found.unread)) : ''}
      </p>
    </section>
  );
}

function Switch({
  label,
  sign,
  keys,
  isOn,
  onSwitch,
}: {
  readonly label: string;
  readonly sign: string;
  readonly keys: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}) {
  return (
    <button
      type="button"
      className="find-switch"
      aria-pressed={isOn}
      aria-label={label}
      title={`${label} (${keys})`}
      onClick={() => onSwitch(!isOn)}
    >
      {sign}
    </button>
  );
}

function ScopeButton({
  name,
  count,
  isOn,
  onPick,
}: {
  readonly name: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly onPick: () => void;
}) {
  return (
    <button type="button" className="segment" aria-pressed={isOn} onClick={onPick}>
      {name} <span className="find-count">{formatNumber(count)}</span>
    </button>
  );
}
