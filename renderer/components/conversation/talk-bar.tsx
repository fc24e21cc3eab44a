import { useState, type KeyboardEvent } from 'react';
import { keysText } from '../../keys';
import { formatNumber } from '../../model/counts';
import type { TalkMessage } from '../../model/conversation/talk-row';
import { talkBarWords as words } from '../../words/panes/conversation';

interface Props {
  /** The message at the top of the list; null above the first. */
  readonly message: TalkMessage | null;
  readonly count: number;
  readonly isAllFolded: boolean;
  readonly onGoTo: (number: number) => void;
  readonly onFoldAll: (opens: boolean) => void;
}

/** Stays above the conversation: names the message on screen, goes to any other, folds all to an outline. */
export function TalkBar({ message, count, isAllFolded, onGoTo, onFoldAll }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const now = message?.number ?? 0;
  const go = (): void => {
    const wanted = Number.parseInt(typed ?? '', 10);
    if (Number.isInteger(wanted)) onGoTo(Math.max(1, Math.min(count, wanted)));
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') go();
    else if (event.key === 'Escape') setTyped(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="talk-bar" role="toolbar" aria-label={words.messages}>
      <label>
        <span className="talk-note">{words.message}</span>
        <input
          className="filter talk-at"
          inputMode="numeric"
          aria-label={words.goToMessage}
          style={{ width: `${String(count).length + 3}ch` }}
          value={typed ?? (now === 0 ? '–' : String(now))}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={onKeyDown}
          onBlur={() => setTyped(null)}
        />
        <span className="talk-note">{words.of(formatNumber(count))}</span>
      </label>
      <button
        type="button"
        className="quiet"
        aria-label={words.previousMessage}
        title={words.previousMessageHint(keysText('Alt+↑'))}
        disabled={now <= 1}
        onClick={() => onGoTo(now - 1)}
      >
        ↑
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={words.nextMessage}
        title={words.nextMessageHint(keysText('Alt+↓'))}
        disabled={now >= count}
        onClick={() => onGoTo(now + 1)}
      >
        ↓
      </button>
      <span className="talk-role-now">{message?.role ?? ''}</span>
      <span className="bar-space" />
      <button
        type="button"
        className="quiet"
        title={isAllFolded ? words.openAllHint(keysText('Shift+→')) : words.foldAllHint(keysText('Shift+←'))}
        onClick={() => onFoldAll(isAllFolded)}
      >
        {isAllFolded ? words.openAll : words.foldAll}
      </button>
    </div>
  );
}
