import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { layoutMessage, leafAt } from '../../../shared/document/layout';
import type { NodeId } from '../../../shared/document/types';
import { useApp, useView } from '../../context';
import { markFirstPrompt } from '../../first-paint';
import { isOpen, openRows, talkRows } from '../../model/conversation/rows';
import type { TalkRow } from '../../model/conversation/talk-row';
import type { Shown } from '../../stores/inspection';
import { FindBar } from './find-bar';
import { estimateHeight } from './row-height';
import { TalkRowView } from './talk-row-view';
import { useFind } from './use-find';

/** A request as messages and blocks. Only the rows on screen exist. */
export function Conversation({ shown }: { readonly shown: Shown }) {
  const { view, actions, editors } = useApp();
  const { document, analysis } = shown.inspection;
  const toggled = useView((state) => state.toggled);
  const selected = useView((state) => state.selected);
  const scroller = useRef<HTMLDivElement>(null);
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  const all = useMemo(() => talkRows(document), [document]);
  const rows = useMemo(() => openRows(all, toggled), [all, toggled]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(rows[index], scroller.current?.clientWidth ?? 500),
    overscan: 4,
    useFlushSync: false,
    // Another function makes it place every row anew.
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
  /** The row to scroll to once it is there: what it lies under may have to be opened first. */
  const [wanted, setWanted] = useState<string | null>(null);
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
    virtualizer.scrollToIndex(index, { align: isOnScreen(virtualizer.getVirtualItems(), index) ? 'auto' : 'start' });
    setWanted(null);
  }, [wanted, rows, virtualizer]);

  const find = useFind({ all, scroller, goTo });
  const current = rows.findIndex(({ key }) => key === currentKey);

  // What was selected elsewhere is shown here; what was clicked here is where it is.
  const followed = useRef<NodeId | null>(null);
  useEffect(() => {
    if (selected === followed.current) return;
    followed.current = selected;
    if (selected === null || rows[current]?.node === selected) return;
    const row = all.find(({ node }) => node === selected);
    if (row !== undefined) goTo(row);
  }, [selected, rows, current, all, goTo]);

  useEffect(() => {
    editors.conversation = { find: find.open, focus: () => scroller.current?.focus() };
    markFirstPrompt();
    return () => {
      editors.conversation = null;
    };
  }, [editors, find.open]);

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
    const at = content.start + (content.isLaidOut ? 0 : offset);
    const leaf = leafAt(layoutMessage(message), at);
    if (leaf !== undefined) actions.goToOrigin(leaf, at);
  };
  const move = (step: number): void => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, current + step))];
    if (next === undefined) return;
    goTo(next);
    if (next.node !== null) view.select(next.node);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (isFind) find.open();
    else if (event.target !== scroller.current) return;
    else {
      const row = rows[current];
      if (event.key === 'ArrowDown') move(1);
      else if (event.key === 'ArrowUp') move(-1);
      else if (row === undefined) return;
      else if (event.key === 'ArrowRight' && row.fold !== null && !isOpen(row.fold, toggled)) view.toggleTalk(row.fold);
      else if (event.key === 'ArrowLeft' && row.fold !== null && isOpen(row.fold, toggled)) view.toggleTalk(row.fold);
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
      {find.isOpen ? <FindBar find={find} onClose={() => scroller.current?.focus()} /> : null}
      <div
        ref={scroller}
        className="talk-list"
        role="list"
        aria-label="Conversation"
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
              >
                <TalkRowView
                  row={row}
                  isOpen={row.fold !== null && isOpen(row.fold, toggled)}
                  isSelected={row.node !== null && row.node === selected}
                  analysis={analysis}
                  onPick={pick}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function isOnScreen(items: readonly { readonly index: number }[], index: number): boolean {
  return items.some((item) => item.index === index);
}

function isNothingMarked(): boolean {
  return document.getSelection()?.isCollapsed !== false;
}
