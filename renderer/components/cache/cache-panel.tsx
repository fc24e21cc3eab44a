import { lacksFrame } from '../../../shared/document/lacks-frame';
import { useApp } from '../../context';
import type { Answer } from '../../model/panels/answer';
import { editAnswer, ofPart, placementAnswer, turnsAnswer, volatilityAnswer } from '../../model/panels/cache-answers';
import { cacheViewHelp, cacheViewTitles } from '../../model/panels/cache-words';
import { pinBuild } from '../../pin';
import { cacheViews, type CacheState } from '../../stores/cache';
import type { Shown } from '../../stores/inspection';
import { PanelAnswer } from '../panels/panel-answer';
import { CacheAssumption } from './cache-assumption';
import { VolatilityView } from './volatility';
import { CachePlacement } from './cache-placement';
import { CacheRequest } from './cache-request';
import { CacheTurns } from './turns/cache-turns';
import { useCache } from './use-cache';
import { cachePanelWords as words } from '../../words/panels/cache';

/**
 * What the next request costs; what a session costs; what changes the prompt without an edit; where breakpoints should
 * be.
 */
export function CachePanel({ shown }: { readonly shown: Shown }) {
  const { cache } = useApp();
  const state = useCache((each) => each);
  const { view } = state;
  return (
    <div className="cache">
      <PanelAnswer answer={answerOf(state, shown)}>{view === 'request' ? <CacheAssumption /> : null}</PanelAnswer>
      <header className="cache-head">
        <div className="segments" role="group" aria-label={words.views}>
          {cacheViews.map((name) => (
            <button
              key={name}
              type="button"
              className="segment"
              aria-pressed={name === view}
              title={cacheViewHelp[name]}
              onClick={() => cache.show(name)}
            >
              {cacheViewTitles[name]}
            </button>
          ))}
        </div>
        <CacheActions />
      </header>
      <div className="cache-body">
        {view === 'request' ? (
          <CacheRequest shown={shown} />
        ) : view === 'turns' ? (
          <CacheTurns shown={shown} />
        ) : view === 'moves' ? (
          <VolatilityView shown={shown} />
        ) : (
          <CachePlacement shown={shown} />
        )}
      </div>
    </div>
  );
}

function answerOf({ view, reply, simulation, volatility, optimum }: CacheState, { inspection, step }: Shown): Answer {
  const { method } = inspection.analysis.total;
  const isPart = lacksFrame(inspection.document);
  switch (view) {
    case 'request':
      return reply === null
        ? { text: words.working }
        : editAnswer({
            ...reply,
            method,
            model: inspection.analysis.model.label,
            isStep: step !== null,
            isPart,
          });
    case 'turns':
      return turnsAnswer(simulation === null ? null : simulation.runs.map(({ run }) => run), isPart);
    case 'moves':
      return volatility === null
        ? volatilityAnswer(null, method)
        : ofPart(volatilityAnswer(volatility, method), isPart);
    case 'placement':
      return optimum === null
        ? placementAnswer(null, simulation?.runs[0]?.run)
        : ofPart(placementAnswer(optimum, simulation?.runs[0]?.run), isPart);
  }
}

function CacheActions() {
  const app = useApp();
  const { cache, actions } = app;
  const isWarm = useCache((state) => state.against !== 'nothing');
  const isRecording = useCache((state) => state.recording !== null);
  const run = (work: Promise<void>): void => {
    work.catch(actions.report);
  };
  return (
    <div className="cache-actions">
      <button type="button" className="quiet" title={words.markAsSentHint} onClick={() => run(cache.mark('sent'))}>
        {words.markAsSent}
      </button>
      <button
        type="button"
        className="quiet"
        title={words.pinHint}
        onClick={() => run(pinBuild(app).then(() => (isWarm ? cache.assume('pinned') : undefined)))}
      >
        {words.pin}
      </button>
      <button
        type="button"
        className={`quiet record${isRecording ? ' is-recording' : ''}`}
        aria-pressed={isRecording}
        title={words.recordHint}
        onClick={() => cache.record()}
      >
        <span aria-hidden="true">●</span> {isRecording ? words.stopRecording : words.record}
      </button>
    </div>
  );
}
