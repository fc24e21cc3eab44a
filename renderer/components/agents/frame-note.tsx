import { visible } from '../../../shared/basics/invisible';
import { lacksFrame } from '../../../shared/document/lacks-frame';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';

interface Props {
  readonly inspection: Inspection;
  readonly onCompare: (session: string) => void;
}

/** Where the agent's own prompt is known from, or how to learn it. */
export function FrameNote({ inspection, onCompare }: Props) {
  const { view } = useApp();
  const { document, panels, architectures, architecture } = inspection;
  const shown = architectures.find(({ id }) => id === architecture);
  if (shown?.kind !== 'agent') return null;
  const { frame } = panels;
  if (frame === undefined)
    return lacksFrame(document) ? (
      <p className="panel-lead">
        {shown.title}’s own prompt is not known here: totals are without it. A capture of one run teaches it (finding
        “frame-missing” has the command).
      </p>
    ) : null;
  const { version, session, folder, at, hash, earlier } = frame;
  return (
    <p className="panel-lead">
      <span title={`Without what varies by run: sha256 ${hash}`}>
        <i className="hatch-swatch" aria-hidden="true" /> {shown.title} {version ?? '(unknown version)'}: its own prompt
        was learned from session {session}, {at.slice(0, 10)}
        {folder === null ? '' : `, in ${visible(folder)}`}.
      </span>{' '}
      <button
        type="button"
        className="link"
        title="Compares what is built now with what the agent sent then"
        onClick={() => onCompare(session)}
      >
        Built = sent?
      </button>{' '}
      {earlier === undefined ? null : (
        <button
          type="button"
          className="link"
          title="Sections, tokens and cache cost, in Changes: choose “Learned from” as what to compare with"
          onClick={() => view.showPanel('changes')}
        >
          It differs from {earlier.version ?? 'the one before'}: compare
        </button>
      )}
    </p>
  );
}
