import { visible } from '../../../shared/basics/invisible';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';

/** Says what is shown when a request was laid over the folder. */
export function TracedNote({ inspection }: { readonly inspection: Inspection }) {
  const { requests } = useApp();
  const { traced } = inspection.panels;
  if (traced === undefined) return null;
  const { name, matched, total, files } = traced;
  const share = total === 0 ? 0 : Math.round((100 * matched) / total);
  const inFiles = files.length === 1 ? 'one file' : `${formatNumber(files.length)} files`;
  return (
    <div className="note note-traced" role="status">
      <span>
        {visible(name)}, with the files as they are now.{' '}
        <span
          title={`${formatNumber(matched)} of ${formatNumber(total)} characters; what the model said is not traced`}
        >
          {matched === 0 ? 'None of its text stood in files here' : `${share} % of its text stood in ${inFiles} here`}
        </span>{' '}
        when it was traced; the rest is the agent’s own.
      </span>
      <span className="bar-space" />
      <button
        type="button"
        className="quiet"
        title="Looks in the files as they are now"
        onClick={() => void requests.trace(null)}
      >
        Trace again
      </button>
    </div>
  );
}
