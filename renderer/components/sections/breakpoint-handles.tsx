import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { breakpoint } from '../../../shared/document/builders';
import type { CacheBreakpoint, NodeId } from '../../../shared/document/types';
import { useApp } from '../../context';
import { breakpointPlaces, placeBeside, placeNear, type BreakpointPlace } from '../../model/cache/places';
import { lifetimeText, nodeName, stateName, stateSign } from '../../model/cache/cache-text';
import { formatNumber } from '../../model/counts';
import { handleShifts, quarter, type RulerPlan } from '../../model/sections/ruler';
import type { Shown } from '../../stores/inspection';
import { useCache } from '../cache/use-cache';
import { BreakpointCard } from './breakpoint-card';
import { breakpointHandlesWords as words } from '../../words/panes/sections';

interface Props {
  readonly plan: RulerPlan;
  readonly scale: number;
  /** The build, with the tried breakpoints in place of its own. */
  readonly shown: Shown;
}

interface DraggedBreakpoint {
  readonly index: number;
  /** Where the pointer is, in tokens; null while keys move it. */
  readonly at: number | null;
  readonly refused: string;
}

/** A handle snaps to a place from this distance on, in pixels. */
const reach = 12;

/** Pixels of a handle with its gap. */
const handleSize = 16;

/** Breakpoints as handles. They are dragged, or moved with the arrow keys; the cost of each place follows. */
export function BreakpointHandles({ plan, scale, shown }: Props) {
  const { cache, actions } = useApp();
  const cost = useCache((state) => state.reply?.cost ?? null);
  const overlay = useCache((state) => state.overlay);
  const [dragged, setDragged] = useState<DraggedBreakpoint | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const handles = useRef(new Map<number, HTMLElement>());
  const { document, breakpoints: own } = {
    document: shown.inspection.document,
    breakpoints: shown.inspection.document.breakpoints,
  };
  const isSuggested = own.length === 0 && overlay === null;
  const breakpoints = isSuggested ? (cost?.breakpoints ?? own) : own;
  const places = useMemo(() => breakpointPlaces(document, plan), [document, plan]);
  const isUsed = shown.inspection.breakpointUse.kind !== 'ignored';

  const put = (next: readonly CacheBreakpoint[]): void => {
    const order = new Map(places.map(({ node, at }) => [node, at]));
    const sorted = next.toSorted((a, b) => (order.get(a.after) ?? 0) - (order.get(b.after) ?? 0));
    cache.apply({ breakpoints: sorted, end: overlay?.end ?? 'off' }).catch(actions.report);
  };
  const takenBesides = (index: number): ReadonlySet<NodeId> =>
    new Set(breakpoints.flatMap(({ after }, each) => (each === index ? [] : [after])));
  const moveTo = (index: number, place: BreakpointPlace): void => {
    const moved = breakpoints[index];
    if (moved === undefined || moved.after === place.node) return;
    put(breakpoints.map((each, at) => (at === index ? breakpoint(place.node, place.tier, moved.ttl) : each)));
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const here = breakpoints[index];
    const step = ({ ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 } as const)[event.key];
    if (here === undefined) return;
    if (event.key === 'Delete' || event.key === 'Backspace') put(breakpoints.filter((_, at) => at !== index));
    else if (event.key === 'Escape') void cache.apply(null).catch(actions.report);
    else if (step !== undefined) {
      const place = placeBeside(places, here.after, step, takenBesides(index));
      if (place === undefined) {
        setDragged({ index, at: null, refused: step === 1 ? words.lastPlace : words.firstPlace });
      } else {
        setDragged(null);
        moveTo(index, place);
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const tokensAt = (event: PointerEvent<HTMLElement>): number => {
    const box = event.currentTarget.closest('.ruler-body')?.getBoundingClientRect();
    return box === undefined || scale === 0 ? 0 : (event.clientY - box.top) / scale;
  };
  const drag = (event: PointerEvent<HTMLElement>, index: number): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const at = Math.max(0, Math.min(plan.total, tokensAt(event)));
    const found = placeNear(places, at, reach / Math.max(scale, 1e-9), takenBesides(index));
    setDragged({ index, at, refused: 'refused' in found ? found.refused : '' });
    if ('place' in found) moveTo(index, found.place);
  };
  const shownCard = dragged ?? (focused === null ? null : { index: focused, at: null, refused: '' });
  const card = shownCard === null ? undefined : breakpoints[shownCard.index];
  const placeOf = (index: number): number | undefined => {
    const end = plan.ends.get(breakpoints[index]?.after ?? '');
    return end === undefined ? undefined : dragged?.index === index && dragged.at !== null ? dragged.at : end;
  };
  const drawn = breakpoints
    .flatMap((_, index) => {
      const at = placeOf(index);
      return at === undefined ? [] : [{ index, top: quarter(at * scale) }];
    })
    .toSorted((a, b) => a.top - b.top);
  const shifts = handleShifts(
    drawn.map(({ top }) => top),
    handleSize,
    plan.total * scale,
  );
  const shiftOf = new Map(drawn.map(({ index }, nth) => [index, shifts[nth] ?? 0]));
  return (
    <>
      {breakpoints.map((each, index) => {
        const end = plan.ends.get(each.after);
        if (end === undefined) return null;
        const marker = cost?.outcome.markers.find(({ node }) => node === each.after);
        const state = marker?.state;
        const kind = overlay !== null ? ' is-tried' : isSuggested ? ' is-suggested' : '';
        const at = dragged?.index === index && dragged.at !== null ? dragged.at : end;
        const where = words.afterAtTokens(nodeName(document, each.after), formatNumber(end));
        const stateText = marker === undefined ? '' : `, ${stateName(marker)}`;
        const lifetime = lifetimeText(each, shown.inspection.breakpointUse);
        return (
          <button
            // Keyed by position, so that the handle that is dragged stays the same element.
            key={index}
            ref={(element) => {
              if (element === null) handles.current.delete(index);
              else handles.current.set(index, element);
            }}
            type="button"
            role="slider"
            className={`ruler-break ruler-marker${kind}${state === undefined ? '' : ` state-${state}`}`}
            data-refused={dragged?.index === index && dragged.refused !== ''}
            style={{ top: quarter(at * scale) }}
            title={words.breakpoint(
              isSuggested ? words.suggested : overlay === null ? words.cache : words.tried,
              where,
              each.tier,
              lifetime,
              stateText,
            )}
            aria-label={words.breakpointNumber(index + 1)}
            aria-orientation="vertical"
            aria-valuemin={0}
            aria-valuemax={Math.max(0, places.length - 1)}
            aria-valuenow={Math.max(
              0,
              places.findIndex(({ node }) => node === each.after),
            )}
            aria-valuetext={`${where}${stateText}`}
            aria-description={words.keysHint}
            aria-disabled={!isUsed}
            onKeyDown={(event) => (isUsed ? onKeyDown(event, index) : undefined)}
            onFocus={() => setFocused(index)}
            onBlur={() => {
              setFocused(null);
              setDragged(null);
            }}
            onPointerDown={(event) => {
              if (event.button !== 0 || !isUsed) return;
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={(event) => drag(event, index)}
            onPointerUp={() => setDragged(null)}
            onPointerCancel={() => setDragged(null)}
          >
            <span className="break-grip" aria-hidden="true" style={{ translate: `0 ${shiftOf.get(index) ?? 0}px` }}>
              {marker === undefined ? '·' : stateSign(marker)}
            </span>
          </button>
        );
      })}
      {shownCard === null || card === undefined ? null : (
        <BreakpointCard
          anchor={handles.current.get(shownCard.index)}
          name={nodeName(document, card.after)}
          node={card.after}
          at={(shownCard.at ?? plan.ends.get(card.after) ?? 0) * scale}
          refused={isUsed ? shownCard.refused : lifetimeText(card, shown.inspection.breakpointUse)}
        />
      )}
    </>
  );
}
