import { useState } from 'react';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';

/** Says that the folder asks for files outside itself. Shown until the user has looked at it. */
export function TrustNote({ inspection: { asks, workspace } }: { readonly inspection: Inspection }) {
  const { view } = useApp();
  const [dismissed, setDismissed] = useState('');
  const key = [workspace, ...asks.map(({ path }) => path)].join('\n');
  if (asks.length === 0 || dismissed === key) return null;
  return (
    <div className="note note-trust" role="status">
      <span>
        This folder asks to read {asks.length === 1 ? 'a file' : `${asks.length} files`} outside it.{' '}
        {asks.length === 1 ? 'It is' : 'They are'} left out.
      </span>
      <button type="button" className="link" onClick={() => view.showDialog('trust')}>
        Show…
      </button>
      <span className="bar-space" />
      <button type="button" className="quiet" aria-label="Not now" onClick={() => setDismissed(key)}>
        ×
      </button>
    </div>
  );
}
