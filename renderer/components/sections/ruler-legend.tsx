import { useApp } from '../../context';
import { heatKinds, heatNames } from '../../model/cache/cache-heat';
import type { RulerPlan } from '../../model/sections/ruler';
import { useCache } from '../cache/use-cache';

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
        <p className="ruler-key" title="Hatched: text of the design’s template, not yours">
          <i className="hatch-swatch" aria-hidden="true" />
          template
        </p>
      ) : null}
      {hasAgent ? (
        <p className="ruler-key" title="Hatched: the agent’s own prompt, learned from a capture, not yours">
          <i className="hatch-swatch" aria-hidden="true" />
          agent’s own
        </p>
      ) : null}
      {volatility === null ? (
        <button
          type="button"
          className="link"
          disabled={isBusy}
          title="Builds the prompt under other clocks, machines and settings, and marks what changes"
          onClick={() => void cache.findMovers().catch(actions.report)}
        >
          {isBusy ? 'Looking…' : 'Volatility'}
        </button>
      ) : kinds.length === 0 ? (
        <p className="ruler-key">nothing volatile</p>
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
  clock: 'clock',
  environment: 'machine',
  'key-order': 'key order',
  setting: 'setting',
} as const;
