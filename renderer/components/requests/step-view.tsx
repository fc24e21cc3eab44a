import { visible } from '../../../shared/basics/invisible';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import {
  changesText,
  lostText,
  predictedText,
  reportedTexts,
  stepCost,
  stepRate,
  type SequenceStep,
} from '../../model/compare/sequence';
import { stepViewWords as words } from '../../words/panels/requests';

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
  /** Reasons that the text of the loss does not give already. */
  const whys = predicted?.why.filter((why) => why !== lost?.why) ?? [];
  return (
    <aside className="answer" aria-label={words.request(number)}>
      <div className="answer-head">
        <b>{words.request(number)}</b>
        <span className="help">{words.read(stepCost(step), stepRate(step))}</span>
        <span className="bar-space" />
        {continues === null ? null : (
          <button type="button" className="quiet" onClick={() => onCompare(continues)}>
            {words.compareWith(continues)}
          </button>
        )}
      </div>
      <div className="answer-body">
        <p className="answer-text">
          {continues === null ? words.continuesNone : words.againstRequest(continues, changesText(changes))}
        </p>
        {changed === null ? null : (
          <figure className="answer-edit">
            <figcaption>
              <button type="button" className="link" onClick={() => actions.select(changed.node)}>
                {visible(changed.name)}
              </button>
              <span className="help"> {words.line(formatNumber(changed.line))}</span>
            </figcaption>
            <del>{visible(changed.lineBefore)}</del>
            <ins>{visible(changed.lineAfter)}</ins>
          </figure>
        )}
        {predicted === null ? null : (
          <p className="help" title={words.readWrittenUncached}>
            {words.predicted(predictedText(step))}
            {step.reported === null ? '' : words.reported(reportedTexts(step))}
          </p>
        )}
        {parameters.length === 0 ? null : (
          <ul aria-label={words.parameters}>
            {parameters.map(({ name, before, after }) => (
              <li key={name}>
                <b>{visible(name)}</b>: {visible(before ?? words.notSet)} → {visible(after ?? words.notSet)}
              </li>
            ))}
          </ul>
        )}
        {lost === null || lost.tokens.high === 0 ? null : <p className="finding-warning">{visible(lostText(lost))}</p>}
        {disagreements.length === 0 ? null : (
          <ul aria-label={words.otherThanPredicted}>
            {disagreements.map(({ what, why }) => (
              <li key={what}>
                <b>≠ {what}</b> {visible(why)}
              </li>
            ))}
          </ul>
        )}
        {whys.length === 0 ? null : (
          <ul className="help" aria-label={words.why}>
            {whys.map((why) => (
              <li key={why}>{visible(why)}</li>
            ))}
          </ul>
        )}
      </div>
    </aside>
  );
}
