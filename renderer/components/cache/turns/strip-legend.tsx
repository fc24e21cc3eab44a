import { cacheTurnsWords as words } from '../../../words/panels/cache';

/** What the shades of the bars mean. */
export function StripLegend() {
  return (
    <span className="legend" aria-hidden="true">
      <span>
        <i className="band-read" /> {words.read}
      </span>
      <span>
        <i className="band-unsure" /> {words.perhapsRead}
      </span>
      <span>
        <i className="band-written" /> {words.written}
      </span>
      <span>
        <i className="band-uncached" /> {words.uncached}
      </span>
    </span>
  );
}
