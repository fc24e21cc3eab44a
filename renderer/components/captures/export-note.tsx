import { visible } from '../../../shared/basics/invisible';
import { useApp } from '../../context';
import { useCaptures } from './use-captures';
import { exportNoteWords as words } from '../../words/panels/captures';

/** What the last export contains and leaves out. It stays until the user closes it. */
export function ExportNote() {
  const { captures } = useApp();
  const exported = useCaptures((state) => state.exported);
  if (exported === null) return null;
  return (
    <div className="export-note" role="status">
      <p>{exported.map(visible).join(' ')}</p>
      <button type="button" className="quiet" onClick={() => captures.forgetExport()}>
        {words.dismiss}
      </button>
    </div>
  );
}
