/**
 * Keeps unsaved edits on disk in case the app crashes: one file per folder of a window, deleted with its last edit.
 * Each change is appended before the call returns. A keystroke is a line of a few bytes, whatever the size of the text.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, fsync, ftruncateSync, mkdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FolderIdentity } from '../disk/access/folder-identity';
import { changeLines, header, type UnsavedEdit } from './journal-lines';
import { openNew } from '../disk/open-file';

export type { UnsavedEdit } from './journal-lines';

export interface Journal {
  /**
   * Sets the unsaved edits. They are on disk when it returns; if writing fails, it reports that and tries again later.
   */
  note(edits: readonly UnsavedEdit[]): void;
  /** Resolves when the edits would survive a power cut. */
  settled(): Promise<void>;
  /** Deletes the edits: the user is done with them. */
  close(): void;
  /**
   * Stops writing but leaves the edits on disk for the next opening of the folder. Returns the file's path if there are
   * edits.
   */
  release(): string | undefined;
}

export interface JournalOptions {
  /** Where journals are stored. */
  readonly folder: string;
  /** The folder the edits belong to. */
  readonly of: FolderIdentity;
  /** Called with the reason when edits cannot be stored, and with null when they can again. */
  readonly onProblem: (problem: unknown) => void;
}

const retryMs = 1000;
const syncMs = 250;
/** A journal with this many superfluous bytes is rewritten. */
const mostWaste = 32 * 1024 * 1024;
const syncFile = promisify(fsync);

export function createJournal({ folder, of, onProblem }: JournalOptions): Journal {
  const file = join(folder, `${randomUUID()}.jsonl`);
  const fresh = `${file}.new`;
  let wanted: readonly UnsavedEdit[] = [];
  let written: readonly UnsavedEdit[] = [];
  let handle: number | undefined;
  /** Bytes of complete lines. */
  let length = 0;
  let isThere = false;
  let isReported = false;
  let closed = false;
  let retrying: NodeJS.Timeout | undefined;
  let syncing: NodeJS.Timeout | undefined;
  let synced: Promise<void> = Promise.resolve();

  const closeFile = (): void => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  };
  const remove = (): void => {
    closeFile();
    if (isThere) for (const each of [file, fresh]) rmSync(each, { force: true });
    isThere = false;
    written = [];
    length = 0;
  };
  /** Writes everything to a new file, which replaces the old one when complete. */
  const begin = (): void => {
    closeFile();
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    rmSync(fresh, { force: true });
    handle = openNew(fresh);
    isThere = true;
    length = 0;
    append(header(of) + changeLines([], wanted));
    renameSync(fresh, file);
  };
  const append = (lines: string): void => {
    if (handle === undefined) throw new Error('The journal is not open');
    const bytes = Buffer.from(lines);
    for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at, bytes.length - at, length + at);
    length += bytes.length;
    written = wanted;
  };
  const syncSoon = (): void => {
    syncing ??= setTimeout(() => {
      syncing = undefined;
      if (handle !== undefined) synced = syncFile(handle).catch((problem: unknown) => fail(problem));
    }, syncMs).unref();
  };
  const fail = (problem: unknown): void => {
    if (closed) return;
    isReported = true;
    onProblem(problem);
    retrying ??= setTimeout(() => {
      retrying = undefined;
      if (!closed) write();
    }, retryMs).unref();
  };
  const write = (): void => {
    try {
      if (wanted.length === 0) remove();
      else if (handle === undefined || isGone(handle)) begin();
      else {
        const lines = changeLines(written, wanted);
        if (lines !== '' && length + lines.length > mostWaste + 2 * sizeOf(wanted)) begin();
        else if (lines !== '') append(lines);
      }
      if (wanted.length > 0) syncSoon();
    } catch (problem) {
      undo();
      fail(problem);
      return;
    }
    if (isReported) onProblem(null);
    isReported = false;
  };
  /** Removes a partial last line, which would corrupt the next. If it cannot be removed, a new file is started. */
  const undo = (): void => {
    try {
      if (handle !== undefined && length > 0) ftruncateSync(handle, length);
      else closeFile();
      rmSync(fresh, { force: true });
    } catch {
      handle = undefined;
    }
  };
  const stop = (): void => {
    closed = true;
    clearTimeout(retrying);
    clearTimeout(syncing);
  };

  return {
    note(edits) {
      if (closed) return;
      wanted = edits;
      write();
    },
    async settled() {
      if (syncing !== undefined && handle !== undefined) await syncFile(handle);
      await synced;
    },
    close() {
      stop();
      try {
        remove();
      } catch (problem) {
        onProblem(problem);
      }
    },
    release() {
      stop();
      closeFile();
      return written.length === 0 ? undefined : file;
    },
  };
}

/** True if somebody deleted the file: what is written into it would be nowhere. */
function isGone(handle: number): boolean {
  return fstatSync(handle).nlink === 0;
}

function sizeOf(edits: readonly UnsavedEdit[]): number {
  return edits.reduce((sum, { text, base }) => sum + text.length + (base?.length ?? 0), 0);
}
