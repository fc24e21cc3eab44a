import { useMemo } from 'react';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { axisChoices, combinationCount, variantLabel } from '../../model/compare/matrix';
import { matrixAnswer } from '../../model/panels/request-answers';
import { PanelAnswer } from '../panels/panel-answer';
import { MatrixAxes } from './matrix-axes';
import { MatrixTable } from './matrix-table';
import { RequestPair, type Side } from '../requests/request-pair';
import { usePicks } from '../requests/request-picks';
import { chosenAxes } from '../../stores/requests';
import { useRequests } from '../requests/use-requests';
import { matrixPanelWords as words } from '../../words/panels/compare';

/** Every combination of the chosen settings: its tokens, its findings, and what it shares with the others. */
export function MatrixPanel({ inspection, bridge }: { readonly inspection: Inspection; readonly bridge: Bridge }) {
  const { actions } = useApp();
  const run = useRequests((state) => state.run);
  const { picked, toggle, clear } = usePicks();
  const axes = useMemo(() => axisChoices(inspection), [inspection]);
  const matrix = run?.matrix;
  const over = chosenAxes(
    useRequests((state) => state.over),
    inspection,
  );
  const side = (index: number): Side => {
    const row = matrix?.rows[index];
    return row === undefined || matrix === undefined
      ? { label: '', settings: {} }
      : { label: variantLabel(matrix, axes, row), settings: row.settings };
  };
  const [first, second] = picked;
  const isPair =
    matrix !== undefined &&
    first !== undefined &&
    second !== undefined &&
    matrix.rows[first] !== undefined &&
    matrix.rows[second] !== undefined;
  return (
    <div className="split">
      <div className="split-main">
        <PanelAnswer answer={matrixAnswer(matrix, combinationCount(axes, over))} />
        <MatrixAxes inspection={inspection} axes={axes} onRun={clear} />
        {matrix === undefined || run === null ? (
          <p className="empty-note">{words.howTo}</p>
        ) : (
          <>
            {run.old ? (
              <p className="panel-lead finding-warning" role="status">
                {words.older(run.revision)}
              </p>
            ) : null}
            <MatrixTable
              matrix={matrix}
              axes={axes}
              inspection={inspection}
              picked={picked}
              onPick={toggle}
              onOpen={(row) => void actions.configure({ settings: row.settings })}
            />
          </>
        )}
      </div>
      {isPair ? (
        <RequestPair bridge={bridge} before={side(first)} after={side(second)} from={matrix} onClose={clear} />
      ) : null}
    </div>
  );
}
