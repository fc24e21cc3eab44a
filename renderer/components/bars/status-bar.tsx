import { useStore } from 'zustand';
import { useApp } from '../../context';
import { causeText } from '../../model/cause-text';
import { stepText } from '../../model/compare/request-step';
import { formatNumber, hasActiveText, windowAlarm } from '../../model/counts';
import type { Shown } from '../../stores/inspection';
import { CacheStatus } from '../cache/cache-status';
import { Count } from '../basics/count';

const howMany = (count: number, noun: string): string => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

export function StatusBar({ shown: { inspection, step } }: { readonly shown: Shown }) {
  const { analysis, builtIn, watching, sources } = inspection;
  const cause = causeText(inspection.cause, inspection.specs);
  const alarm = windowAlarm(analysis);
  const dirty = sources.filter((source) => source.dirty).length;
  return (
    <footer className="status-bar" aria-label="Status">
      {alarm === null ? null : (
        <span role="alert" className={`window-alarm finding-${alarm.severity}`}>
          {alarm.text}
        </span>
      )}
      {hasActiveText(analysis) ? (
        <span
          data-testid="before-active"
          title="Tokens before the first text that changes with every request. What of them is cached: see Cache."
        >
          <Count count={analysis.cacheable} unit="before active text" />
        </span>
      ) : null}
      <CacheStatus inspection={inspection} isStep={step !== null} />
      {step === null ? (
        <span>
          rebuilt in {builtIn < 1 ? '<1' : Math.round(builtIn)} ms after {cause}
        </span>
      ) : (
        <span data-testid="step">{stepText(step)}</span>
      )}
      <span>
        watching {howMany(sources.length, 'file')} in {howMany(watching, 'folder')}
      </span>
      {dirty === 0 ? null : <span className="status-dirty">{dirty} unsaved</span>}
      <JournalMark />
      {inspection.stale ? <span className="status-stale">stale</span> : null}
      <span className="status-right">
        {analysis.model.label} · revision {inspection.revision}
      </span>
    </footer>
  );
}

/** Shown only while unsaved edits would not survive a crash. */
function JournalMark() {
  const problem = useStore(useApp().journal.store, (state) => state.problem);
  if (problem === null) return null;
  const advice =
    'Strata keeps what you type in its own folder until you save. Right now it cannot, so a crash ' +
    'would lose it: save your files.';
  return (
    <span className="status-stale" role="alert" title={advice}>
      unsaved edits are not safe from a crash: {problem}
    </span>
  );
}
