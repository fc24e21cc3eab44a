import type { Analysis } from '../../../shared/analysis/types';
import { useApp } from '../../context';
import { describeCorrection, formatRatio } from '../../model/correction';
import { correctionMarkWords as words } from '../../words/window/bars';

/** Beside the total: says that it is corrected, and by how much. A click shows the source and offers to forget it. */
export function CorrectionMark({ analysis }: { readonly analysis: Analysis }) {
  const { view } = useApp();
  const { calibration } = analysis;
  if (calibration === undefined) return null;
  return (
    <button
      type="button"
      className="status-corrected"
      data-testid="corrected"
      title={describeCorrection(calibration, analysis)}
      onClick={() => view.showPanel('usage')}
    >
      {words.corrected(formatRatio(calibration.ratio))}
    </button>
  );
}
