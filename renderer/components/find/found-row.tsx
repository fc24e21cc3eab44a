import { visible } from '../../../shared/basics/invisible';
import { formatNumber } from '../../model/counts';
import type { FoundItem } from '../../model/find/found';
import { TierChip } from '../basics/count';
import { foundRowWords as words } from '../../words/panes/find';

interface Props {
  readonly id: string;
  readonly item: FoundItem;
  readonly isChosen: boolean;
  readonly onPick: () => void;
}

export function FoundRow({ id, item, isChosen, onPick }: Props) {
  if (item.kind === 'head')
    return (
      <div className="find-head" role="presentation">
        <span className="find-name" title={visible(item.name)}>
          {visible(item.name)}
        </span>
        <span className="find-count">{formatNumber(item.count)}</span>
      </div>
    );
  if (item.kind === 'more')
    return (
      <div className="find-more" role="presentation">
        {words.more(formatNumber(item.count))}
      </div>
    );
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className="find-row"
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {item.kind === 'section' ? (
        <>
          {item.row.tier === null ? null : <TierChip tier={item.row.tier} />}
          <span className="find-line">{visible(item.row.name)}</span>
          {item.row.kind === 'omitted' ? <span className="find-count">{words.leftOut}</span> : null}
        </>
      ) : (
        <>
          <span className="find-number">{formatNumber(item.place.line)}</span>
          <span className="find-line">
            {visible(item.place.before)}
            <mark>{visible(item.place.found)}</mark>
            {visible(item.place.after)}
          </span>
        </>
      )}
    </div>
  );
}
