import type { SessionInfo } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { useCaptures } from './use-captures';
import { sessionButtonsWords as words } from '../../words/panels/captures';

/** Exports or deletes a session. */
export function SessionButtons({ session }: { readonly session: SessionInfo }) {
  const { captures } = useApp();
  const isRunning = useCaptures((state) => state.list?.running?.id === session.id);
  const started = new Date(session.startedAt).toLocaleString();
  return (
    <>
      <button
        type="button"
        className="quiet"
        aria-label={words.exportSession(started)}
        title={words.exportHint}
        onClick={() => void captures.exportCopy(session.id)}
      >
        {words.export}
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={words.deleteSession(started)}
        title={isRunning ? words.endFirst : words.deleteHint}
        disabled={isRunning}
        onClick={() => void captures.remove(session.id)}
      >
        {words.delete}
      </button>
    </>
  );
}
