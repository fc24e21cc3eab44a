import { visible } from '../../../shared/basics/invisible';
import { lacksFrame } from '../../../shared/document/lacks-frame';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { frameNoteWords as words } from '../../words/panes/agents';

interface Props {
  readonly inspection: Inspection;
  readonly onCompare: (session: string) => void;
}

/** Says from which capture the agent's own prompt was learned, or how to learn it. */
export function FrameNote({ inspection, onCompare }: Props) {
  const { view } = useApp();
  const { document, panels, architectures, architecture, findings } = inspection;
  const shown = architectures.find(({ id }) => id === architecture);
  if (shown?.kind !== 'agent') return null;
  const { frame } = panels;
  if (frame === undefined)
    return lacksFrame(document) ? (
      <p className="panel-lead">
        {words.ownPromptUnknown(shown.title, findings.find(({ ruleId }) => ruleId === 'frame-missing')?.message)}
      </p>
    ) : null;
  const { version, session, folder, at, hash, earlier } = frame;
  return (
    <p className="panel-lead">
      <span title={words.hash(hash)}>
        <i className="hatch-swatch" aria-hidden="true" /> {shown.title} {version ?? words.unknownVersion}
        {words.learnedFrom(session, at.slice(0, 10), folder === null ? '' : words.inFolder(visible(folder)))}
      </span>{' '}
      <button type="button" className="link" title={words.builtSentHint} onClick={() => onCompare(session)}>
        {words.builtSent}
      </button>{' '}
      {earlier === undefined ? null : (
        <button
          type="button"
          className="link"
          title={words.compareHint}
          onClick={() => {
            view.compareWith(`setting:frame=${earlier.session}`);
            view.showPanel('changes');
          }}
        >
          {words.differsFrom} {earlier.version ?? words.oneBefore}
          {words.compare}
        </button>
      )}
    </p>
  );
}
