import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { PromptDocument } from '../../../shared/document/types';
import { litRows, type LitRow, type TalkPlace } from '../../model/conversation/lit-rows';
import type { TalkRow } from '../../model/conversation/talk-row';
import type { Reveal } from '../../model/prompt/prompt-text';
import { centre, isInView, rangeIn } from './text-range';

interface LitDependencies {
  readonly document: Pick<PromptDocument, 'tools' | 'messages'>;
  readonly all: readonly TalkRow[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly goTo: (row: TalkRow) => void;
}

interface Lit {
  readonly places: readonly TalkPlace[];
  readonly reveal: Reveal;
}

const litName = 'talk-lit';
const nothing: Lit = { places: [], reveal: 'no' };

/**
 * Highlights places of the prompt in the rows on screen, and brings the first into view. It is kept there while rows
 * are measured and panes open beside it, until the user scrolls, clicks or types.
 */
export function useLit({ document: shown, all, scroller, goTo }: LitDependencies): {
  readonly light: (places: readonly TalkPlace[], reveal: Reveal) => void;
} {
  const [lit, setLit] = useState<Lit>(nothing);
  const rows = useMemo(() => litRows(shown, all, lit.places), [shown, all, lit]);
  const held = useRef<Reveal>('no');
  const revealed = useRef<Lit>(nothing);

  useEffect(() => {
    if (revealed.current === lit) return;
    revealed.current = lit;
    held.current = lit.reveal;
    const [first] = rows;
    if (first === undefined || lit.reveal === 'no') return;
    if (elementOf(scroller.current, first) === null) goTo(first.row);
  }, [lit, rows, goTo, scroller]);

  useEffect(() => {
    const list = scroller.current;
    if (list === null || rows.length === 0) return undefined;
    const release = (): void => {
      held.current = 'no';
    };
    const mark = (): void => {
      const first = paint(list, rows);
      if (first === undefined || held.current === 'no') return;
      if (held.current === 'centre' || !isInView(list, first)) centre(list, first);
    };
    // With another width the lines wrap again, so what is highlighted is centred again.
    let width = list.clientWidth;
    const resized = new ResizeObserver(() => {
      if (list.clientWidth !== width && held.current !== 'no') held.current = 'centre';
      width = list.clientWidth;
      mark();
    });
    const changed = new MutationObserver(mark);
    changed.observe(list, { childList: true, subtree: true, characterData: true, attributeFilter: ['style'] });
    resized.observe(list);
    const gestures = ['wheel', 'pointerdown', 'keydown'] as const;
    for (const gesture of gestures) list.addEventListener(gesture, release, { passive: true });
    mark();
    return () => {
      changed.disconnect();
      resized.disconnect();
      for (const gesture of gestures) list.removeEventListener(gesture, release);
      CSS.highlights.delete(litName);
    };
  }, [rows, scroller]);

  return { light: useCallback((places, reveal) => setLit({ places, reveal }), []) };
}

function elementOf(list: HTMLElement | null, { row }: LitRow): Element | null {
  return list?.querySelector(`[data-row="${CSS.escape(row.key)}"]`) ?? null;
}

/** Marks what is on screen; returns where the first place is, if it is there. */
function paint(list: HTMLElement, rows: readonly LitRow[]): DOMRect | undefined {
  let first: DOMRect | undefined;
  const ranges = rows.flatMap((lit, index) => {
    const element = elementOf(list, lit);
    if (element === null) return [];
    const text = element.querySelector('pre.talk-text');
    const range = text === null ? undefined : rangeIn(text, lit.start, lit.end);
    if (index === 0) first = (range ?? element).getBoundingClientRect();
    return range === undefined ? [] : [range];
  });
  CSS.highlights.set(litName, new Highlight(...ranges));
  return first;
}
