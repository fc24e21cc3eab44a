import { visible } from '../../../shared/basics/invisible';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { changesText, lostText, stepCost, stepRate, type SequenceStep } from '../../model/compare/sequence';

/** The chosen request beside the table: what differs from the one it continues, what that broke, and why. */
export function StepView({
  step,
  onCompare,
}: {
  readonly step: SequenceStep;
  /** Takes the number of the request to compare with. */
  readonly onCompare: (number: number) => void;
}) {
  const { actions } = useApp();
  const { number, continues, changes, changed, parameters, lost, predicted, disagreements } = step;
  return (
    <aside className="answer" aria-label={`Request ${number}`}>
      <div className="answer-head">
        <b>Request {number}</b>
        <span className="help">
          {stepCost(step)} · {stepRate(step)} read
        </span>
        <span className="bar-space" />
        {continues === null ? null : (
          <button type="button" className="quiet" onClick={() => onCompare(continues)}>
            Compare with {continues}
          </button>
        )}
      </div>
      <div className="answer-body">
        <p className="answer-text">
          {continues === null
            ? 'It continues no earlier request of this file.'
            : `Against request ${continues}: ${changesText(changes)}.`}
        </p>
        {changed === null ? null : (
          <figure className="answer-edit">
            <figcaption>
              <button type="button" className="link" onClick={() => actions.select(changed.node)}>
                {visible(changed.name)}
              </button>
              <span className="help"> line {formatNumber(changed.line)}</span>
            </figcaption>
            <del>{visible(changed.lineBefore)}</del>
            <ins>{visible(changed.lineAfter)}</ins>
          </figure>
        )}
        {parameters.length === 0 ? null : (
          <ul aria-label="Changed parameters">
            {parameters.map(({ name, before, after }) => (
              <li key={name}>
                <b>{visible(name)}</b>: {visible(before ?? 'not sent')} → {visible(after ?? 'not sent')}
              </li>
            ))}
          </ul>
        )}
        {lost === null || lost.tokens.high === 0 ? null : (
          <p className="finding-warning">
            {lostText(lost)} {visible(lost.why)}
          </p>
        )}
        {disagreements.length === 0 ? null : (
          <ul aria-label="Reported other than predicted">
            {disagreements.map(({ what, why }) => (
              <li key={what}>
                <b>≠ {what}</b> {visible(why)}
              </li>
            ))}
          </ul>
        )}
        {predicted === null || predicted.why.length === 0 ? null : (
          <ul className="help" aria-label="Why">
            {predicted.why.map((why) => (
              <li key={why}>{visible(why)}</li>
            ))}
          </ul>
        )}
      </div>
    </aside>
  );
}
