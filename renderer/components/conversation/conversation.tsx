import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { layoutMessage, leafAt } from '../../../shared/document/layout';
import type { NodeId } from '../../../shared/document/types';
import { useApp, useView } from '../../context';
import { markFirstPrompt } from '../../first-paint';
import { foldsOfAll, isOpen, openRows, talkRows } from '../../model/conversation/rows';
import type { TalkRow } from '../../model/conversation/talk-row';
import type { Shown } from '../../stores/inspection';
import { ContextMenu, type MenuPlace } from '../basics/context-menu';
import { FindBar } from './find-bar';
import { estimateHeight } from './row-height';
import { TalkBar } from './talk-bar';
import { talkMenu } from './talk-menu';
import { TalkRowView } from './talk-row-view';
import { useFind } from './use-find';
import { useLit } from './use-lit';
import { conversationWords as words } from '../../words/panes/conversation';

/** A request as messages and blocks. Only the rows on screen exist. */
export function Conversation({ shown }: { readonly shown: Shown }) {
  const app = useApp();
  const { view, actions, editors } = app;
  const { document, analysis, breakpointUse } = shown.inspection;
  const toggled = useView((state) => state.toggled);
  const selected = useView((state) => state.selected);
  const scroller = useRef<HTMLDivElement>(null);
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly place: MenuPlace; readonly row: TalkRow } | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const all = useMemo(() => talkRows(document), [document]);
  const rows = useMemo(() => openRows(all, toggled), [all, toggled]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(rows[index], scroller.current?.clientWidth ?? 500),
    overscan: 4,
    useFlushSync: false,
    // A new function in each render would make the virtualizer place every row again.
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
  });

  const unfold = useCallback(
    (row: TalkRow): void => {
      const { toggled: now } = view.store.getState();
      const folded = row.under.filter((fold) => !isOpen(fold, now));
      if (folded.length > 0) view.toggleTalk(...folded);
    },
    [view],
  );
  /** The row to scroll to. It may be inside a fold that must be opened first. */
  const [wanted, setWanted] = useState<string | null>(null);
  /** True if that row is scrolled to the top, as for a message that the user went to. */
  const [wantsTop, setWantsTop] = useState(false);
  const goTo = useCallback(
    (row: TalkRow): void => {
      unfold(row);
      setCurrentKey(row.key);
      setWanted(row.key);
    },
    [unfold],
  );
  useEffect(() => {
    if (wanted === null) return;
    const index = rows.findIndex(({ key }) => key === wanted);
    if (index < 0) return;
    const isSeen = isOnScreen(virtualizer.getVirtualItems(), index);
    virtualizer.scrollToIndex(index, { align: wantsTop || !isSeen ? 'start' : 'auto' });
    setWanted(null);
    setWantsTop(false);
  }, [wanted, wantsTop, rows, virtualizer]);

  // When a pane beside it opens or closes, every line wraps again. The current row stays in view.
  useEffect(() => {
    const element = scroller.current;
    if (element === null || currentKey === null) return undefined;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      setWanted(currentKey);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [currentKey]);

  const find = useFind({ all, scroller, goTo });
  const { light } = useLit({ document, all, scroller, goTo });
  const current = rows.findIndex(({ key }) => key === currentKey);

  // Scrolls to what was selected elsewhere, but not to what was clicked here.
  const followed = useRef<NodeId | null>(null);
  useEffect(() => {
    if (selected === followed.current) return;
    followed.current = selected;
    if (selected === null || rows[current]?.node === selected) return;
    const row = all.find(({ node }) => node === selected);
    if (row !== undefined) goTo(row);
  }, [selected, rows, current, all, goTo]);

  useEffect(() => {
    editors.conversation = { find: find.open, focus: () => scroller.current?.focus(), light };
    markFirstPrompt();
    return () => {
      editors.conversation = null;
    };
  }, [editors, find.open, light]);
  useEffect(() => actions.relight(), [actions]);

  const pick = (row: TalkRow, offset: number): void => {
    setCurrentKey(row.key);
    if (row.node === null) return;
    view.select(row.node);
    const { content } = row;
    const message = content.kind === 'text' ? content.message : null;
    if (content.kind !== 'text' || message === null) {
      actions.showNode(row.node);
      return;
    }
    // A click right of the last character gives the offset behind it: that counts as the last character.
    const within = Math.min(offset, Math.max(0, content.text.length - 1));
    const at = content.start + (content.isLaidOut ? 0 : within);
    const leaf = leafAt(layoutMessage(message), at);
    if (leaf !== undefined) actions.goToOrigin(leaf, at);
  };
  const moveTo = (next: TalkRow | undefined): void => {
    if (next === undefined) return;
    goTo(next);
    if (next.node !== null) view.select(next.node);
  };
  const move = (step: number): void => moveTo(rows[Math.max(0, Math.min(rows.length - 1, current + step))]);
  const top = virtualizer.getVirtualItems().find(({ end }) => end > (virtualizer.scrollOffset ?? 0) + 1);
  const topMessage = (top === undefined ? undefined : rows[top.index])?.message ?? null;
  const goToMessage = (number: number): void => {
    const row = all.find(({ content, message }) => content.kind === 'message' && message?.number === number);
    if (row === undefined) return;
    setWantsTop(true);
    moveTo(row);
  };
  const stepMessage = (step: 1 | -1): void =>
    goToMessage((rows[current]?.message?.number ?? topMessage?.number ?? (step === 1 ? 0 : 1)) + step);
  const foldAll = (opens: boolean): void => {
    const message = rows[current]?.message ?? topMessage;
    view.toggleTalk(...foldsOfAll(all, toggled, opens));
    if (message !== null) goToMessage(message.number);
  };
  const isAllFolded = useMemo(() => foldsOfAll(all, toggled, false).length === 0, [all, toggled]);
  const menuOf = (row: TalkRow, element: Element | null | undefined): void => {
    const box = element?.getBoundingClientRect();
    setMenu({ place: { left: (box?.left ?? 0) + 40, top: Math.max(60, box?.top ?? 0) + 24 }, row });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (isFind) find.open();
    else if (event.target !== scroller.current) return;
    else {
      const row = rows[current];
      if (event.altKey && event.key === 'ArrowDown') stepMessage(1);
      else if (event.altKey && event.key === 'ArrowUp') stepMessage(-1);
      else if (event.shiftKey && event.key === 'ArrowLeft') foldAll(false);
      else if (event.shiftKey && event.key === 'ArrowRight') foldAll(true);
      else if (event.key === 'ArrowDown') move(1);
      else if (event.key === 'ArrowUp') move(-1);
      else if (event.key === 'Home') moveTo(rows[0]);
      else if (event.key === 'End') moveTo(rows.at(-1));
      else if (row === undefined) return;
      else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
        menuOf(row, scroller.current?.querySelector('[aria-current=true]'));
      else if (event.key === 'ArrowRight' && row.fold !== null && !isOpen(row.fold, toggled)) view.toggleTalk(row.fold);
      else if (event.key === 'ArrowLeft' && row.fold !== null && isOpen(row.fold, toggled)) view.toggleTalk(row.fold);
      // From a row to the row that contains it.
      else if (event.key === 'ArrowLeft') moveTo(all.find(({ fold }) => fold !== null && fold === row.under.at(-1)));
      else if (event.key === ' ' && row.fold !== null) view.toggleTalk(row.fold);
      else if (event.key === 'Enter') pick(row, 0);
      else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && row.node !== null && isNothingMarked())
        void actions.copyNode(row.node);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="talk" onKeyDown={onKeyDown}>
      <TalkBar
        message={topMessage}
        count={document.messages.length}
        isAllFolded={isAllFolded}
        onGoTo={goToMessage}
        onFoldAll={foldAll}
      />
      {find.isOpen ? <FindBar find={find} onClose={() => scroller.current?.focus()} /> : null}
      <div
        ref={scroller}
        className="talk-list"
        role="list"
        aria-label={words.conversation}
        tabIndex={0}
        data-testid="conversation"
      >
        <div className="virtual-space" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                role="listitem"
                aria-current={row.key === currentKey ? 'true' : undefined}
                className="talk-place"
                style={{ transform: `translateY(${start}px)` }}
                onContextMenu={(event) => {
                  event.preventDefault();
                  setCurrentKey(row.key);
                  setMenu({ place: { left: event.clientX, top: event.clientY }, row });
                }}
              >
                <TalkRowView
                  row={row}
                  isOpen={row.fold !== null && isOpen(row.fold, toggled)}
                  isSelected={row.node !== null && row.node === selected}
                  analysis={analysis}
                  breakpointUse={breakpointUse}
                  onPick={pick}
                />
              </div>
            );
          })}
        </div>
      </div>
      {menu === null ? null : (
        <ContextMenu
          label={words.conversation}
          place={menu.place}
          entries={talkMenu(app, menu.row, { pick: () => pick(menu.row, 0), foldAll })}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}

function isOnScreen(items: readonly { readonly index: number }[], index: number): boolean {
  return items.some((item) => item.index === index);
}

function isNothingMarked(): boolean {
  return document.getSelection()?.isCollapsed !== false;
}
