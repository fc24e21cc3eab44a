import { useMemo } from 'react';
import type { CauseKind } from '../../../shared/ipc/cache-view';
import { assumptionText, markerWhy, stateNames, stateSigns } from '../../model/cache/cache-text';
import { heatOf } from '../../model/cache/cache-heat';
import { formatNumber } from '../../model/counts';
import { quarter, type RulerPlan } from '../../model/sections/ruler';
import type { Shown } from '../../stores/inspection';
import { useCache } from './use-cache';

const heatNames: Readonly<Record<CauseKind, string>> = {
  clock: 'moves with the clock',
  environment: 'differs from machine to machine',
  'key-order': 'changes with the order of keys',
  setting: 'changes with a setting',
};

/**
 * Cache marks on the ruler: the state of each breakpoint, suggested and tried ones, the provider's minimum, volatile
 * text.
 */
export function CacheRuler({
  plan,
  scale,
  shown,
}: {
  readonly plan: RulerPlan;
  readonly scale: number;
  readonly shown: Shown;
}) {
  const cost = useCache((state) => state.reply?.cost ?? null);
  const against = useCache((state) => state.reply?.against ?? null);
  const assumed = useCache((state) => (state.reply === null ? '' : assumptionText(state.reply.against)));
  const overlay = useCache((state) => state.overlay);
  const volatility = useCache((state) => state.volatility);
  const heat = useMemo(
    () => (volatility === null ? [] : heatOf(volatility.movers, plan, shown.inspection)),
    [volatility, plan, shown.inspection],
  );
  const minimum = cost?.rules.minimum ?? null;
  const isOwn = cost !== null && !cost.suggested && overlay === null;
  return (
    <>
      {minimum === null || minimum > plan.total ? null : (
        <span
          className="ruler-minimum"
          style={{ top: quarter(minimum * scale) }}
          title={
            `shortest prefix that ${cost?.rules.model ?? 'the model'} caches: ${formatNumber(minimum)} ` +
            `tokens (${cost?.rules.title ?? ''}, ${cost?.rules.asOf ?? ''})`
          }
        />
      )}
      {cost?.outcome.markers.map((marker) => {
        const { node, state } = marker;
        const end = plan.ends.get(node);
        return end === undefined ? null : (
          <span
            key={node}
            className={`ruler-marker state-${state}${isOwn ? '' : ' is-tried'}`}
            style={{ top: quarter(end * scale) }}
            title={
              `${isOwn ? 'breakpoint' : overlay === null ? 'suggested breakpoint' : 'tried breakpoint'} ` +
              `${stateNames[state]}: ${markerWhy(marker, against)}. ${assumed}.`
            }
          >
            {stateSigns[state]}
          </span>
        );
      })}
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
