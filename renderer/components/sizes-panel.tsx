import type { Inspection } from '../../shared/ipc/inspection';
import { useApp } from '../context';
import { formatNumber } from '../model/counts';

/** The design's own estimates of its sections' sizes against what they are. */
export function SizesPanel({ sizes }: { readonly sizes: NonNullable<Inspection['panels']['sizes']> }) {
  const { actions } = useApp();
  return (
    <table className="plain-table">
      <thead>
        <tr><th scope="col">Section</th><th scope="col">Estimate of the design</th><th scope="col">Characters now</th></tr>
      </thead>
      <tbody>
        {sizes.rows.map((row) => (
          <tr key={row.name}>
            <td>{row.node === undefined ? row.name : <button type="button" className="link" onClick={() => actions.select(row.node ?? null)}>{row.name}</button>}</td>
            <td>{row.estimate}</td>
            <td className="number">{formatNumber(row.characters)} =</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
