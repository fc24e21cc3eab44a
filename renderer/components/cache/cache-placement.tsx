import { useEffect, useMemo } from 'react';
import { lacksFrame } from '../../../shared/document/lacks-frame';
import type { NodeId, Tier } from '../../../shared/document/types';
import type { OptimumView } from '../../../shared/ipc/cache/cache-view';
import { useApp } from '../../context';
import { readyScripts } from '../../model/cache/cache-scripts';
import { tallestOf } from '../../model/cache/cache-strip';
import { nodeName } from '../../model/cache/cache-text';
import { tierAfter } from '../../model/cache/placement';
import { formatNumber, marks } from '../../model/counts';
import { takesNone } from '../../model/panels/cache-answers';
import { scriptOf } from '../../stores/cache';
import type { Shown } from '../../stores/inspection';
import { OlderMark } from '../basics/older-mark';
import { SelectBox } from '../basics/select-box';
import { TierChip } from '../basics/count';
import { DataTable, type Column } from '../table/data-table';
import { CacheStrip } from './turns/cache-strip';
import { StripLegend } from './turns/strip-legend';
import { useCache } from './use-cache';
import { cachePlacementWords as words } from '../../words/panels/cache';

/** Where the breakpoints should be for a session like the script, beside what the present ones cost. */
export function CachePlacement({ shown }: { readonly shown: Shown }) {
  const { cache, actions } = useApp();
  const state = useCache((each) => each);
  const { optimum, optimumOf, busy, simulation, targets } = state;
  const { document, analysis } = shown.inspection;
  const isPart = lacksFrame(document);
  const script = scriptOf(state, document);
  const ready = useMemo(() => readyScripts(document), [document]);
  useEffect(() => {
    cache.simulate().catch(actions.report);
  }, [cache, actions, script, targets, shown]);
  const best = optimum === 'none' ? null : optimum;
  const now = simulation?.runs[0]?.run;
  const isNone = now !== undefined && takesNone(now);
  const tallest = tallestOf([...(now === undefined ? [] : [now]), ...(best === null ? [] : [best.run])]);
  const strip = { tallest, method: analysis.total.method, turn: Number.MAX_SAFE_INTEGER, onTurn: () => undefined };
  return (
    <div className="cache-placement">
      <div className="strips-head">
        {isNone && isPart ? null : (
          <SelectBox
            label={words.session}
            value={ready.find(({ text }) => text === script)?.id ?? 'own'}
            choices={[
              ...ready.map(({ id, label }) => ({ value: id, label })),
              { value: 'own', label: words.ownScript },
            ]}
            onChange={(id) => {
              const chosen = ready.find((each) => each.id === id);
              if (chosen === undefined) cache.show('turns');
              else cache.setScript(chosen.text);
            }}
          />
        )}
        {isNone ? null : (
          <button
            type="button"
            className="primary"
            disabled={busy !== null || now === undefined}
            onClick={() => void cache.findOptimum().catch(actions.report)}
          >
            {busy === 'optimum' ? words.searching : words.findPlaces}
          </button>
        )}
        {now === undefined || isPart ? null : <StripLegend />}
        <OlderMark of={optimumOf?.inspection.revision} now={shown.inspection.revision} />
      </div>
      {best === null ? null : <Places best={best} of={optimumOf ?? shown} />}
      {now === undefined || isPart ? null : (
        <div className="strip-grid">
          <CacheStrip
            title={isNone ? words.now : titleOfNow(now.breakpoints === 'suggested', script)}
            run={now}
            {...strip}
          />
          {best === null ? null : <CacheStrip title={words.withBestPlaces} run={best.run} {...strip} />}
        </div>
      )}
    </div>
  );
}

/** A script may add a breakpoint that moves along with the end of each request. */
function titleOfNow(isSuggested: boolean, script: string): string {
  const title = isSuggested ? words.nowSuggested : words.now;
  return /^\s*auto\b/m.test(script) ? `${title}${words.andTheScripts}` : title;
}

function Places({ best, of }: { readonly best: OptimumView; readonly of: Shown }) {
  const { cache, actions } = useApp();
  const isApplied = useCache((state) => state.overlay === best);
  const { analysis } = of.inspection;
  const rows = useMemo(() => placesOf(best, of), [best, of]);
  const columns = useMemo(
    (): readonly Column<Place>[] => [
      {
        id: 'after',
        title: words.breakpointAfter,
        text: ({ name }) => name,
      },
      { id: 'tier', title: words.tier, text: ({ tier }) => tier ?? '', cell: ({ tier }) => <TierChip tier={tier} /> },
      { id: 'ttl', title: words.lifetime, text: ({ ttl }) => ttl },
      {
        id: 'tokens',
        title: words.tokensUpToHere,
        isNumber: true,
        text: ({ tokens }) => (tokens === null ? '–' : `${formatNumber(tokens)} ${marks[analysis.total.method]}`),
        value: ({ tokens }) => tokens,
      },
    ],
    [analysis.total.method],
  );
  if (rows.length === 0) return null;
  return (
    <DataTable
      label={words.bestPlaces}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      onOpen={({ node }) => node !== null && actions.select(node)}
      nameOf={({ name }) => name}
      tools={
        <button
          type="button"
          className="quiet outlined"
          aria-pressed={isApplied}
          title={words.tryHint}
          onClick={() => void cache.apply(isApplied ? null : best).catch(actions.report)}
        >
          {isApplied ? words.stopTrying : words.tryThem}
        </button>
      }
    />
  );
}

interface Place {
  readonly key: string;
  /** Null for the end of the request. */
  readonly node: NodeId | null;
  readonly name: string;
  readonly tier: Tier | null;
  readonly ttl: string;
  readonly tokens: number | null;
}

function placesOf({ breakpoints, end, run }: OptimumView, { inspection }: Shown): readonly Place[] {
  const markers = run.turns[0]?.markers ?? [];
  return [
    ...breakpoints.map(({ id, after, tier, ttl }) => ({
      key: String(id),
      node: after,
      name: nodeName(inspection.document, after),
      tier: tierAfter(inspection.document, { after, tier }),
      ttl: String(ttl),
      tokens: markers.find(({ node }) => node === after)?.tokens ?? null,
    })),
    ...(end === 'off' ? [] : [{ key: 'end', node: null, name: words.requestEnd, tier: null, ttl: end, tokens: null }]),
  ];
}
