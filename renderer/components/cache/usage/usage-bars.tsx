import type { MarkerView, UsageView } from '../../../../shared/ipc/cache/cache-view';
import { usageBands } from '../../../model/cache/cache-usage';
import { stateName } from '../../../model/cache/cache-text';
import { formatNumber } from '../../../model/counts';
import { usageBarsWords as words } from '../../../words/panels/volatility-and-usage';

interface Props {
  readonly usage: NonNullable<UsageView['usage']>;
  readonly rows: UsageView['rows'];
  readonly markers: readonly MarkerView[];
}

/** Predicted and reported usage to the same scale, with the breakpoints across both. */
export function UsageBars({ usage, rows, markers }: Props) {
  const { scale, predicted, reported } = usageBands(usage, rows);
  const bar = (bands: typeof predicted, name: string) => (
    <div className="usage-bar">
      <span className="usage-bar-name">{name}</span>
      <span className="usage-track">
        {bands.map(({ band, tokens }) => (
          <i
            key={band}
            className={`band-${band}`}
            style={{ width: `${(tokens / scale) * 100}%` }}
            title={`${bandNames[band] ?? band}: ${formatNumber(tokens)}`}
          />
        ))}
      </span>
    </div>
  );
  return (
    <div className="usage-bars" aria-hidden="true">
      {predicted.length === 0 ? null : bar(predicted, words.predicted)}
      {bar(reported, words.reported)}
      <div className="usage-ticks">
        {markers.map((marker, index) => (
          <span
            key={marker.node}
            className={`request-tick state-${marker.state}`}
            style={{ left: `${Math.min(100, (marker.tokens / scale) * 100)}%` }}
            title={words.breakpoint(index + 1, stateName(marker))}
          >
            {index + 1}
          </span>
        ))}
      </div>
    </div>
  );
}

const bandNames: Readonly<Record<string, string>> = {
  read: words.read,
  unsure: words.perhapsRead,
  written: words.written,
  uncached: words.uncached,
  silent: words.notReportedHow,
};
