import { useMemo } from 'react';
import { sliceIn } from '../../../shared/document/extent';
import { hasUnknownText, lacksFrame } from '../../../shared/document/lacks-frame';
import type { PromptMessage } from '../../../shared/document/types';
import { useApp, useView } from '../../context';
import { messagesAnswer } from '../../model/panels/build-answers';
import type { Shown } from '../../stores/inspection';
import { Count, TierChip } from '../basics/count';
import { DataTable, type Column } from '../table/data-table';
import { PanelAnswer } from './panel-answer';
import { messagesPanelWords as words } from '../../words/panels/build';

/** The messages in the order they are sent. */
export function MessagesPanel({ shown }: { readonly shown: Shown }) {
  const { actions } = useApp();
  const selected = useView((state) => state.selected);
  const { document, analysis } = shown.inspection;
  const rows = useMemo(() => rowsOf(shown), [shown]);
  return (
    <>
      <PanelAnswer
        answer={messagesAnswer(
          document.messages.map(({ id, role, purpose }, index) => ({
            id,
            name: words.messageNamed(index + 1, role, purpose === role ? '' : purpose),
          })),
          analysis,
          lacksFrame(document),
        )}
      />
      <DataTable
        label={words.messages}
        columns={columns}
        rows={rows}
        keyOf={({ message }) => message.id}
        current={selected}
        rowClass={({ hasBreakpoint }) => `message-row${hasBreakpoint ? ' has-breakpoint' : ''}`}
        onOpen={({ message }) => actions.select(message.id)}
        nameOf={({ index, message }) => words.message(index + 1, message.role)}
        menu={({ message }) => [{ title: words.copyText, run: () => void actions.copyNode(message.id) }]}
      />
    </>
  );
}

type Row = ReturnType<typeof rowsOf>[number];

function rowsOf({ inspection: { document, analysis } }: Shown) {
  return document.messages.map((message, index) => ({
    message,
    index,
    text: beginningOf(message),
    count: analysis.tokens[message.id],
    hasBreakpoint: document.breakpoints.some(({ after }) => after === message.id),
  }));
}

/** How a message begins. Blocks are separated, so that a call does not continue the text before it. */
function beginningOf(message: PromptMessage): string {
  let text = '';
  for (const child of message.children) {
    if (text.length >= 200) break;
    if (child.type === 'text') text += child.value.slice(0, 200);
    else if (child.type === 'section')
      text += (child.block === undefined || text === '' ? '' : ' · ') + sliceIn(child, 0, 200);
  }
  return text.slice(0, 200).replace(/\s+/g, ' ');
}

const columns: readonly Column<Row>[] = [
  {
    id: 'number',
    title: '#',
    isNumber: true,
    width: '4em',
    text: ({ index }) => String(index + 1),
    value: ({ index }) => index + 1,
  },
  {
    id: 'role',
    title: words.role,
    width: '7em',
    text: ({ message }) => message.role,
    cell: ({ message }) => <span className={`role role-${message.role}`}>{message.role}</span>,
  },
  {
    id: 'purpose',
    title: words.purpose,
    width: '8em',
    text: ({ message }) => (message.purpose === message.role ? '' : message.purpose),
  },
  {
    id: 'tier',
    title: words.tier,
    width: '5em',
    text: ({ message }) => message.tier,
    cell: ({ message }) => <TierChip tier={message.tier} />,
  },
  {
    id: 'tokens',
    title: words.tokens,
    isNumber: true,
    width: '8em',
    text: ({ count }) => String(count?.tokens ?? ''),
    value: ({ count }) => count?.tokens ?? null,
    cell: ({ count, message }) =>
      hasUnknownText(message) && (count === undefined || count.tokens === 0) ? (
        <span title={words.notKnown}>?</span>
      ) : count === undefined ? (
        ''
      ) : (
        <>
          <Count count={count} />
          {hasUnknownText(message) ? <span title={words.notKnown}> + ?</span> : null}
        </>
      ),
  },
  { id: 'text', title: words.beginsWith, isWide: true, className: 'preview', text: ({ text }) => text },
];
