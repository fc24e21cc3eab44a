import type { Analysis } from '../../../shared/analysis/types';
import type { Inspection } from '../../../shared/ipc/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { Count } from '../basics/count';

interface Props {
  readonly sizes: NonNullable<Inspection['panels']['sizes']>;
  readonly analysis: Analysis;
}

/** The design's own size estimates for its sections, beside the measured sizes. */
export function SizesPanel({ sizes, analysis }: Props) {
  const { actions } = useApp();
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col">Estimate of the design</th>
          <th scope="col" className="number">
            Characters now
          </th>
          <th scope="col" className="number">
            Tokens now
          </th>
        </tr>
      </thead>
      <tbody>
        {sizes.rows.map((row) => {
          const count = row.node === undefined ? undefined : analysis.tokens[row.node];
          return (
            <tr key={row.name}>
              <td>
                {row.node === undefined ? (
                  row.name
                ) : (
                  <button type="button" className="link" onClick={() => actions.select(row.node ?? null)}>
                    {row.name}
                  </button>
                )}
              </td>
              <td>{row.estimate}</td>
              <td className="number" title={`${formatNumber(row.characters)} characters, counted exactly`}>
                {formatNumber(row.characters)} =
              </td>
              <td className="number">{count === undefined ? '–' : <Count count={count} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
