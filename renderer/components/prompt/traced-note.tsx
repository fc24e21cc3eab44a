import { visible } from '../../../shared/basics/invisible';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { tracedNoteWords as words } from '../../words/panes/prompt';

/** Says what is shown while a request is traced to the files of a folder. */
export function TracedNote({ inspection }: { readonly inspection: Inspection }) {
  const { requests } = useApp();
  const { traced } = inspection.panels;
  if (traced === undefined) return null;
  const { name, matched, total, files } = traced;
  const share = total === 0 ? 0 : Math.round((100 * matched) / total);
  const inFiles = files.length === 1 ? words.oneFile : words.files(formatNumber(files.length));
  return (
    <div className="note note-traced" role="status">
      <span>
        {words.withFilesNow(visible(name))}{' '}
        <span title={words.shareHint(formatNumber(matched), formatNumber(total))}>
          {matched === 0 ? words.nothingFound : words.share(share, inFiles)}
        </span>{' '}
        {words.whenTraced} {matched === 0 ? '' : words.rest}
      </span>
      <span className="bar-space" />
      <button type="button" className="quiet" title={words.traceAgainHint} onClick={() => void requests.trace(null)}>
        {words.traceAgain}
      </button>
    </div>
  );
}
