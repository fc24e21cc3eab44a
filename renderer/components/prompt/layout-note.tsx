import { useState } from 'react';
import { useApp, useInspectionState } from '../../context';
import type { InspectorError } from '../../../shared/ipc/contract';

/** The user wanted another folder, but no design matches it. The folder on screen stays, and a layout is offered. */
export function LayoutNote() {
  const { requests } = useApp();
  const failure = useInspectionState((state) => state.failure);
  const [seen, setSeen] = useState<InspectorError | null>(null);
  const folder = failure?.folder;
  if (folder === undefined || failure === seen) return null;
  return (
    <div className="note" role="status">
      <strong>Unknown folder</strong>
      <span>{failure?.message}</span>
      <button type="button" className="link" onClick={() => void requests.createLayout(folder)}>
        New layout from this folder
      </button>
      <button type="button" className="link" onClick={() => setSeen(failure)}>
        Not now
      </button>
    </div>
  );
}
