import { useApp } from '../../context';
import { heatKinds, heatNames } from '../../model/cache/cache-heat';
import type { RulerPlan } from '../../model/sections/ruler';
import { useCache } from '../cache/use-cache';
import { rulerLegendWords as words } from '../../words/panes/sections';

/** What the textures and the lane on the right mean; only what is drawn is explained. */
export function RulerLegend({ plan }: { readonly plan: RulerPlan }) {
  const { cache, actions } = useApp();
  const volatility = useCache((state) => state.volatility);
  const hasTemplate = plan.bands.some(({ whose }) => whose === 'template' || whose === 'part template');
  const hasAgent = plan.bands.some(({ whose }) => whose === 'agent' || whose === 'part agent');
  const kinds =
    volatility === null ? [] : heatKinds.filter((kind) => volatility.movers.some((mover) => mover.cause.kind === kind));
  const isBusy = useCache((state) => state.busy === 'volatility');
  return (
    <div className="ruler-legend">
      {hasTemplate ? (
        <p className="ruler-key" title={words.templateHint}>
          <i className="hatch-swatch" aria-hidden="true" />
          {words.template}
        </p>
      ) : null}
      {hasAgent ? (
        <p className="ruler-key" title={words.agentsOwnHint}>
          <i className="hatch-swatch" aria-hidden="true" />
          {words.agentsOwn}
        </p>
      ) : null}
      {volatility === null ? (
        <button
          type="button"
          className="link"
          disabled={isBusy}
          title={words.volatilityHint}
          onClick={() => void cache.findMovers().catch(actions.report)}
        >
          {isBusy ? words.looking : words.volatility}
        </button>
      ) : kinds.length === 0 ? (
        <p className="ruler-key">{words.nothingVolatile}</p>
      ) : (
        kinds.map((kind) => (
          <p key={kind} className="ruler-key" title={heatNames[kind]}>
            <i className={`heat heat-${kind}`} aria-hidden="true" />
            {heatWords[kind]}
          </p>
        ))
      )}
    </div>
  );
}

const heatWords = {
  clock: words.clock,
  environment: words.machine,
  'key-order': words.keyOrder,
  setting: words.setting,
} as const;
