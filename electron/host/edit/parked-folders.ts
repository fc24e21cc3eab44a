import { HostError } from '../errors';
import type { FileBoundary } from '../disk/files';
import { identify, isSameFolder, type FolderIdentity } from '../disk/access/folder-identity';
import type { UnsavedEdit } from './journal';
import type { Workspace } from '../workspace';

interface ParkedFolder {
  readonly identity: FolderIdentity;
  readonly workspace: Workspace;
}

/** Folders that a session left. Their unsaved edits wait until that folder is opened again. */
export class ParkedFolders {
  readonly #boundary: FileBoundary;
  #parked: readonly ParkedFolder[] = [];

  constructor(boundary: FileBoundary) {
    this.#boundary = boundary;
  }

  /** Of folders without edits, only the last one is kept: its last keystrokes may still arrive. */
  park(workspace: Workspace): void {
    const identity = identify(this.#boundary, workspace.folder);
    this.#parked = [...this.#parked.filter((each) => each.workspace.hasEdits), { identity, workspace }];
  }

  /** The workspace that late keystrokes for this folder belong to. */
  at(folder: string): Workspace | undefined {
    return this.#parked.findLast(({ workspace }) => workspace.folder === folder)?.workspace;
  }

  /** Restores the edits of earlier visits to the folder. Once it `isOpen`, they are removed here. */
  restoreInto(workspace: Workspace, isOpen: boolean): void {
    const identity = identify(this.#boundary, workspace.folder);
    const same = this.#parked.filter((each) => each.workspace !== workspace && isSameFolder(each.identity, identity));
    const all = same.map((each) => ({
      each,
      left: each.workspace.buffers.unsaved().filter((edit) => !isRestored(workspace, edit)),
    }));
    if (isOpen)
      this.#parked = this.#parked.filter((each) => all.every((one) => one.each !== each || one.left.length > 0));
  }
}

/** False for a file outside the folder that no build asked for yet. */
function isRestored({ buffers }: Workspace, edit: UnsavedEdit): boolean {
  try {
    buffers.restore(edit);
    return true;
  } catch (problem) {
    if (problem instanceof HostError) return false;
    throw problem;
  }
}
