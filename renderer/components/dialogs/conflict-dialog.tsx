import { visible } from '../../../shared/document/invisible';
import type { Buffer, DiskSide } from '../../../shared/ipc/contract';
import { useApp, useSources } from '../../context';
import { describeConflict, dropWords, keepWords } from '../source/conflict-note';
import { DialogFrame } from './dialog-frame';
import { Diff } from '../panels/diff';

/** Both sides of a file that changed on disk under an edit, and the choice between them. Closing it chooses nothing. */
export function ConflictDialog() {
  const buffer = useSources((state) => (state.active === null ? undefined : state.buffers[state.active]));
  return buffer?.disk === undefined ? null : <Choice buffer={buffer} disk={buffer.disk} />;
}

const titles = { text: 'changed on disk', gone: 'was deleted on disk', unreadable: 'cannot be read on disk' } as const;

function Choice({ buffer, disk }: { readonly buffer: Buffer; readonly disk: DiskSide }) {
  const { actions, view } = useApp();
  const { id } = buffer;
  const name = visible(id);
  const settle = (work: Promise<void>): void => {
    view.showDialog(null);
    work.catch(actions.report);
  };
  return (
    <DialogFrame
      name="conflict"
      title={`${name} ${titles[disk.kind]}`}
      className={disk.kind === 'text' ? 'conflict-dialog' : ''}
    >
      <p className="conflict-words">
        {describeConflict(name, disk)} {disk.kind === 'unreadable' ? '' : 'Nothing is lost until you choose.'}
        {disk.kind === 'text'
          ? ' To merge, take changes over with the arrows between the sides, or type on your side.'
          : ''}
      </p>
      {disk.kind === 'text' ? <Sides buffer={buffer} disk={disk.text} /> : null}
      <footer className="dialog-foot">
        {disk.kind === 'unreadable' ? (
          <button type="button" className="primary" onClick={() => view.showDialog(null)}>
            Close
          </button>
        ) : (
          <>
            <button type="button" className="quiet" onClick={() => view.showDialog(null)}>
              Decide later
            </button>
            <button type="button" className="quiet" onClick={() => settle(actions.revert(id))}>
              {dropWords[disk.kind]}
            </button>
            <button type="button" className="primary" onClick={() => settle(actions.saveOver(id, disk.ground))}>
              {keepWords[disk.kind]}
            </button>
          </>
        )}
      </footer>
    </DialogFrame>
  );
}

function Sides({ buffer, disk }: { readonly buffer: Buffer; readonly disk: string }) {
  const { sources } = useApp();
  const folder = useSources((state) => state.folder);
  return (
    <>
      <div className="conflict-sides" aria-hidden="true">
        <span>On disk</span>
        <span>Yours</span>
      </div>
      <Diff
        before={disk}
        after={buffer.text}
        beforeLabel="On disk"
        afterLabel="Yours"
        onEdited={(typed) => (folder === null ? undefined : sources.edit(folder, buffer.id, typed))}
      />
    </>
  );
}
