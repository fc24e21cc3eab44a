import { layoutMessage } from '../../../shared/document/layout';
import { useApp, useView } from '../../context';
import type { Shown } from '../../stores/inspection';
import { Count, TierChip } from '../basics/count';
import { VirtualList } from '../basics/virtual-list';

/** The array as it is sent. */
export function MessagesPanel({ shown }: { readonly shown: Shown }) {
  const { actions } = useApp();
  const selected = useView((state) => state.selected);
  const { document, analysis } = shown.inspection;
  const rows = document.messages.map((message, index) => ({
    message,
    index,
    text: layoutMessage(message).slice(0, 200),
  }));
  return (
    <VirtualList items={rows} rowHeight={26} keyOf={({ message }) => message.id} role="list" aria-label="Messages">
      {({ message, index, text }) => {
        const count = analysis.tokens[message.id];
        const last = document.breakpoints.some((breakpoint) => breakpoint.after === message.id);
        return (
          <div role="listitem">
            <button
              type="button"
              className={`grid-row message-row${last ? ' has-breakpoint' : ''}`}
              aria-pressed={selected === message.id}
              onClick={() => actions.select(message.id)}
            >
              <span className="number">{index + 1}</span>
              <TierChip tier={message.tier} />
              <span className={`role role-${message.role}`}>{message.role}</span>
              <span className="purpose">{message.purpose === message.role ? '' : message.purpose}</span>
              <span className="preview">{text.replace(/\s+/g, ' ')}</span>
              <span className="tokens">{count === undefined ? '' : <Count count={count} />}</span>
            </button>
          </div>
        );
      }}
    </VirtualList>
  );
}
