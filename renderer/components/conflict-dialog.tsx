import { useApp, useSources } from '../context';
import { DialogFrame } from './dialog-frame';
import { Diff } from './diff';

/** Both sides of a file that changed on disk under an edit. */
export function ConflictDialog() {
  const { actions, view } = useApp();
  const buffer = useSources((state) => (state.active === null ? undefined : state.buffers[state.active]));
  if (buffer?.disk === undefined) return null;
  const settle = (work: Promise<void>): void => {
    view.showDialog(null);
    work.catch(actions.report);
  };
  return (
    <DialogFrame name="conflict" title={`${buffer.id}: on disk, and as you have it`} className="conflict-dialog">
      <div className="conflict-sides" aria-hidden="true"><span>On disk</span><span>Yours</span></div>
      <Diff before={buffer.disk} after={buffer.text} beforeLabel="On disk" afterLabel="Yours" />
      <footer className="dialog-foot">
        <button type="button" className="quiet" onClick={() => settle(actions.revert(buffer.id))}>Take the disk’s</button>
        <button type="button" className="primary" onClick={() => settle(actions.save(buffer.id))}>Keep mine and save</button>
      </footer>
    </DialogFrame>
  );
}
