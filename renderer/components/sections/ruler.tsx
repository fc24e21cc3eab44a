import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import { useView } from '../../context';
import { formatShort } from '../../model/counts';
import { tierLetters, tierNames } from '../../model/describe';
import {
  drawnBands,
  planRuler,
  quarter,
  roleMarks,
  rulerTicks,
  tierRunsOf,
  type RulerRun,
} from '../../model/sections/ruler';
import type { Shown } from '../../stores/inspection';
import { ReportedRuler } from '../captures/reported-ruler';
import { CacheRuler } from '../cache/cache-ruler';
import { BreakpointHandles } from './breakpoint-handles';
import { BandButton, namedFrom } from './ruler-band';
import { RulerLegend } from './ruler-legend';
import { useRowMenu } from './use-row-menu';
import { rulerWords as words } from '../../words/panes/sections';

/** The request as one strip: heights in tokens, tiers in colour, sections by name, breakpoints as handles. */
export const Ruler = memo(function Ruler({ shown }: { readonly shown: Shown }) {
  const selected = useView((state) => state.selected);
  const { onContextMenu, menu } = useRowMenu(shown);
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
  const { analysis } = shown.inspection;
  const plan = useMemo(() => planRuler(shown.rows, roleMarks(analysis)), [shown.rows, analysis]);
  const pixels = Math.max(0, height - 24) * zoom;
  const scale = plan.total === 0 ? 0 : pixels / plan.total;
  const bands = useMemo(() => drawnBands(plan.bands, scale), [plan.bands, scale]);
  const runs = useMemo(() => tierRunsOf(plan.bands), [plan.bands]);
  const named = useMemo(
    () => bands.flatMap(({ members, start, tokens }) => (members === 1 && tokens * scale >= namedFrom ? [start] : [])),
    [bands, scale],
  );
  const step = (factor: number): void => setZoom((before) => Math.max(1, Math.min(64, before * factor)));
  return (
    <section className="ruler" aria-label={words.ruler} data-tour="ruler">
      <div className="ruler-zoom" role="group" aria-label={words.zoom}>
        <h2>{words.ruler}</h2>
        <button type="button" onClick={() => step(1 / 2)} disabled={zoom === 1} aria-label={words.zoomOut}>
          −
        </button>
        <button type="button" onClick={() => step(2)} disabled={zoom >= 64} aria-label={words.zoomIn}>
          +
        </button>
      </div>
      <div
        className="ruler-scroll"
        ref={scroller}
        tabIndex={0}
        onContextMenu={onContextMenu}
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
                owner={first.whose === 'agent' || first.whose === 'part agent' ? 'agent' : 'template'}
                top={quarter(start * scale)}
                height={quarter(Math.max(1, tokens * scale))}
                selected={first.node !== null && first.node === selected}
              />
            ))}
            {runs.map((run) => (
              <TierRun
                key={run.key}
                run={run}
                scale={scale}
                isNamed={named.some((start) => start >= run.start && start < run.start + run.tokens)}
              />
            ))}
          </div>
          <ReportedRuler height={pixels} shown={shown} />
          <CacheRuler plan={plan} scale={scale} shown={shown} />
          <BreakpointHandles plan={plan} scale={scale} shown={shown} />
        </div>
      </div>
      <RulerLegend plan={plan} />
      {menu}
    </section>
  );
});

/** A letter fits from this height on, in pixels. */
const letterFrom = 14;
/** What is in a run fits from this height on, clear of a breakpoint at its end. */
const summaryFrom = 19;

/** The name of a tier, once for all its bands. If no band has room for a name, it also says what they are. */
function TierRun({
  run: { tier, isTools, start, tokens, summary },
  scale,
  isNamed,
}: {
  readonly run: RulerRun;
  readonly scale: number;
  readonly isNamed: boolean;
}) {
  const height = tokens * scale;
  const letter = isTools ? 'T' : tier === null ? '' : tierLetters[tier];
  return (
    <span
      className="tier-run"
      data-tier={tier ?? 'none'}
      style={{ top: quarter(start * scale), height: quarter(height) }}
      title={isTools ? words.tools : tier === null ? undefined : tierNames[tier]}
    >
      {height >= letterFrom ? <b>{letter}</b> : null}
      {height >= summaryFrom && !isNamed ? <span className="run-summary">{visible(summary)}</span> : null}
    </span>
  );
}
