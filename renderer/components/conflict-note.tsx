import { visible } from '../../shared/document/invisible';
import type { Buffer } from '../../shared/ipc/contract';
import { useApp } from '../context';

/** The file changed on disk under an unsaved edit: both are kept until the user chooses. */
export function ConflictNote({ buffer }: { readonly buffer: Buffer }) {
  const { actions, view } = useApp();
  if (!buffer.dirty || buffer.disk === undefined || buffer.disk === buffer.text) return null;
  return (
    <div className="note note-conflict" role="alert">
      <strong>Changed on disk</strong>
      <span>{visible(buffer.id)} was changed while you were editing it.</span>
      <button type="button" className="link" onClick={() => view.showDialog('conflict')}>Compare</button>
      <button type="button" className="link" onClick={() => void actions.save(buffer.id)}>Keep mine</button>
      <button type="button" className="link" onClick={() => void actions.revert(buffer.id)}>Take the disk’s</button>
    </div>
  );
}
