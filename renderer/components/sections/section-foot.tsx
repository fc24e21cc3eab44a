/** What stands under the list of sections: the reason of the selected row, and the total. */
import type { TokenCount } from '../../../shared/analysis/types';
import type { Bridge } from '../../../shared/ipc/contract';
import { differenceText } from '../../model/captures/reported-rows';
import type { RequestStep } from '../../model/compare/request-step';
import { formatNumber, type windowAlarm } from '../../model/counts';
import type { Row } from '../../model/sections/row';
import type { Shown } from '../../stores/inspection';
import { sectionTreeWords as words } from '../../words/panes/sections';
import { Count } from '../basics/count';
import { LetIn } from './left-out';

/** The full reason of the selected row. Rows cut it, and a tooltip needs a mouse. */
export function Reason({
  row,
  onCreate,
  shown,
  bridge,
}: {
  readonly row: Row | undefined;
  readonly onCreate: (path: string) => void;
  readonly shown: Shown;
  readonly bridge: Bridge;
}) {
  if (row === undefined || row.detail === '') return null;
  const { missing } = row;
  return (
    <p className="sections-reason" role="status">
      <strong>{row.name}</strong> {row.kind === 'omitted' && row.isUnknown !== true ? words.isLeftOut : ''}
      {row.detail}
      {row.kind === 'omitted' && row.count !== null && row.count.tokens > 0 ? (
        <>
          {words.itWouldAdd} <Count count={row.count} />
        </>
      ) : null}
      {missing === undefined ? null : (
        <>
          {' '}
          <button type="button" className="link" onClick={() => onCreate(missing)}>
            {words.create(missing)}
          </button>
        </>
      )}
      {row.kind !== 'omitted' || row.isUnknown === true || row.node === null || missing !== undefined ? null : (
        <>
          {'. '}
          <LetIn node={row.node} reason={row.detail} inspection={shown.inspection} bridge={bridge} />
        </>
      )}
    </p>
  );
}

export function Total({
  count,
  reported,
  isPart,
  isRebuilt,
  changed,
  added,
  step,
  alarm,
}: {
  readonly count: TokenCount;
  readonly reported: TokenCount | null;
  /** Without the agent's own prompt. */
  readonly isPart: boolean;
  /** Read from a log that lacks some of what was sent. */
  readonly isRebuilt: boolean;
  readonly changed: number;
  readonly added: number;
  readonly step: RequestStep | null;
  readonly alarm: ReturnType<typeof windowAlarm>;
}) {
  return (
    <footer className="sections-foot">
      <p className={`sections-total${alarm === null ? '' : ` finding-${alarm.severity}`}`} title={alarm?.text}>
        <span
          title={
            changed + added === 0
              ? undefined
              : step === null
                ? words.changedFromBuild
                : words.changedFromRequest(step.from)
          }
        >
          {words.total(
            changed === 0 ? '' : words.changed(formatNumber(changed)),
            added === 0 ? '' : words.added(formatNumber(added)),
          )}
        </span>
        <span>
          <Count count={count} />
          {isPart ? <span title={words.notKnown}> + ?</span> : null}
        </span>
      </p>
      {reported === null ? null : (
        <p className="sections-reported" title={isRebuilt ? words.theLogDoesNotHold : words.theRowsAreCountedHere}>
          <span>{words.reported(differenceText(reported, count))}</span>
          <Count count={reported} />
        </p>
      )}
    </footer>
  );
}
