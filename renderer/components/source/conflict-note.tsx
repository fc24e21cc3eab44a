import { visible } from '../../../shared/basics/invisible';
import type { Buffer, DiskSide } from '../../../shared/ipc/contract';
import { useApp } from '../../context';
import { conflictNoteWords as words } from '../../words/panes/source';

/**
 * The file changed on disk under an unsaved edit. Both versions are kept until the user chooses. Two texts are first
 * shown side by side in a dialog, so that nothing is overwritten unseen.
 */
export function ConflictNote({ buffer }: { readonly buffer: Buffer }) {
  const { actions, view } = useApp();
  const { id, disk, dirty, text } = buffer;
  if (!dirty || disk === undefined || (disk.kind === 'text' && disk.text === text)) return null;
  return (
    <div className="note note-conflict" role="alert">
      <strong>{headings[disk.kind]}</strong>
      <span>{describeConflict(visible(id), disk)}</span>
      {disk.kind === 'text' ? (
        <button type="button" className="link" onClick={() => view.showDialog('conflict')}>
          {words.compareAndMerge}
        </button>
      ) : null}
      {disk.kind === 'gone' ? (
        <>
          <button type="button" className="link" onClick={() => void actions.saveOver(id, disk.diskVersion)}>
            {keepWords.gone}
          </button>
          <button type="button" className="link" onClick={() => void actions.takeDisk(id, disk.diskVersion)}>
            {dropWords.gone}
          </button>
        </>
      ) : null}
    </div>
  );
}

const headings = {
  text: words.changedOnDisk,
  gone: words.deletedOnDisk,
  unreadable: words.unreadableOnDisk,
} as const;
export const keepWords = { text: words.saveMine, gone: words.saveMineAgain } as const;
export const dropWords = { text: words.useDisk, gone: words.discardMine } as const;

export function describeConflict(name: string, disk: DiskSide): string {
  if (disk.kind === 'unreadable') return words.editIsKept(disk.problem);
  return words.changedMeanwhile(name, disk.kind === 'gone' ? 'deleted' : 'changed');
}
