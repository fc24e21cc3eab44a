import { Checkbox } from 'react-aria-components';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { formatNumber, share } from '../../model/counts';
import { combinationCount, type AxisChoice } from '../../model/compare/matrix';
import { chosenAxes } from '../../stores/requests';
import { useRequests } from '../requests/use-requests';
import { matrixAxesWords as words } from '../../words/panels/compare';

interface Props {
  readonly inspection: Inspection;
  readonly axes: readonly AxisChoice[];
  readonly onRun: () => void;
}

/** Chooses which settings are varied, shows how many variants that makes, and builds them. */
export function MatrixAxes({ inspection, axes, onRun }: Props) {
  const { requests } = useApp();
  const over = chosenAxes(
    useRequests((state) => state.over),
    inspection,
  );
  const progress = useRequests((state) => state.progress);
  const count = combinationCount(axes, over);
  return (
    <div className="panel-lead matrix-axes">
      <span>{words.vary}</span>
      {axes.map(({ name, label, values }) => {
        const isIn = over.includes(name);
        return (
          <Checkbox
            key={name}
            className="checkbox"
            isDisabled={progress !== null}
            isSelected={isIn}
            onChange={(now) => requests.vary(now ? [...over, name] : over.filter((each) => each !== name))}
          >
            <span className="box" aria-hidden="true">
              {isIn ? '✓' : ''}
            </span>
            <span
              title={`${values
                .map((each) => each.label)
                .slice(0, 30)
                .join(', ')}${values.length > 30 ? words.andMore(values.length - 30) : ''}`}
            >
              {label} <span className="help">×{values.length}</span>
            </span>
          </Checkbox>
        );
      })}
      <span className="bar-space" />
      {progress === null ? (
        <button
          type="button"
          className="primary"
          disabled={over.length === 0}
          onClick={() => {
            onRun();
            void requests.runMatrix();
          }}
        >
          {words.buildVariants(formatNumber(count))}
        </button>
      ) : (
        <>
          <span
            role="progressbar"
            aria-label={words.buildingVariants}
            aria-valuemin={0}
            aria-valuemax={progress.total}
            aria-valuenow={progress.done}
            className="matrix-progress"
          >
            <i style={{ width: `${share(progress.done, progress.total) * 100}%` }} />
          </span>
          <span className="tabular">{words.of(formatNumber(progress.done), formatNumber(progress.total))}</span>
          <button type="button" className="quiet outlined" onClick={() => void requests.stopMatrix()}>
            {words.stop}
          </button>
        </>
      )}
    </div>
  );
}
