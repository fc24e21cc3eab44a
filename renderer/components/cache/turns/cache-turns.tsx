import { useEffect, useMemo, useState } from 'react';
import { lacksFrame } from '../../../../shared/document/lacks-frame';
import { useApp } from '../../../context';
import { readyScripts } from '../../../model/cache/cache-scripts';
import { tallestOf } from '../../../model/cache/cache-strip';
import { dollars, nodeName, percent } from '../../../model/cache/cache-text';
import { nothingToPlace } from '../../../../shared/ipc/cache/nothing-to-place';
import { takesNone } from '../../../model/panels/cache-answers';
import type { OptimumView } from '../../../../shared/ipc/cache/cache-view';
import { scriptOf } from '../../../stores/cache';
import type { Shown } from '../../../stores/inspection';
import { CacheRules } from '../cache-rules';
import { CacheStrip } from './cache-strip';
import { ScriptHelp } from './script-help';
import { CacheTargets } from './cache-targets';
import { useCache } from '../use-cache';
import { OlderMark, olderText } from '../../basics/older-mark';
import { SelectBox } from '../../basics/select-box';
import { StripLegend } from './strip-legend';
import { cacheTurnsWords as words } from '../../../words/panels/cache';

/** Simulates a session turn by turn under one or two providers, and suggests its best breakpoints. */
export function CacheTurns({ shown }: { readonly shown: Shown }) {
  const { cache, actions } = useApp();
  const state = useCache((each) => each);
  const { simulation, targets, optimum, optimumOf, busy, overlay, recording } = state;
  const older = olderText(optimumOf?.inspection.revision, shown.inspection.revision);
  const { document, analysis } = shown.inspection;
  // How much of the whole request would be read is not known.
  const isPart = lacksFrame(document);
  const script = scriptOf(state, document);
  const ready = useMemo(() => readyScripts(document), [document]);
  const [turn, setTurn] = useState(Number.MAX_SAFE_INTEGER);
  useEffect(() => {
    cache.simulate().catch(actions.report);
  }, [cache, actions, script, targets, shown]);
  const runs = simulation?.runs.map(({ run }) => run) ?? [];
  const best = optimum === 'none' ? null : optimum;
  const tallest = tallestOf([...runs, ...(best === null ? [] : [best.run])]);
  const run = (work: Promise<void>): void => {
    work.catch(actions.report);
  };
  const strip = { tallest, method: analysis.total.method, turn, onTurn: setTurn };
  return (
    <div className="cache-turns">
      <div className="script">
        <div className="script-head">
          <SelectBox
            label={words.script}
            hideLabel
            value={recording === null ? (ready.find(({ text }) => text === script)?.id ?? 'own') : 'recording'}
            choices={[
              ...ready.map(({ id, label }) => ({ value: id, label })),
              ...(recording === null ? [] : [{ value: 'recording', label: words.beingRecorded }]),
              { value: 'own', label: words.yourOwn },
            ]}
            onChange={(id) => {
              const chosen = ready.find((each) => each.id === id);
              if (chosen !== undefined) cache.setScript(chosen.text);
            }}
          />
        </div>
        <textarea
          className="script-text"
          aria-label={words.turnScript}
          spellCheck={false}
          value={script}
          readOnly={recording !== null}
          onChange={(event) => cache.setScript(event.target.value)}
        />
        <ScriptHelp
          onAdd={recording === null ? (line) => cache.setScript(`${script.replace(/\n*$/, '')}\n${line}\n`) : null}
        />
        <ul className="script-findings">
          {simulation?.findings.map((finding) => (
            <li
              key={`${finding.ruleId} ${finding.message} ${finding.at?.line ?? ''}`}
              className={`finding-${finding.severity}`}
            >
              {finding.at === undefined ? '' : words.line(finding.at.line)}
              {finding.message}
            </li>
          ))}
        </ul>
      </div>
      <div className="strips">
        <div className="strips-head">
          <CacheTargets shown={shown} />
          {runs[0] !== undefined && takesNone(runs[0]) ? null : (
            <button
              type="button"
              className="quiet outlined"
              disabled={busy !== null || runs.length === 0}
              onClick={() => run(cache.findOptimum())}
            >
              {busy === 'optimum' ? words.searching : words.findPlaces}
            </button>
          )}
          <span className="help">{words.beginsCold}</span>
          {isPart ? null : <StripLegend />}
        </div>
        {best === null ? (
          optimum === 'none' && runs[0]?.turns.every(({ rejected }) => rejected === null) === true ? (
            <p className="help">{words.nothingToPlace(nothingToPlace(runs[0].rules))}</p>
          ) : null
        ) : (
          <Optimum best={best} isApplied={overlay === best} of={optimumOf ?? shown} shown={shown} />
        )}
        {isPart ? null : (
          <div className="strip-grid">
            {runs.map((each, index) => (
              <CacheStrip
                key={index}
                title={
                  `${each.rules.title} · ${each.rules.model}` +
                  (each.breakpoints === 'suggested' ? words.withSuggested : '')
                }
                run={each}
                {...strip}
              />
            ))}
            {best === null ? null : (
              <CacheStrip title={words.suggestedFor(best.run.rules.model, older)} run={best.run} {...strip} />
            )}
          </div>
        )}
        {runs.map((each, index) => (
          <CacheRules key={index} rules={each.rules} />
        ))}
      </div>
    </div>
  );
}

function Optimum({
  best,
  isApplied,
  of,
  shown,
}: {
  readonly best: OptimumView;
  readonly isApplied: boolean;
  readonly of: Shown;
  readonly shown: Shown;
}) {
  const { cache, actions } = useApp();
  const { breakpoints, end, saving, savedCost } = best;
  const { model } = best.run.rules;
  const isNone = breakpoints.length === 0 && end === 'off';
  const saved =
    saving === null
      ? words.currentRefused
      : saving < 0.0005
        ? words.currentCostNoMore
        : words.saves(percent(saving), savedCost === null ? '' : ` (${dollars(savedCost)})`);
  return (
    <p className="optimum" role="status">
      <OlderMark of={of.inspection.revision} now={shown.inspection.revision} />
      {isNone ? (
        words.suggestedNone(model)
      ) : (
        <>
          {words.suggestedPlaces(model)}{' '}
          {breakpoints.map(({ id, after, ttl }, index) => (
            <span key={id}>
              {words.afterPlace(index > 0 ? ', ' : '')}{' '}
              <button type="button" className="link" onClick={() => actions.select(after)}>
                {nodeName(of.inspection.document, after)}
              </button>{' '}
              ({ttl})
            </span>
          ))}
          {end === 'off' ? '' : words.movingOne(breakpoints.length > 0 ? words.and : '', end)}. {saved}{' '}
          <button
            type="button"
            className="link"
            onClick={() => void cache.apply(isApplied ? null : best).catch(actions.report)}
          >
            {isApplied ? words.stopTrying : words.tryThem}
          </button>
        </>
      )}
    </p>
  );
}
