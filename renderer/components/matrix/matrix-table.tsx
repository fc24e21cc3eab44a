import { visible } from '../../../shared/document/invisible';
import type { Inspection } from '../../../shared/ipc/inspection';
import type { Matrix, MatrixRow } from '../../../shared/ipc/matrix';
import { formatNumber, share } from '../../model/counts';
import {
  isShown,
  repeatedHashes,
  valueLabel,
  variantLabel,
  type AxisChoice,
  type MatrixColumn,
  type NumberedRow,
} from '../../model/compare/matrix';
import { Count } from '../basics/count';

interface Props {
  readonly matrix: Matrix;
  readonly axes: readonly AxisChoice[];
  readonly inspection: Inspection;
  readonly rows: readonly NumberedRow[];
  readonly by: MatrixColumn;
  readonly onSort: (by: MatrixColumn) => void;
  readonly picked: readonly number[];
  readonly onPick: (index: number) => void;
  readonly onOpen: (row: MatrixRow) => void;
}

const titles: readonly (readonly [MatrixColumn, string, string])[] = [
  ['tokens', 'Tokens', 'Largest first'],
  ['findings', 'Findings', 'Errors, warnings and notes, as the Findings panel would list them'],
  ['shared', 'Shared start', 'Characters it shares, from the start, with the variant most like it'],
  ['hash', 'Hash', 'Equal for requests that are equal'],
];

export function MatrixTable({ matrix, axes, inspection, rows, by, onSort, picked, onPick, onOpen }: Props) {
  const repeated = repeatedHashes(matrix.rows);
  const most = matrix.rows.reduce((largest, { tokens }) => Math.max(largest, tokens.tokens), 0);
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Variants">
      <table className="data-table matrix-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="only-heard">Compare</span>
            </th>
            {matrix.axes.map(({ name }) => (
              <th key={name} scope="col">
                <button type="button" className="sort" onClick={() => onSort('order')}>
                  {axes.find((axis) => axis.name === name)?.label ?? name}
                </button>
              </th>
            ))}
            {titles.map(([column, title, help]) => (
              <th
                key={column}
                scope="col"
                className={column === 'hash' ? '' : 'number'}
                aria-sort={by === column ? 'descending' : 'none'}
              >
                <button
                  type="button"
                  className="sort"
                  title={help}
                  onClick={() => onSort(by === column ? 'order' : column)}
                >
                  {title}
                  {by === column ? ' ▾' : ''}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const label = variantLabel(matrix, axes, row);
            const current = isShown(inspection, row);
            return (
              <tr
                key={row.index}
                className={`${current ? 'is-current' : ''}${row.usable ? '' : ' is-broken'}`}
                aria-current={current}
              >
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Compare ${label}`}
                    checked={picked.includes(row.index)}
                    onChange={() => onPick(row.index)}
                  />
                </td>
                {matrix.axes.map(({ name }, at) => (
                  <td key={name}>
                    {at === 0 ? (
                      <button
                        type="button"
                        className="row-open"
                        title={`Open ${label}`}
                        aria-label={`Open ${label}`}
                        onClick={() => onOpen(row)}
                      >
                        {visible(valueLabel(axes, name, row.settings[name] ?? null))}
                      </button>
                    ) : (
                      visible(valueLabel(axes, name, row.settings[name] ?? null))
                    )}
                  </td>
                ))}
                <td className="number">
                  <span className="bar" aria-hidden="true">
                    <i style={{ width: `${share(row.tokens.tokens, most) * 100}%` }} />
                  </span>{' '}
                  <Count count={row.tokens} />
                </td>
                <td className="number">
                  <Findings findings={row.findings} usable={row.usable} />
                </td>
                <td className="number">{formatNumber(row.shared)}</td>
                <td>
                  <code>{row.hash.slice(0, 8)}</code>
                  {repeated.has(row.hash) ? (
                    <span className="help" title="Another variant makes the very same request">
                      {' '}
                      repeated
                    </span>
                  ) : (
                    ''
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Findings({ findings, usable }: Pick<MatrixRow, 'findings' | 'usable'>) {
  const { error, warning, info } = findings;
  if (error + warning + info === 0) return <span className="help">{usable ? '–' : 'no prompt'}</span>;
  return (
    <>
      {error === 0 ? null : (
        <span className="finding-error" title={`${error} errors`}>
          <span className="sign" aria-label="errors">
            ✕
          </span>{' '}
          {error}{' '}
        </span>
      )}
      {warning === 0 ? null : (
        <span className="finding-warning" title={`${warning} warnings`}>
          <span className="sign" aria-label="warnings">
            !
          </span>{' '}
          {warning}{' '}
        </span>
      )}
      {info === 0 ? null : (
        <span className="finding-info" title={`${info} notes`}>
          <span className="sign" aria-label="notes">
            i
          </span>{' '}
          {info}
        </span>
      )}
    </>
  );
}
