import { visible } from '../../../shared/document/invisible';
import type { NodeId } from '../../../shared/document/types';
import { marks } from '../../model/counts';
import {
  changesText,
  partsAt,
  predictedShares,
  rangeText,
  reportedText,
  type SequenceStep,
} from '../../model/compare/sequence';
import { Count } from '../basics/count';

interface Props {
  readonly step: SequenceStep;
  readonly index: number;
  readonly current: boolean;
  readonly picked: boolean;
  readonly onPick: () => void;
  /** `node` is selected in the opened request. */
  readonly onOpen: (node?: NodeId) => Promise<void>;
}

export function SequenceRow({ step, index, current, picked, onPick, onOpen }: Props) {
  const { label, total, changes, first, predicted, reported } = step;
  const mark = marks[total.method];
  const all = changes?.named.map(({ name, kind }) => `${kind}: ${name}`) ?? [];
  const named = [...all.slice(0, 12), ...(all.length > 12 ? [`and ${all.length - 12} more`] : [])].join('\n');
  const bar = predictedShares(step);
  return (
    <tr className={current ? 'is-current' : ''} aria-current={current}>
      <td>
        <input type="checkbox" aria-label={`Compare request ${index + 1}`} checked={picked} onChange={onPick} />
      </td>
      <td className="number">{index + 1}</td>
      <th scope="row">
        <button type="button" className="row-open" onClick={() => void onOpen()}>
          {visible(label)}
        </button>
      </th>
      <td className="number">
        <Count count={total} />
      </td>
      <td title={named}>{changesText(changes)}</td>
      <td>
        {first === null ? (
          ''
        ) : (
          <button
            type="button"
            className="link"
            title={`after ${first.bytes} bytes`}
            onClick={() => void onOpen(first.node)}
          >
            {visible(partsAt(step))}
          </button>
        )}
      </td>
      <td>
        {predicted === null ? null : (
          <span className="cache-bar" aria-hidden="true">
            <i className="is-read" style={{ width: `${bar.read * 100}%` }} />
            <i className="is-perhaps" style={{ width: `${bar.perhaps * 100}%` }} />
            <i className="is-written" style={{ width: `${bar.written * 100}%` }} />
          </span>
        )}
      </td>
      <td className="number">{predicted === null ? 'unknown' : `${rangeText(predicted.read)} ${mark}`}</td>
      <td className="number">{predicted === null ? '' : `${rangeText(predicted.written)} ${mark}`}</td>
      <td className="number">{predicted === null ? '' : `${rangeText(predicted.uncached)} ${mark}`}</td>
      <td className="number" title="read, written, uncached">
        {reported === null
          ? '–'
          : (['read', 'written', 'uncached'] as const).map((what) => reportedText(reported, what)).join(' / ')}
      </td>
      <td className="why" title={predicted?.why.join('\n') ?? ''}>
        {visible(predicted?.why[0] ?? '')}
      </td>
    </tr>
  );
}
