import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { staleNoteWords as words } from '../../words/panes/prompt';

/** Says that the prompt on screen is the last good one, and where the problem is. */
export function StaleNote({ inspection }: { readonly inspection: Inspection }) {
  const { actions } = useApp();
  if (!inspection.stale && inspection.usable) return null;
  const cause = inspection.findings.find((finding) => finding.severity === 'error');
  const place = cause?.place;
  return (
    <div className="note note-stale" role="status">
      <strong>{inspection.stale ? words.stale : words.noPrompt}</strong>
      <span>
        {inspection.stale ? words.lastGood : words.nothingToSend}
        {cause === undefined ? '' : ` ${cause.message}`}
      </span>
      {place === undefined ? null : (
        <button type="button" className="link" onClick={() => void actions.goTo(place.source, place.span, true)}>
          {words.showThePlace}
        </button>
      )}
    </div>
  );
}
