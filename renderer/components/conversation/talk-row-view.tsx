import { Fragment, memo, type MouseEvent, type ReactNode } from 'react';
import type { Analysis } from '../../../shared/analysis/types';
import { invisiblePlaces } from '../../../shared/basics/invisible';
import type { ImageNode } from '../../../shared/document/types';
import type { BreakpointUse } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { lifetimeText } from '../../model/cache/cache-text';
import { formatNumber } from '../../model/counts';
import type { TalkRow, TalkText } from '../../model/conversation/talk-row';
import { byteSize } from '../../model/conversation/texts';
import { CopyButton, TalkHead } from './talk-head';
import { talkRowViewWords as words } from '../../words/panes/conversation';

interface Props {
  readonly row: TalkRow;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly analysis: Analysis;
  readonly breakpointUse: BreakpointUse;
  /** With the character that was clicked, from the start of the row's text. */
  readonly onPick: (row: TalkRow, offset: number) => void;
}

export const TalkRowView = memo(
  function TalkRowView({ row, isOpen, isSelected, analysis, breakpointUse, onPick }: Props) {
    const { content, depth } = row;
    const className = [
      'talk-row',
      `talk-${content.kind}`,
      ...(row.message === null ? [] : [`role-${row.message.role}`]),
      ...(isSelected ? ['is-selected'] : []),
    ].join(' ');
    return (
      <div
        className={className}
        data-row={row.key}
        data-tier={row.tier ?? 'none'}
        style={{ paddingLeft: 8 + depth * 14 }}
      >
        {content.kind === 'text' ? (
          <TextRow row={row} content={content} isOpen={isOpen} onPick={onPick} />
        ) : content.kind === 'image' ? (
          <ImageRow row={row} image={content.image} onPick={onPick} />
        ) : content.kind === 'breakpoint' ? (
          <p className="talk-mark">
            {words.cacheBreakpoint(
              content.breakpoint.tier,
              lifetimeText(content.breakpoint, breakpointUse),
              content.breakpoint.automatic === true ? words.automatic : '',
            )}
          </p>
        ) : (
          <TalkHead row={row} content={content} isOpen={isOpen} analysis={analysis} onPick={onPick} />
        )}
      </div>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.isOpen === after.isOpen &&
    before.isSelected === after.isSelected &&
    before.analysis === after.analysis &&
    before.breakpointUse === after.breakpointUse,
);

function TextRow({
  row,
  content,
  isOpen,
  onPick,
}: Pick<Props, 'row' | 'isOpen' | 'onPick'> & { readonly content: TalkText }) {
  const { view } = useApp();
  const { fold, node } = row;
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    // The user has selected text to copy it: that is not a click.
    if (document.getSelection()?.isCollapsed === false) return;
    onPick(row, offsetAt(event));
  };
  return (
    <>
      {content.text === '' ? null : (
        <pre className={`talk-text look-${content.look}`} data-text="" onClick={onClick}>
          {withHidden(content.text)}
        </pre>
      )}
      {content.message === null || node === null || row.depth > 1 ? null : <CopyButton id={node} name="text" />}
      {content.whole === null || fold === null ? null : (
        <button
          type="button"
          className="link talk-more"
          tabIndex={-1}
          aria-expanded={isOpen}
          onClick={() => view.toggleTalk(fold)}
        >
          {isOpen ? words.showLess : words.showAllCharacters(formatNumber(content.whole))}
        </button>
      )}
    </>
  );
}

/** Shows the code of each invisible character in front of it; what is copied does not change. */
function withHidden(text: string): ReactNode {
  const places = invisiblePlaces(text);
  if (places.length === 0) return text;
  const starts = [0, ...places.map(({ end }) => end)];
  return starts.map((start, index) => {
    const place = places[index];
    return (
      <Fragment key={start}>
        {text.slice(start, place?.start)}
        {place === undefined ? null : (
          <i className="talk-hidden" data-code={`U+${place.code}`}>
            {text.slice(place.start, place.end)}
          </i>
        )}
      </Fragment>
    );
  });
}

/** Which character of the text was clicked. */
function offsetAt(event: MouseEvent<HTMLElement>): number {
  const caret = document.caretPositionFromPoint(event.clientX, event.clientY);
  if (caret === null || !event.currentTarget.contains(caret.offsetNode)) return 0;
  const range = document.createRange();
  range.setStart(event.currentTarget, 0);
  range.setEnd(caret.offsetNode, caret.offset);
  return range.toString().length;
}

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

function ImageRow({ row, image, onPick }: Pick<Props, 'row' | 'onPick'> & { readonly image: ImageNode }) {
  const { mediaType, data, width, height } = image;
  const pixels = width === undefined || height === undefined ? '' : `, ${width} × ${height}`;
  const size = `${mediaType}${pixels}, ${byteSize(data.length * 0.75)}`;
  return (
    <figure className="talk-figure">
      {pictures.has(mediaType) ? (
        <img src={`data:${mediaType};base64,${data}`} alt={words.image(size)} onClick={() => onPick(row, 0)} />
      ) : null}
      <figcaption className="talk-note">{size}</figcaption>
    </figure>
  );
}
