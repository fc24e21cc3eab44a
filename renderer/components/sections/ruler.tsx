import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useView } from '../../context';
import { formatShort } from '../../model/counts';
import { drawnBands, planRuler, quarter, rulerTicks } from '../../model/sections/ruler';
import type { Shown } from '../../stores/inspection';
import { CacheRuler } from '../cache/cache-ruler';
import { BandButton } from './ruler-band';

/** The request as a drill core: heights in tokens, layers in tier colours, breakpoints as cuts. */
export const Ruler = memo(function Ruler({ shown }: { readonly shown: Shown }) {
  const selected = useView((state) => state.selected);
  const [zoom, setZoom] = useState(1);
  const [height, setHeight] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const plan = useMemo(() => planRuler(shown.rows), [shown.rows]);
  const pixels = Math.max(0, height - 24) * zoom;
  const scale = plan.total === 0 ? 0 : pixels / plan.total;
  const bands = useMemo(() => drawnBands(plan.bands, scale), [plan.bands, scale]);
  const step = (factor: number): void => setZoom((before) => Math.max(1, Math.min(64, before * factor)));
  return (
    <section className="ruler" aria-label="Ruler">
      <div className="ruler-zoom" role="group" aria-label="Zoom of the ruler">
        <button type="button" onClick={() => step(1 / 2)} disabled={zoom === 1} aria-label="Zoom out">
          −
        </button>
        <button type="button" onClick={() => step(2)} disabled={zoom >= 64} aria-label="Zoom in">
          +
        </button>
      </div>
      <div
        className="ruler-scroll"
        ref={scroller}
        onWheel={(event) => {
          if (event.ctrlKey) step(event.deltaY < 0 ? 1.25 : 0.8);
        }}
      >
        <div className="ruler-body" style={{ height: pixels + 16 }}>
          {rulerTicks(plan.total, pixels).map((tick) => (
            <span key={tick} className="ruler-tick" style={{ top: quarter(tick * scale) }}>
              {formatShort(tick)}
            </span>
          ))}
          <div className="core" style={{ height: pixels }}>
            {bands.map(({ first, members, start, tokens, template }) => (
              <BandButton
                key={first.key}
                name={first.name}
                node={first.node}
                isTool={first.kind === 'tool'}
                tier={first.tier}
                count={first.count}
                members={members}
                tokens={members > 1 ? tokens : null}
                template={tokens === 0 || (first.whose === 'yours' && members === 1) ? 0 : template / tokens}
                top={quarter(start * scale)}
                height={quarter(Math.max(1, tokens * scale))}
                selected={first.node !== null && first.node === selected}
              />
            ))}
          </div>
          {shown.inspection.document.breakpoints.map((breakpoint) => {
            const end = plan.ends.get(breakpoint.after);
            return end === undefined ? null : (
              <span
                key={breakpoint.id}
                className="ruler-break"
                style={{ top: quarter(end * scale) }}
                title={
                  `cache breakpoint after ${breakpoint.after}, ${breakpoint.tier}, lifetime ${breakpoint.ttl}, ` +
                  `at ${formatShort(end)} tokens`
                }
              />
            );
          })}
          <CacheRuler plan={plan} scale={scale} shown={shown} />
        </div>
      </div>
      {plan.bands.some(({ whose }) => whose === 'template' || whose === 'part template') ? (
        <p className="ruler-key" title="Hatched: text of the design’s template, not yours">
          <i className="hatch-swatch" aria-hidden="true" />
          template
        </p>
      ) : null}
    </section>
  );
});
