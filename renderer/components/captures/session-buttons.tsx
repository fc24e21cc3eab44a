import type { SessionInfo } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { useCaptures } from './use-captures';

/** Gives a copy of a session away, or deletes it. */
export function SessionButtons({ session }: { readonly session: SessionInfo }) {
  const { captures } = useApp();
  const isRunning = useCaptures((state) => state.list?.running?.id === session.id);
  const started = new Date(session.startedAt).toLocaleString();
  return (
    <>
      <button
        type="button"
        className="quiet"
        aria-label={`Export the session of ${started}…`}
        title="Copies it to a new folder, with secrets and ids masked"
        onClick={() => void captures.exportCopy(session.id)}
      >
        Export…
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={`Delete the session of ${started}…`}
        title={isRunning ? 'End the capture first' : 'Asks before it deletes'}
        disabled={isRunning}
        onClick={() => void captures.remove(session.id)}
      >
        Delete…
      </button>
    </>
  );
}
