import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { findMatches, type Match } from '../../model/conversation/find';
import type { TalkRow } from '../../model/conversation/talk-row';

export interface Find {
  readonly isOpen: boolean;
  readonly words: string;
  readonly count: number;
  /** From 0; -1 when there is none. */
  readonly at: number;
  open(): void;
  close(): void;
  search(words: string): void;
  step(by: 1 | -1): void;
}

interface FindDependencies {
  readonly all: readonly TalkRow[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly goTo: (row: TalkRow) => void;
}

const [foundName, currentName] = ['talk-found', 'talk-found-now'];

/** Find in all rows, folded ones too. Matches are marked without changing the page, so a selection stays. */
export function useFind({ all, scroller, goTo }: FindDependencies): Find {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  // The field shows typed text at once; the search follows as a deferred render.
  const wanted = useDeferredValue(isOpen ? words : '');
  const matches = useMemo(() => findMatches(all, wanted), [all, wanted]);
  const current = matches[at] ?? null;
  const lastShown = useRef<Match | null>(null);
  /** The match that was scrolled to. It is not scrolled to again, so that the user can scroll on. */
  const revealed = useRef<Match | null>(null);

  useEffect(() => {
    if (current === null || current === lastShown.current) return;
    lastShown.current = current;
    const row = all.find(({ key }) => key === current.row);
    if (row !== undefined) goTo(row);
  }, [current, all, goTo]);

  useEffect(() => {
    const list = scroller.current;
    if (list === null || wanted === '') return undefined;
    const mark = (): void => {
      const range = markFound(list, wanted, current);
      if (range === undefined || revealed.current === current) return;
      revealed.current = current;
      bringIntoView(list, range);
    };
    const observer = new MutationObserver(mark);
    observer.observe(list, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      CSS.highlights.delete(foundName);
      CSS.highlights.delete(currentName);
    };
  }, [wanted, current, scroller]);

  return {
    isOpen,
    words,
    count: matches.length,
    at: matches.length === 0 ? -1 : Math.min(at, matches.length - 1),
    open: useCallback(() => {
      setOpen(true);
      document.querySelector<HTMLInputElement>('.talk-find input')?.select();
    }, []),
    close: () => setOpen(false),
    search(next) {
      lastShown.current = null;
      setWords(next);
      setAt(0);
    },
    step(by) {
      if (matches.length > 0) setAt((Math.min(at, matches.length - 1) + by + matches.length) % matches.length);
    },
  };
}

/** Marks what is on screen; returns where the current match is, if it is there. */
function markFound(list: HTMLElement, words: string, current: Match | null): Range | undefined {
  const wanted = words.toLowerCase();
  const found: Range[] = [];
  const now: Range[] = [];
  for (const row of list.querySelectorAll<HTMLElement>('.talk-row')) {
    let index = 0;
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement?.closest('pre.talk-text, .talk-code, .talk-section-name, .talk-block strong') == null
        ? NodeFilter.FILTER_SKIP
        : NodeFilter.FILTER_ACCEPT,
    );
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node.nodeValue ?? '').toLowerCase();
      for (let from = text.indexOf(wanted); from !== -1; from = text.indexOf(wanted, from + wanted.length)) {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, Math.min(from + wanted.length, text.length));
        const isCurrent = current !== null && row.dataset['row'] === current.row && index === current.index;
        (isCurrent ? now : found).push(range);
        index += 1;
      }
    }
  }
  CSS.highlights.set(foundName, new Highlight(...found));
  CSS.highlights.set(currentName, new Highlight(...now));
  return now[0];
}

function bringIntoView(list: HTMLElement, range: Range): void {
  const [box, view] = [range.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < view.top || box.bottom > view.bottom) list.scrollTop += box.top - view.top - view.height / 3;
}
