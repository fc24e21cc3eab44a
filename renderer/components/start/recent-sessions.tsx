import { useEffect } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { SessionInfo } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { useCaptures } from '../captures/use-captures';
import { recentSessionsWords as words } from '../../words/window/start';

/** Older sessions are in the Sessions panel. */
const mostSessions = 5;

/** What was captured, newest first; a click shows its newest request, with all others in the Sessions panel. */
export function RecentSessions({ onMore }: { readonly onMore: () => void }) {
  const { captures, view } = useApp();
  const list = useCaptures((state) => state.list);
  useEffect(() => {
    void captures.load();
  }, [captures]);
  const sessions = (list?.sessions ?? []).filter(({ exchanges }) => exchanges > 0);
  if (sessions.length === 0) return null;
  return (
    <section>
      <h2>{words.capturedSessions}</h2>
      <ul className="start-list">
        {sessions.slice(0, mostSessions).map((session) => (
          <li key={session.id}>
            <button
              type="button"
              onClick={() => {
                view.showPanel('sessions');
                void captures.follow(session.id);
              }}
            >
              <span className="start-name">{visible(session.agent ?? words.unknownAgent)}</span>
              <span className="start-note">
                {words.session(
                  list?.running?.id === session.id ? words.running : '',
                  session.exchanges === 1 ? words.oneRequest : words.requests(formatNumber(session.exchanges)),
                  when(session),
                  session.folder === null ? '' : ` · ${visible(session.folder)}`,
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {sessions.length > mostSessions ? (
        <button type="button" className="link" onClick={onMore}>
          {words.allSessions(formatNumber(sessions.length + (list?.older ?? 0)))}
        </button>
      ) : null}
    </section>
  );
}

function when({ startedAt }: SessionInfo): string {
  const at = new Date(startedAt);
  return Number.isNaN(at.getTime())
    ? startedAt
    : at.toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
}
