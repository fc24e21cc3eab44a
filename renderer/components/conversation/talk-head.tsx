import type { ReactNode } from 'react';
import type { Analysis } from '../../../shared/analysis/types';
import { visible } from '../../../shared/basics/invisible';
import type { NodeId } from '../../../shared/document/types';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import type { TalkContent, TalkRow } from '../../model/conversation/talk-row';
import { previewOf } from '../../model/conversation/texts';
import { blockWords } from '../../model/sections/block-names';
import { toolsCount } from '../../model/sections/row-counts';
import { Count, TierChip } from '../basics/count';
import { talkHeadWords as words } from '../../words/panes/conversation';

type HeadContent = Exclude<TalkContent, { readonly kind: 'text' | 'image' | 'breakpoint' }>;

interface Props {
  readonly row: TalkRow;
  readonly content: HeadContent;
  readonly isOpen: boolean;
  readonly analysis: Analysis;
  readonly onPick: (row: TalkRow, offset: number) => void;
}

/** The name of a message, block, section or tool, with its tokens. While it is folded, its first words too. */
export function TalkHead({ row, content, isOpen, analysis, onPick }: Props) {
  const { view } = useApp();
  const { fold } = row;
  const name = nameOf(row, content);
  const preview = fold !== null && !isOpen ? previewOf(row) : '';
  return (
    <div className="talk-head">
      {fold === null ? (
        <span className="talk-fold" />
      ) : (
        <button
          type="button"
          className="talk-fold"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? words.fold : words.open} ${name}`}
          onClick={() => view.toggleTalk(fold)}
        >
          {isOpen ? '▾' : '▸'}
        </button>
      )}
      {row.tier !== null && (content.kind === 'message' || content.kind === 'tools') ? (
        <TierChip tier={row.tier} />
      ) : null}
      <button
        type="button"
        className="talk-name"
        tabIndex={-1}
        onClick={() =>
          row.node === null || content.kind === 'tools' ? fold !== null && view.toggleTalk(fold) : onPick(row, 0)
        }
      >
        {wordsOf(row, content)}
        {preview === '' ? null : <span className="talk-preview">{visible(preview)}</span>}
      </button>
      {row.node === null ? null : <CopyButton id={row.node} name={name} />}
      <HeadCount row={row} content={content} analysis={analysis} />
    </div>
  );
}

function HeadCount({ row, content, analysis }: Pick<Props, 'row' | 'content' | 'analysis'>) {
  const count =
    content.kind === 'tools' || content.kind === 'tool'
      ? toolsCount(content.kind === 'tools' ? content.tools : [content.tool], analysis)
      : row.node === null
        ? undefined
        : analysis.tokens[row.node];
  return count === undefined ? null : <Count count={count} />;
}

/** The name by which a button says what it folds or copies. */
function nameOf({ message }: TalkRow, content: HeadContent): string {
  switch (content.kind) {
    case 'tools':
      return content.count === 1 ? words.oneTool : words.tools(formatNumber(content.count));
    case 'tool':
      return visible(content.tool.name);
    case 'parameters':
      return words.parametersName;
    case 'message':
      return words.message(String(message?.number ?? ''));
    case 'block':
      return visible(content.name);
    case 'section':
      return visible(content.section.name);
  }
}

function wordsOf(row: TalkRow, content: HeadContent): ReactNode {
  switch (content.kind) {
    case 'tools':
      return <strong>{nameOf(row, content)}</strong>;
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
          <strong>{words.parameters}</strong>
          <span className="talk-note">{content.parameters.map(({ name }) => name).join(', ')}</span>
        </>
      );
    case 'message': {
      const { role, purpose } = content.message;
      return (
        <>
          <span className="talk-number">{row.message?.number}</span>
          <strong className="talk-role">{role}</strong>
          {purpose === role || purpose === 'history' ? null : <span className="talk-note">{purpose}</span>}
        </>
      );
    }
    case 'section':
      return <span className="talk-section-name">{visible(content.section.name)}</span>;
    case 'block': {
      const { section, name, size, isError } = content;
      const word = section.block === undefined ? '' : blockWords[section.block.kind];
      const isNamed = name !== word && !name.startsWith(words.partOf(word));
      return (
        <>
          {isNamed ? <span className={`talk-word word-${section.block?.kind ?? 'text'}`}>{word}</span> : null}
          <strong className={section.block?.kind === 'tool-call' ? 'talk-code' : undefined}>{visible(name)}</strong>
          {isError ? <span className="talk-error">{words.error}</span> : null}
          {size === '' ? null : <span className="talk-note">{size}</span>}
        </>
      );
    }
  }
}

export function CopyButton({ id, name }: { readonly id: NodeId; readonly name: string }) {
  const { actions } = useApp();
  return (
    <button
      type="button"
      className="talk-copy"
      tabIndex={-1}
      aria-label={words.copyNamed(name)}
      title={words.copyAsText}
      onClick={() => void actions.copyNode(id)}
    >
      {words.copy}
    </button>
  );
}
