import { visible } from '../../../shared/basics/invisible';
import { lacksFrame } from '../../../shared/document/lacks-frame';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { frameNoteWords as words } from '../../words/agents';

interface Props {
  readonly inspection: Inspection;
  readonly onCompare: (session: string) => void;
}

/** Where the agent's own prompt is known from, or how to learn it. */
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
      <span title={words.withoutWhatVariesByRun(hash)}>
        <i className="hatch-swatch" aria-hidden="true" /> {shown.title} {version ?? words.unknownVersion}
        {words.itsOwnPromptWasLearned(session, at.slice(0, 10), folder === null ? '' : words.inFolder(visible(folder)))}
      </span>{' '}
      <button type="button" className="link" title={words.comparesWhatIsBuiltNow} onClick={() => onCompare(session)}>
        {words.builtSent}
      </button>{' '}
      {earlier === undefined ? null : (
        <button
          type="button"
          className="link"
          title={words.sectionsTokensAndCacheCost}
          onClick={() => {
            view.compareWith(`setting:frame=${earlier.session}`);
            view.showPanel('changes');
          }}
        >
          {words.itDiffersFrom} {earlier.version ?? words.theOneBefore}
          {words.compare}
        </button>
      )}
    </p>
  );
}
