import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { visible } from '../../../shared/basics/invisible';
import type { NodeId } from '../../../shared/document/types';
import { dollars, stateName, stateSign } from '../../model/cache/cache-text';
import { formatNumber } from '../../model/counts';
import { useCache } from '../cache/use-cache';
import { breakpointCardWords as words } from '../../words/panes/sections';

interface Props {
  readonly anchor: HTMLElement | undefined;
  readonly name: string;
  readonly node: NodeId;
  /** Where the handle is, in pixels of the ruler. */
  readonly at: number;
  /** Why no breakpoint can stand under the pointer; empty if one can. */
  readonly refused: string;
}

/** Shown beside the handle that is moved: its place, whether that is cached, and what the request would cost. */
export function BreakpointCard({ anchor, name, node, at, refused }: Props) {
  const cost = useCache((state) => state.reply?.cost ?? null);
  const own = useCache((state) => state.own);
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number } | null>(null);
  useLayoutEffect(() => {
    const box = anchor?.getBoundingClientRect();
    if (box === undefined) return;
    const next = { left: box.right + 10, top: Math.max(8, Math.min(window.innerHeight - 150, box.top - 14)) };
    setPlace(next);
  }, [anchor, at]);
  if (place === null) return null;
  const marker = cost?.outcome.markers.find((each) => each.node === node);
  const minimum = cost?.rules.minimum ?? null;
  return createPortal(
    <div className="break-card" role="status" style={place}>
      <p className="break-where">
        {words.after} <strong>{visible(name)}</strong>
      </p>
      {refused === '' ? null : <p className="break-refused">{refused}</p>}
      {cost?.outcome.rejected == null ? null : <p className="break-refused">{cost.outcome.rejected}</p>}
      {marker === undefined ? null : (
        <p>
          <span aria-hidden="true">{stateSign(marker)}</span>{' '}
          {words.tokens(
            formatNumber(marker.tokens),
            stateName(marker),
            minimum === null ? '' : words.minimum(formatNumber(minimum)),
          )}
        </p>
      )}
      <Money label={words.cold} now={cost?.coldCost ?? null} before={own?.coldCost ?? null} />
      <Money label={words.warm} now={cost?.warmCost ?? null} before={own?.warmCost ?? null} />
      <p className="help">{words.keysHint}</p>
    </div>,
    document.body,
  );
}

function Money({
  label,
  now,
  before,
}: {
  readonly label: string;
  readonly now: number | null;
  readonly before: number | null;
}) {
  if (now === null) return null;
  const more = before === null ? 0 : now - before;
  return (
    <p className="break-money">
      <span>{label}</span> <b>{dollars(now)}</b>
      {Math.abs(more) < 1e-9 ? null : (
        <span className={more > 0 ? 'more' : 'less'}>
          {more > 0 ? '+' : ''}
          {dollars(more)}
        </span>
      )}
    </p>
  );
}
