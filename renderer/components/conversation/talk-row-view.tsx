import { Fragment, memo, type MouseEvent, type ReactNode } from 'react';
import type { Analysis } from '../../../shared/analysis/types';
import { invisiblePlaces, visible } from '../../../shared/document/invisible';
import type { ImageNode, NodeId } from '../../../shared/document/types';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import type { TalkContent, TalkRow, TalkText } from '../../model/conversation/talk-row';
import { byteSize } from '../../model/conversation/texts';
import { blockWords } from '../../model/sections/block-names';
import { toolsCount } from '../../model/sections/row-counts';
import { Count, TierChip } from '../basics/count';

interface Props {
  readonly row: TalkRow;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly analysis: Analysis;
  /** With the character that was clicked, from the start of the row's text. */
  readonly onPick: (row: TalkRow, offset: number) => void;
}

export const TalkRowView = memo(
  function TalkRowView({ row, isOpen, isSelected, analysis, onPick }: Props) {
    const { content, depth } = row;
    const className = [
      'talk-row',
      `talk-${content.kind}`,
      ...(content.kind === 'message' ? [`role-${content.message.role}`] : []),
      ...(isSelected ? ['is-selected'] : []),
      ...(content.kind === 'text' && content.label === 'system-reminder' ? ['is-reminder'] : []),
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
            cache breakpoint · {content.breakpoint.tier} · lifetime {content.breakpoint.ttl}
            {content.breakpoint.automatic === true ? ' · automatic' : ''}
          </p>
        ) : (
          <Head row={row} content={content} isOpen={isOpen} analysis={analysis} onPick={onPick} />
        )}
      </div>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.isOpen === after.isOpen &&
    before.isSelected === after.isSelected &&
    before.analysis === after.analysis,
);

type HeadContent = Exclude<TalkContent, { readonly kind: 'text' | 'image' | 'breakpoint' }>;

function Head({
  row,
  content,
  isOpen,
  analysis,
  onPick,
}: Pick<Props, 'row' | 'isOpen' | 'analysis' | 'onPick'> & { readonly content: HeadContent }) {
  const { view } = useApp();
  const { fold } = row;
  const name = nameOf(content);
  const count =
    content.kind === 'tools' || content.kind === 'tool'
      ? toolsCount(content.kind === 'tools' ? content.tools : [content.tool], analysis)
      : row.node === null
        ? undefined
        : analysis.tokens[row.node];
  return (
    <div className="talk-head">
      {fold === null ? (
        <span className="talk-fold" />
      ) : (
        <button
          type="button"
          className="talk-fold"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fold' : 'Open'} ${name}`}
          onClick={() => view.toggleTalk(fold)}
        >
          {isOpen ? '▾' : '▸'}
        </button>
      )}
      {row.tier === null || content.kind === 'block' ? null : <TierChip tier={row.tier} />}
      <button
        type="button"
        className="talk-name"
        onClick={() =>
          row.node === null || content.kind === 'tools' ? fold !== null && view.toggleTalk(fold) : onPick(row, 0)
        }
      >
        {wordsOf(content)}
      </button>
      {count === undefined ? null : <Count count={count} />}
      {row.node === null ? null : <CopyButton id={row.node} name={name} />}
    </div>
  );
}

function nameOf(content: HeadContent): string {
  switch (content.kind) {
    case 'tools':
      return content.count === 1 ? '1 tool' : `${formatNumber(content.count)} tools`;
    case 'tool':
      return visible(content.tool.name);
    case 'parameters':
      return 'parameters';
    case 'message':
      return `message ${content.number}`;
    case 'block':
      return visible(content.name);
  }
}

function wordsOf(content: HeadContent): ReactNode {
  switch (content.kind) {
    case 'tools':
      return <strong>{nameOf(content)}</strong>;
    case 'tool':
      return (
        <>
          <strong className="talk-code">{visible(content.tool.name)}</strong>
          {content.tool.kind === undefined ? null : <span className="talk-note">{content.tool.kind}</span>}
        </>
      );
    case 'parameters':
      return (
        <>
          <strong>Parameters</strong>
          <span className="talk-note">{content.parameters.map(({ name }) => name).join(', ')}</span>
        </>
      );
    case 'message': {
      const { role, purpose } = content.message;
      return (
        <>
          <span className="talk-number">{content.number}</span>
          <strong>{role}</strong>
          {purpose === role || purpose === 'history' ? null : <span className="talk-note">{purpose}</span>}
        </>
      );
    }
    case 'block': {
      const { section, name, size, isError } = content;
      const word = section.block === undefined ? '' : blockWords[section.block.kind];
      const isNamed = name !== word && !name.startsWith(`${word} of `);
      return (
        <>
          {isNamed ? <span className={`talk-word word-${section.block?.kind ?? 'text'}`}>{word}</span> : null}
          <strong className={section.block?.kind === 'tool-call' ? 'talk-code' : undefined}>{visible(name)}</strong>
          {isError ? <span className="talk-error">error</span> : null}
          {size === '' ? null : <span className="talk-note">{size}</span>}
        </>
      );
    }
  }
}

function TextRow({
  row,
  content,
  isOpen,
  onPick,
}: Pick<Props, 'row' | 'isOpen' | 'onPick'> & { readonly content: TalkText }) {
  const { view } = useApp();
  const { fold, node } = row;
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    // Text that was marked is to be copied, not followed.
    if (document.getSelection()?.isCollapsed === false) return;
    onPick(row, offsetAt(event));
  };
  return (
    <>
      {content.label === null ? null : (
        <div className="talk-label">
          <button type="button" className="talk-name" onClick={() => onPick(row, 0)}>
            {visible(content.label)}
          </button>
          {node === null ? null : <CopyButton id={node} name={visible(content.label)} />}
        </div>
      )}
      {content.text === '' ? null : (
        <pre className={`talk-text look-${content.look}`} data-text="" onClick={onClick}>
          {withHidden(content.text)}
        </pre>
      )}
      {content.label !== null || content.message === null || node === null || row.depth > 1 ? null : (
        <CopyButton id={node} name="text" />
      )}
      {content.whole === null || fold === null ? null : (
        <button type="button" className="link talk-more" aria-expanded={isOpen} onClick={() => view.toggleTalk(fold)}>
          {isOpen ? 'Show less' : `Show all ${formatNumber(content.whole)} characters`}
        </button>
      )}
    </>
  );
}

/** Characters that cannot be seen get their code in front; what is copied stays as it is. */
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
        <img src={`data:${mediaType};base64,${data}`} alt={`Image: ${size}`} onClick={() => onPick(row, 0)} />
      ) : null}
      <figcaption className="talk-note">{size}</figcaption>
    </figure>
  );
}

function CopyButton({ id, name }: { readonly id: NodeId; readonly name: string }) {
  const { actions } = useApp();
  return (
    <button
      type="button"
      className="talk-copy"
      aria-label={`Copy ${name}`}
      title="Copy as text"
      onClick={() => void actions.copyNode(id)}
    >
      Copy
    </button>
  );
}
