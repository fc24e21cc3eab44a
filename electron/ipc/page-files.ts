import type { Buffer, BufferChanges, PageBuffer, Splice } from '../../shared/ipc/contract';
import { HostError } from '../host/errors';
import type { Session } from '../host/session';

export interface PageFiles {
  /** From here on the page has it open. */
  read(folder: string, id: string): Promise<PageBuffer>;
  /** Takes a whole text. Gives the version that the page has now. */
  edit(folder: string, id: string, text: string, ground: number): Promise<number>;
  /** Null where the text it is meant for is not what the session has: the whole is needed. */
  splice(folder: string, id: string, splice: Splice, ground: number): Promise<number | null>;
  close(folder: string, id: string): void;
  /** What reads differently than the page has it; from here on it has that. */
  changed(folder: string): Promise<BufferChanges['changes']>;
  /** Another page comes, and has nothing. */
  forget(): void;
}

/** What the page has of each file that it opened, so that only what changed goes there and back. */
export function createPageFiles(session: Pick<Session, 'filesOf'>): PageFiles {
  const has = new Map<string, Map<string, PageBuffer>>();
  let versions = 0;
  const put = (folder: string, buffer: Buffer): PageBuffer => {
    versions += 1;
    const given = { ...buffer, version: versions };
    const files = has.get(folder) ?? new Map<string, PageBuffer>();
    has.set(folder, files.set(buffer.id, given));
    return given;
  };
  const hasOf = (folder: string, id: string): PageBuffer | undefined => has.get(folder)?.get(id);
  const edit = async (folder: string, id: string, text: string, ground: number): Promise<number> => {
    const { version } = put(folder, { ...hasOf(folder, id), id, text, dirty: true, ground });
    try {
      await session.filesOf(folder).type(id, text, ground);
    } catch (problem) {
      // The text is nowhere but in the page.
      has.get(folder)?.delete(id);
      throw problem;
    }
    return version;
  };
  /** Undefined where there is no such file any more, or the folder is not open: then the page keeps what it has. */
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
    async splice(folder, id, { after, changes }, ground) {
      const had = hasOf(folder, id);
      if (had?.version !== after) return null;
      let { text } = had;
      for (const { start, end, text: typed } of changes) {
        if (start > end || end > text.length) return null;
        text = text.slice(0, start) + typed + text.slice(end);
      }
      const now = await readNow(folder, id);
      return now?.text === had.text && hasOf(folder, id) === had ? edit(folder, id, text, ground) : null;
    },
    close: (folder, id) => void has.get(folder)?.delete(id),
    async changed(folder) {
      const changes: BufferChanges['changes'][number][] = [];
      for (const had of has.get(folder)?.values() ?? []) {
        const now = await readNow(folder, had.id);
        // Typed in, or closed, meanwhile.
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
    a.ground === b.ground &&
    JSON.stringify(a.disk) === JSON.stringify(b.disk)
  );
}
