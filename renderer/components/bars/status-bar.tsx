import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../context';
import { causeText } from '../../model/cause-text';
import { stepText } from '../../model/compare/request-step';
import { formatNumber, windowAlarm } from '../../model/counts';
import { stableStart } from '../../model/stable-start';
import type { Shown } from '../../stores/inspection';
import { CacheStatus } from '../cache/cache-status';
import { Count } from '../basics/count';
import { statusBarWords as words } from '../../words/window/bars';

export function StatusBar({ shown: { inspection, step } }: { readonly shown: Shown }) {
  const { analysis, builtIn, watching, sources } = inspection;
  const cause = causeText(inspection.cause, inspection.specs);
  const stable = useMemo(() => stableStart(inspection), [inspection]);
  const alarm = windowAlarm(analysis);
  const dirty = sources.filter((source) => source.dirty).length;
  return (
    <footer className="status-bar" aria-label={words.status}>
      {alarm === null ? null : (
        <span role="alert" className={`window-alarm finding-${alarm.severity}`}>
          {alarm.text}
        </span>
      )}
      {stable === undefined ? null : (
        <span data-testid="before-active" title={words.stableTokensHint}>
          <Count count={stable} unit={words.beforeActiveText} />
        </span>
      )}
      <CacheStatus inspection={inspection} isStep={step !== null} />
      {step === null ? (
        <span>
          {words.rebuiltIn} {builtIn < 1 ? '<1' : Math.round(builtIn)} {words.msAfter(cause)}
        </span>
      ) : (
        <span data-testid="step">{stepText(step)}</span>
      )}
      <span>{words.watchingIn(words.files(formatNumber(sources.length)), words.folders(formatNumber(watching)))}</span>
      {dirty === 0 ? null : <span className="status-dirty">{words.unsaved(dirty)}</span>}
      <JournalMark />
      {inspection.stale ? <span className="status-stale">{words.stale}</span> : null}
      <span className="status-right">{words.revision(analysis.model.label, inspection.revision)}</span>
    </footer>
  );
}

/** Shown only while unsaved edits would not survive a crash. */
function JournalMark() {
  const problem = useStore(useApp().journal.store, (state) => state.problem);
  if (problem === null) return null;
  const advice = words.unsafeHint;
  return (
    <span className="status-stale" role="alert" title={advice}>
      {words.unsafe(problem)}
    </span>
  );
}
