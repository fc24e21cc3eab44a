import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { visible } from '../../../shared/basics/invisible';
import { useApp, useView } from '../../context';
import { formatNumber, markOf, percentOf } from '../../model/counts';
import { tierLetters } from '../../model/describe';
import { mapBoxes, mapGroups, mapItems, type MapBox, type MapGroup } from '../../model/sections/treemap';
import type { Shown } from '../../stores/inspection';
import { useRowMenu } from './use-row-menu';
import { treemapWords as words } from '../../words/panes/sections';

/** More boxes would be only a few pixels large. The rest is one box. */
const mostBoxes = 300;

/** The request as areas to scale. A click selects the section in all views. */
export function Treemap({ shown }: { readonly shown: Shown }) {
  const { actions } = useApp();
  const selected = useView((state) => state.selected);
  const { onContextMenu, menu } = useRowMenu(shown);
  const [by, setBy] = useState<MapGroup>('section');
  const [size, setSize] = useState({ width: 300, height: 400 });
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { document, analysis } = shown.inspection;
  const boxes = useMemo(() => {
    const items = mapItems(shown.rows, document, analysis, by).toSorted((a, b) => b.tokens - a.tokens);
    const rest = items.slice(mostBoxes);
    const tokens = rest.reduce((sum, each) => sum + each.tokens, 0);
    const all = items.slice(0, mostBoxes);
    return mapBoxes(
      tokens === 0
        ? all
        : [...all, { key: 'more', name: words.more(rest.length), tier: null, tokens, node: null, template: 0 }],
      Math.max(0.1, size.width / Math.max(1, size.height)),
    );
  }, [shown.rows, document, analysis, by, size]);
  const total = boxes.reduce((sum, { tokens }) => sum + tokens, 0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.map-box')];
    const here = all.findIndex((each) => each === window.document.activeElement);
    all[Math.max(0, Math.min(all.length - 1, here + step))]?.focus();
    event.preventDefault();
  };
  return (
    <div className="treemap">
      <div className="treemap-head segments" role="group" aria-label={words.areasBy}>
        {mapGroups.map((each) => (
          <button key={each} type="button" className="segment" aria-pressed={by === each} onClick={() => setBy(each)}>
            {groupNames[each]}
          </button>
        ))}
      </div>
      <div
        className="map-host"
        ref={host}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        role="group"
        aria-label={words.tokensBy(by)}
      >
        {boxes.map((box, index) => (
          <Box
            key={box.key}
            box={box}
            size={size}
            text={boxText(box, by === 'file' ? '≈' : markOf(analysis.total), total)}
            isFirst={index === 0}
            isSelected={box.node !== null && box.node === selected}
            onPick={() => {
              if (box.node !== null) actions.select(box.node);
            }}
          />
        ))}
      </div>
      {menu}
      {by === 'file' ? <p className="help map-note">{words.splitHint}</p> : null}
    </div>
  );
}

function boxText({ name, tokens }: MapBox, mark: string, total: number): string {
  return words.tokens(visible(name), formatNumber(tokens), mark, percentOf(tokens, total));
}

const groupNames: Readonly<Record<MapGroup, string>> = {
  section: words.section,
  file: words.file,
  tool: words.tool,
  tier: words.tier,
};

function Box({
  box: { name, node, tier, tokens, template, left, top, width, height },
  size,
  text,
  isFirst,
  isSelected,
  onPick,
}: {
  readonly box: MapBox;
  readonly size: { readonly width: number; readonly height: number };
  readonly text: string;
  readonly isFirst: boolean;
  readonly isSelected: boolean;
  readonly onPick: () => void;
}) {
  const [wide, high] = [(width / 100) * size.width, (height / 100) * size.height];
  const hasName = wide > 48 && high > 15;
  const number = formatNumber(tokens);
  const hasNumber = high > 30 && wide > number.length * 7 + 12;
  return (
    <button
      type="button"
      className="map-box"
      data-tier={tier ?? 'none'}
      data-node={node ?? undefined}
      aria-pressed={isSelected}
      aria-label={text}
      title={text}
      tabIndex={isFirst ? 0 : -1}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
      onClick={onPick}
    >
      {template < 0.5 ? null : <i className="hatch" />}
      {hasName ? (
        <span className="map-name">
          {tier === null || wide < 60 ? null : <b className="map-tier">{tierLetters[tier]}</b>}
          {visible(name)}
        </span>
      ) : null}
      {hasNumber ? <span className="map-count">{number}</span> : null}
    </button>
  );
}
