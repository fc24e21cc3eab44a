import { useMemo, useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { Buffer, DiskSide } from '../../../shared/ipc/contract';
import { useApp, useSources, useView } from '../../context';
import { describeConflict, dropWords, keepWords } from '../source/conflict-note';
import { DialogFrame } from './dialog-frame';
import { Diff } from '../panels/diff';
import { conflictDialogWords as words } from '../../words/window/dialogs';

/**
 * Shows both sides of a file that changed on disk under an edit, and lets the user choose. Closing it chooses nothing.
 */
export function ConflictDialog() {
  const buffer = useSources((state) => (state.active === null ? undefined : state.buffers[state.active]));
  const isOpen = useView((state) => state.dialog === 'conflict');
  return buffer?.disk === undefined || !isOpen ? null : <Choice key={buffer.id} buffer={buffer} now={buffer.disk} />;
}

const titles = {
  text: words.changedOnDisk,
  gone: words.deletedOnDisk,
  unreadable: words.unreadableOnDisk,
} as const;

/** The disk side is frozen: the user chooses what they saw, even if the file changes again meanwhile. */
function Choice({ buffer, now }: { readonly buffer: Buffer; readonly now: DiskSide }) {
  const { actions, view } = useApp();
  const [disk, show] = useState(now);
  const isOlder = !isSameSide(disk, now);
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
        {describeConflict(name, disk)} {disk.kind === 'unreadable' ? '' : words.nothingIsLost}
        {disk.kind === 'text' ? words.howToMerge : ''}
      </p>
      {isOlder ? (
        <p className="note note-conflict" role="alert">
          <strong>{words.changedAgain}</strong>
          <span>{words.changedSinceShown(name)}</span>
          <button type="button" className="link" onClick={() => show(now)}>
            {words.showDisk}
          </button>
        </p>
      ) : null}
      {disk.kind === 'text' ? <Sides buffer={buffer} disk={disk.text} isOlder={isOlder} /> : null}
      <footer className="dialog-foot">
        {disk.kind === 'unreadable' ? (
          <button type="button" className="primary" onClick={() => view.showDialog(null)}>
            {words.close}
          </button>
        ) : (
          <>
            <button type="button" className="quiet" onClick={() => view.showDialog(null)}>
              {words.decideLater}
            </button>
            <button
              type="button"
              className="quiet"
              disabled={isOlder}
              onClick={() => settle(actions.takeDisk(id, disk.diskVersion))}
            >
              {dropWords[disk.kind]}
            </button>
            <button
              type="button"
              className="primary"
              disabled={isOlder}
              onClick={() => settle(actions.saveOver(id, disk.diskVersion))}
            >
              {keepWords[disk.kind]}
            </button>
          </>
        )}
      </footer>
    </DialogFrame>
  );
}

function isSameSide(a: DiskSide, b: DiskSide): boolean {
  return a.kind === 'unreadable' || b.kind === 'unreadable'
    ? a.kind === b.kind
    : a.kind === b.kind && a.diskVersion === b.diskVersion;
}

function Sides({
  buffer,
  disk,
  isOlder,
}: {
  readonly buffer: Buffer;
  readonly disk: string;
  readonly isOlder: boolean;
}) {
  const { sources } = useApp();
  const folder = useSources((state) => state.folder);
  /** The edit as it was when the dialog opened: what a merge must not lose unseen. */
  const [mine] = useState(buffer.text);
  return (
    <>
      <div className="conflict-sides" aria-hidden="true">
        <span>{isOlder ? words.onDiskBefore : words.onDisk}</span>
        <span>{words.merged}</span>
        <span>{words.yoursBefore}</span>
      </div>
      <div className="conflict-three">
        <Diff
          before={disk}
          after={buffer.text}
          beforeLabel={words.onDisk}
          afterLabel={words.yours}
          onEdited={(typed) => (folder === null ? undefined : sources.edit(folder, buffer.id, typed))}
        />
        <MineAsItWas mine={mine} merged={buffer.text} />
      </div>
    </>
  );
}

/** The third side. Lines that the merge no longer has are marked. */
function MineAsItWas({ mine, merged }: { readonly mine: string; readonly merged: string }) {
  const kept = useMemo(() => new Set(merged.split(/\r?\n/)), [merged]);
  return (
    <pre className="conflict-mine" aria-label={words.yoursBefore} tabIndex={0}>
      {mine.split(/\r?\n/).map((line, index) => (
        <span key={index} className={kept.has(line) ? '' : 'is-lost'}>
          {visible(line)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
