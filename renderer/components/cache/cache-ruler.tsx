import { useMemo } from 'react';
import { heatNames, heatOf } from '../../model/cache/cache-heat';
import { formatNumber } from '../../model/counts';
import { quarter, type RulerPlan } from '../../model/sections/ruler';
import type { Shown } from '../../stores/inspection';
import { useCache } from './use-cache';
import { cacheRulerWords as words } from '../../words/panels/cache';

/** Layers of the ruler that come from the cache: the provider's minimum, and volatile text. */
export function CacheRuler({
  plan,
  scale,
  shown,
}: {
  readonly plan: RulerPlan;
  readonly scale: number;
  readonly shown: Shown;
}) {
  const rules = useCache((state) => state.reply?.cost?.rules ?? null);
  const volatility = useCache((state) => state.volatility);
  const heat = useMemo(
    () => (volatility === null ? [] : heatOf(volatility.movers, plan, shown.inspection)),
    [volatility, plan, shown.inspection],
  );
  const minimum = rules?.minimum ?? null;
  return (
    <>
      {minimum === null || minimum > plan.total ? null : (
        <span
          className="ruler-minimum"
          style={{ top: quarter(minimum * scale) }}
          title={words.shortestPrefix(
            rules?.model ?? words.theModel,
            formatNumber(minimum),
            rules?.title ?? '',
            rules?.asOf ?? '',
          )}
        >
          <span>{words.min}</span>
        </span>
      )}
      {heat.map(({ key, kind, start, tokens, cause }) => (
        <span
          key={key}
          className={`ruler-heat heat-${kind}`}
          style={{ top: quarter(start * scale), height: quarter(Math.max(3, tokens * scale)) }}
          title={`${heatNames[kind]}: ${cause}`}
        />
      ))}
    </>
  );
}
