import { useState } from 'react';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { trustNoteWords as words } from '../../words/panes/prompt';

/** Says that the folder asks for files outside itself. Shown until the user has looked at it. */
export function TrustNote({ inspection: { asks, workspace } }: { readonly inspection: Inspection }) {
  const { view } = useApp();
  const [dismissed, setDismissed] = useState('');
  const key = [workspace, ...asks.map(({ path }) => path)].join('\n');
  if (asks.length === 0 || dismissed === key) return null;
  return (
    <div className="note note-trust" role="status">
      <span>
        {words.asksToRead(
          asks.length === 1 ? words.aFile : words.files(asks.length),
          asks.length === 1 ? words.itIs : words.theyAre,
        )}
      </span>
      <button type="button" className="link" onClick={() => view.showDialog('trust')}>
        {words.show}
      </button>
      <span className="bar-space" />
      <button type="button" className="quiet" aria-label={words.notNow} onClick={() => setDismissed(key)}>
        ×
      </button>
    </div>
  );
}
