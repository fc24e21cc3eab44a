import { useState } from 'react';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { axisChoices, sortedRows, variantLabel, type MatrixColumn } from '../../model/compare/matrix';
import { MatrixAxes } from './matrix-axes';
import { MatrixTable } from './matrix-table';
import { RequestPair, type Side } from '../requests/request-pair';
import { usePicks } from '../requests/request-picks';
import { useRequests } from '../requests/use-requests';

/** Every combination of the chosen settings: its tokens, its findings, and what it shares with the others. */
export function MatrixPanel({ inspection, bridge }: { readonly inspection: Inspection; readonly bridge: Bridge }) {
  const { actions } = useApp();
  const run = useRequests((state) => state.run);
  const [by, setBy] = useState<MatrixColumn>('order');
  const { picked, toggle, clear } = usePicks();
  const axes = axisChoices(inspection);
  const matrix = run?.matrix;
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
        <MatrixAxes inspection={inspection} axes={axes} onRun={clear} />
        {matrix === undefined || run === null ? (
          <p className="empty-note">
            Choose what to vary and build the variants: one row each, with its tokens, its findings, what it shares with
            the others and its hash.
          </p>
        ) : (
          <>
            <p className="panel-lead" role="status">
              <span>
                {formatNumber(matrix.rows.length)}
                {matrix.rows.length < matrix.combinations ? ` of ${formatNumber(matrix.combinations)}` : ''} variants
                {matrix.stopped
                  ? ', stopped'
                  : matrix.rows.length < matrix.combinations
                    ? ', as many as there is room for'
                    : ''}
              </span>
              <span title="From the start of the request; a cached prefix can be shared no further">
                all share the first {formatNumber(matrix.sharedByAll)} characters
              </span>
              {run.old ? (
                <span className="finding-warning">Of revision {run.revision}: something changed since.</span>
              ) : null}
              <span>{picked.length === 1 ? 'Choose a second one to compare the two.' : ''}</span>
            </p>
            <MatrixTable
              matrix={matrix}
              axes={axes}
              inspection={inspection}
              rows={sortedRows(matrix.rows, by)}
              by={by}
              onSort={setBy}
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
