import { formatNumber } from '../../model/counts';
import type { Find } from './use-find';
import { findBarWords as words } from '../../words/panes/conversation';

export function FindBar({ find, onClose }: { readonly find: Find; readonly onClose: () => void }) {
  const close = (): void => {
    find.close();
    onClose();
  };
  return (
    <div
      className="talk-find"
      role="search"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        else if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <input
        type="text"
        className="filter"
        aria-label={words.findInConversation}
        placeholder={words.find}
        autoFocus
        value={find.words}
        onChange={(event) => find.search(event.target.value)}
      />
      <span className="talk-note" role="status">
        {find.words === ''
          ? ''
          : find.count === 0
            ? words.notFound
            : words.of(formatNumber(find.at + 1), formatNumber(find.count))}
      </span>
      <button
        type="button"
        className="quiet"
        aria-label={words.previousMatch}
        disabled={find.count === 0}
        onClick={() => find.step(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={words.nextMatch}
        disabled={find.count === 0}
        onClick={() => find.step(1)}
      >
        ↓
      </button>
      <button type="button" className="quiet" aria-label={words.closeFind} onClick={close}>
        ✕
      </button>
    </div>
  );
}
