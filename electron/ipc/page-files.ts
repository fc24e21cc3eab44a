import type { Buffer, BufferChanges, PageBuffer, Splice } from '../../shared/ipc/contract';
import { HostError } from '../host/errors';
import type { Session } from '../host/session';

export interface PageFiles {
  /** Reads a file, and marks it as open in the page. */
  read(folder: string, id: string): Promise<PageBuffer>;
  /** Replaces the whole text. Returns the page's new version. */
  edit(folder: string, id: string, text: string, diskVersion: number): Promise<number>;
  /** Null if the base text is not what the session has; the page must then send the whole text. */
  splice(folder: string, id: string, splice: Splice, diskVersion: number): Promise<number | null>;
  close(folder: string, id: string): void;
  /** Open files whose text differs from the page's; the page then counts as having them. */
  changed(folder: string): Promise<BufferChanges['changes']>;
  /** A new page comes, without any files. */
  forget(): void;
}

/** Tracks what the page has of each open file, so that only changes are sent, both ways. */
export function createPageFiles(session: Pick<Session, 'filesOf'>): PageFiles {
  const has = new Map<string, Map<string, PageBuffer>>();
  let versions = 0;
  const put = (folder: string, buffer: Buffer): PageBuffer => {
    versions += 1;
    const sent = { ...buffer, version: versions };
    const files = has.get(folder) ?? new Map<string, PageBuffer>();
    has.set(folder, files.set(buffer.id, sent));
    return sent;
  };
  const hasOf = (folder: string, id: string): PageBuffer | undefined => has.get(folder)?.get(id);
  const edit = async (folder: string, id: string, text: string, diskVersion: number): Promise<number> => {
    const { version } = put(folder, { ...hasOf(folder, id), id, text, dirty: true, diskVersion });
    try {
      await session.filesOf(folder).type(id, text, diskVersion);
    } catch (problem) {
      // Only the page has this text.
      has.get(folder)?.delete(id);
      throw problem;
    }
    return version;
  };
  /** Undefined if the file is gone or the folder is not open; the page then keeps its text. */
  const readNow = async (folder: string, id: string): Promise<Buffer | undefined> => {
    try {
      return await session.filesOf(folder).read(id);
    } catch (problem) {
      if (problem instanceof HostError) return undefined;
      throw problem;
    }
  };
  return {
    async read(folder, id) {
      return put(folder, await session.filesOf(folder).read(id));
    },
    edit,
    async splice(folder, id, { after, changes }, diskVersion) {
      const had = hasOf(folder, id);
      if (had?.version !== after) return null;
      let { text } = had;
      for (const { start, end, text: typed } of changes) {
        if (start > end || end > text.length) return null;
        text = text.slice(0, start) + typed + text.slice(end);
      }
      const now = await readNow(folder, id);
      return now?.text === had.text && hasOf(folder, id) === had ? edit(folder, id, text, diskVersion) : null;
    },
    close: (folder, id) => void has.get(folder)?.delete(id),
    async changed(folder) {
      const changes: BufferChanges['changes'][number][] = [];
      for (const had of has.get(folder)?.values() ?? []) {
        const now = await readNow(folder, had.id);
        // Edited or closed meanwhile.
        if (now === undefined || hasOf(folder, had.id) !== had || isSame(now, had)) continue;
        changes.push({ after: had.version, buffer: put(folder, now) });
      }
      return changes;
    },
    forget: () => has.clear(),
  };
}

function isSame(a: Buffer, b: Buffer): boolean {
  return (
    a.text === b.text &&
    a.dirty === b.dirty &&
    a.diskVersion === b.diskVersion &&
    JSON.stringify(a.disk) === JSON.stringify(b.disk)
  );
}
