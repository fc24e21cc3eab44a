import type { Analysis } from '../../../shared/analysis/types';
import type { UsageFit } from '../../../shared/ipc/cache/cache-view';
import { useApp } from '../../context';
import { describeCorrection, describeFit } from '../../model/correction';
import type { Shown } from '../../stores/inspection';
import { correctionNoteWords as words } from '../../words/window/bars';

/** Says that the counts on screen are corrected, and offers to undo that. */
export function CorrectionNote({ analysis }: { readonly analysis: Analysis }) {
  const { counts } = useApp();
  const { calibration } = analysis;
  if (calibration === undefined) return null;
  return (
    <p className="correction-note">
      <span>{describeCorrection(calibration, analysis)}</span>
      <button type="button" className="quiet" onClick={() => void counts.forget()}>
        {words.forget}
      </button>
    </p>
  );
}

/** Says whether a report can correct the estimates of the build on screen, and offers to do so. */
export function CorrectionOffer({ fit, shown }: { readonly fit: UsageFit; readonly shown: Shown }) {
  const { counts } = useApp();
  return (
    <p className={`correction-offer${fit.fits ? '' : ' is-unfit'}`}>
      <span>{describeFit(fit, shown.inspection.analysis)}</span>
      {fit.fits && !fit.used ? (
        <button type="button" className="quiet" onClick={() => void counts.correct(fit.tokens)}>
          {words.correct}
        </button>
      ) : null}
    </p>
  );
}
