/**
 * Unsaved edits on disk, for the case that the app ends without asking: one file for each folder of a window, gone with
 * its last edit. Each change is appended before the call returns: a line of a few bytes for a keystroke, whatever the
 * size of the text.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsync, ftruncateSync, mkdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FolderIdentity } from '../disk/folder-identity';
import { changeLines, header, type UnsavedEdit } from './journal-lines';
import { openNew } from '../disk/open-file';

export type { UnsavedEdit } from './journal-lines';

export interface Journal {
  /**
   * What is unsaved from now on. On disk when it returns, unless the disk cannot take it: then that is told, and tried
   * again.
   */
  note(edits: readonly UnsavedEdit[]): void;
  /** Resolves when it would survive a power cut too. */
  settled(): Promise<void>;
  /** The user is done with these edits. */
  close(): void;
  /**
   * Nothing more comes; the edits stay on disk for whoever opens the folder next. The file's path where there are some.
   */
  release(): string | undefined;
}

export interface JournalOptions {
  /** Where journals stand. */
  readonly folder: string;
  /** Whose edits these are. */
  readonly of: FolderIdentity;
  /** Is told why edits are not kept, and null when they are again. */
  readonly told: (problem: unknown) => void;
}

const retryMs = 1000;
const syncMs = 250;
/** A journal that is this much longer than what it says is written anew. */
const mostWaste = 32 * 1024 * 1024;
const syncFile = promisify(fsync);

export function createJournal({ folder, of, told }: JournalOptions): Journal {
  const file = join(folder, `${randomUUID()}.jsonl`);
  const fresh = `${file}.new`;
  let wanted: readonly UnsavedEdit[] = [];
  let written: readonly UnsavedEdit[] = [];
  let handle: number | undefined;
  /** Bytes that are whole lines. */
  let length = 0;
  let isThere = false;
  let isTold = false;
  let closed = false;
  let retrying: NodeJS.Timeout | undefined;
  let syncing: NodeJS.Timeout | undefined;
  let synced: Promise<void> = Promise.resolve();

  const letGo = (): void => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  };
  const remove = (): void => {
    letGo();
    if (isThere) for (const each of [file, fresh]) rmSync(each, { force: true });
    isThere = false;
    written = [];
    length = 0;
  };
  /** All of it in a new file, which takes the old one's place when it is whole. */
  const begin = (): void => {
    letGo();
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
    isTold = true;
    told(problem);
    retrying ??= setTimeout(() => {
      retrying = undefined;
      if (!closed) write();
    }, retryMs).unref();
  };
  const write = (): void => {
    try {
      if (wanted.length === 0) remove();
      else if (handle === undefined) begin();
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
    if (isTold) told(null);
    isTold = false;
  };
  /**
   * Half a line at the end would spoil the next one. What cannot be cut is not written to again: a new file is begun.
   */
  const undo = (): void => {
    try {
      if (handle !== undefined && length > 0) ftruncateSync(handle, length);
      else letGo();
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
      remove();
    },
    release() {
      stop();
      letGo();
      return written.length === 0 ? undefined : file;
    },
  };
}

function sizeOf(edits: readonly UnsavedEdit[]): number {
  return edits.reduce((sum, { text, base }) => sum + text.length + (base?.length ?? 0), 0);
}
