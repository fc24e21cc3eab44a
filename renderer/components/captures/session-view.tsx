import { useEffect, useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { FollowedRows } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { sessionAnswer } from '../../model/panels/request-answers';
import { PanelAnswer } from '../panels/panel-answer';
import { CaptureLines } from './capture-start';
import { ExportNote } from './export-note';
import { RequestAnswerView } from './request-answer';
import { SessionBillView } from './session-bill';
import { SessionButtons } from './session-buttons';
import { SessionRows } from './session-rows';
import { useCaptures } from './use-captures';
import { sessionViewWords as words } from '../../words/panels/captures';

/** A followed session: its requests as rows, and beside them the chosen request or the whole bill. */
export function SessionView({ followed }: { readonly followed: FollowedRows }) {
  const { captures } = useApp();
  const [side, setSide] = useState<'request' | 'bill'>('request');
  const running = useCaptures((state) => state.list?.running ?? null);
  const isPinned = useCaptures((state) => state.isPinned);
  const withSide = useCaptures((state) => state.withSide);
  const { session, rows } = followed;
  const isRunning = running?.id === session.id;
  const sides = rows.filter(({ isSide, model }) => isSide || model === null).length;
  useEffect(() => {
    if (side === 'bill') void captures.loadSummary();
  }, [captures, side]);
  return (
    <div className="session">
      <PanelAnswer answer={sessionAnswer(rows, session.endedAt !== null)} />
      <div className="session-head">
        <button type="button" className="quiet" onClick={() => void captures.follow(null)}>
          {words.allSessions}
        </button>
        <span className="session-title" title={session.id}>
          {visible(session.agent ?? words.anyAgent)}
        </span>
        <span className="bar-space" />
        {sides === 0 ? null : (
          <label className="checkbox">
            <input type="checkbox" checked={withSide} onChange={() => captures.showSide(!withSide)} />{' '}
            {sides === 1 ? words.oneSideRequest : words.sideRequests(sides)}
          </label>
        )}
        {isPinned ? (
          <button type="button" className="quiet" onClick={() => void captures.unpin()} title={words.unpinHint}>
            {words.unpin}
          </button>
        ) : null}
        <button
          type="button"
          className="quiet"
          aria-pressed={side === 'bill'}
          onClick={() => setSide(side === 'bill' ? 'request' : 'bill')}
        >
          {words.bill}
        </button>
        {isRunning ? (
          <button type="button" className="quiet" onClick={() => void captures.stop()}>
            {words.endCapture}
          </button>
        ) : null}
        <SessionButtons session={session} />
      </div>
      <ExportNote />
      {!isRunning || running?.problem == null ? null : (
        <p className="session-problem" role="alert">
          {words.problem(visible(running.problem))}
        </p>
      )}
      <SessionNotes notes={session.notes} />
      {isRunning && running !== null && rows.length === 0 ? (
        <CaptureLines running={running} />
      ) : (
        <div className="split">
          <div className="split-main">
            <SessionRows session={session.id} rows={rows} />
          </div>
          {side === 'bill' ? <SessionBillView /> : <RequestAnswerView />}
        </div>
      )}
    </div>
  );
}

/** What the capture noted about the whole session: what it dropped, refused, or changed in the agent. */
function SessionNotes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="session-notes">
      <summary>{notes.length === 1 ? words.oneNote : words.notes(formatNumber(notes.length))}</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{visible(note)}</li>
        ))}
      </ul>
    </details>
  );
}
