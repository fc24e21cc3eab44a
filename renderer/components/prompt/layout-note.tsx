import { useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import { useApp, useInspectionState } from '../../context';
import type { InspectorError } from '../../../shared/ipc/contract';
import { layoutNoteWords as words } from '../../words/panes/prompt';

/** The user wanted another folder, but no design matches it. What is on screen stays; ways to read it are offered. */
export function LayoutNote() {
  const { actions, requests } = useApp();
  const failure = useInspectionState((state) => state.failure);
  const [seen, setSeen] = useState<InspectorError | null>(null);
  const folder = failure?.folder;
  if (folder === undefined || failure === seen) return null;
  return (
    <div className="note" role="status">
      <strong>{words.title}</strong>
      <span title={failure?.message}>{words.notOpened(visible(folder))}</span>
      {(failure?.offers ?? []).map(({ id, title }) => (
        <button key={id} type="button" className="link" onClick={() => void actions.openFolder(folder, id)}>
          {title}
        </button>
      ))}
      <button type="button" className="link" onClick={() => void requests.createLayout(folder)}>
        {words.newLayout}
      </button>
      <button type="button" className="link" onClick={() => setSeen(failure)}>
        {words.notNow}
      </button>
    </div>
  );
}
