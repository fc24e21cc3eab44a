import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { keysOf } from '../../commands/commands';
import { useApp, useView } from '../../context';
import { cardPlace, tourStops, type TourStop } from '../../model/tour';
import { tourWords as words } from '../../words/window/dialogs';

/** Points at the parts of the window one by one. Help and the palette start it again. */
export function Tour() {
  const open = useView((state) => state.dialog === 'tour');
  return open ? <Stops /> : null;
}

function Stops() {
  const { view, actions, inspection, sources } = useApp();
  const [step, setStep] = useState(0);
  const stop = tourStops[step];
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    view.maximise(false);
    if (stop?.panel !== undefined) view.showPanel(stop.panel);
    if (stop?.needsFile !== true || sources.store.getState().active !== null) return;
    const file = inspection.store.getState().shown?.inspection.sources.find(({ exists }) => exists);
    if (file !== undefined) void actions.goTo(file.id, { start: 0, end: 0 }, false);
  }, [view, actions, inspection, sources, stop]);
  const box = usePart(stop);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const titleId = useId();
  const textId = useId();
  const last = step === tourStops.length - 1;
  const next = useRef<HTMLButtonElement>(null);
  const before = useRef(document.activeElement);
  useLayoutEffect(() => {
    if (card.current === null || box === null) return;
    const { width, height } = card.current.getBoundingClientRect();
    setPlace(cardPlace(box, { width, height }, { width: window.innerWidth, height: window.innerHeight }));
  }, [box, step]);
  useEffect(() => next.current?.focus(), [step]);
  useEffect(() => {
    const was = before.current;
    return () => {
      if (was instanceof HTMLElement && was.isConnected) was.focus();
    };
  }, []);
  if (stop === undefined) return null;
  const close = (): void => view.seeTour();
  const go = (to: number): void => {
    if (to >= tourStops.length) close();
    else setStep(Math.max(0, to));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowRight') go(Math.min(step + 1, tourStops.length - 1));
    else if (event.key === 'ArrowLeft') go(step - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="tour-layer">
      {box === null ? null : (
        <div
          className="tour-part"
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
          aria-hidden="true"
        />
      )}
      <div
        ref={card}
        className="tour-card"
        style={place}
        role="dialog"
        aria-labelledby={titleId}
        aria-describedby={textId}
        onKeyDown={press}
      >
        <h2 id={titleId}>{stop.title}</h2>
        <p id={textId} className="tour-text">
          {stop.text}
          {last ? words.findsEverythingElse(keysOf('palette')) : ''}
        </p>
        <footer className="tour-foot">
          <span className="help">{words.of(step + 1, tourStops.length)}</span>
          <span className="bar-space" />
          {last ? null : (
            <button type="button" className="quiet" onClick={close}>
              {words.leaveTheTour}
            </button>
          )}
          {step > 0 ? (
            <button type="button" className="quiet" onClick={() => go(step - 1)}>
              {words.back}
            </button>
          ) : null}
          <button ref={next} type="button" className="primary" onClick={() => go(step + 1)}>
            {last ? words.start : words.next}
          </button>
        </footer>
      </div>
    </div>
  );
}

/** Where the part is now; it moves when the window or a pane is resized. Null if it is not on screen. */
function usePart(stop: TourStop | undefined): DOMRect | null {
  const [box, setBox] = useState<DOMRect | null>(null);
  useLayoutEffect(() => {
    const names = [stop?.at, stop?.or].filter((name) => name !== undefined);
    const find = (): Element | null | undefined =>
      names
        .map((name) => document.querySelector(`[data-tour="${name}"]`))
        .find((element) => element !== null && element.getBoundingClientRect().width > 0);
    let part = find();
    const measure = (): void => {
      // The part itself may appear while its stand-in is pointed at. Then the stand-in is resized, and the part takes
      // over.
      const now = find();
      if (now !== part && now !== undefined && now !== null) {
        part = now;
        observer.observe(now);
      }
      setBox(part?.getBoundingClientRect() ?? null);
    };
    const observer = new ResizeObserver(measure);
    measure();
    if (part === undefined || part === null) return undefined;
    observer.observe(part);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [stop]);
  return box;
}
