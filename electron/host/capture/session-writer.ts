/**
 * Writes one session as it happens. Files are for their owner alone. A write that fails is reported and does not stop
 * the capture: the next exchange is tried again.
 */
import { mkdirSync } from 'node:fs';
import { exchangeStem, type Exchange, type SessionFile } from '../../../shared/sessions/types';
import { childOf } from '../disk/paths';
import { writeWhole } from '../disk/write-file';
import { systemCode, systemReason } from '../errors';
import { bodyName, type BodySide } from './body-name';

export type SessionEvent =
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | { readonly kind: 'session'; readonly session: SessionFile }
  /** Something could not be done; in words for the user. */
  | { readonly kind: 'problem'; readonly text: string };

export interface SessionWriter {
  readonly path: string;
  readonly session: SessionFile;
  readonly exchanges: readonly Exchange[];
  /** Numbers of the exchanges of which the disk lacks the newest state. */
  readonly lost: ReadonlySet<number>;
  /** Bytes of its files on disk. */
  readonly bytes: number;
  /** The number of the next exchange. */
  begin(): number;
  /** Writes a body. Returns the name of its file, or why there is none. */
  writeBody(number: number, side: BodySide, bytes: Buffer, contentType?: string): Promise<KeptFile>;
  /** Writes the exchange, again when more of it is known, and tells the listeners. */
  put(exchange: Exchange): Promise<void>;
  /** Changes what is known of the session. */
  change(change: Partial<Pick<SessionFile, 'agent' | 'agentVersion' | 'folder'>>): Promise<void>;
  note(text: string): Promise<void>;
  /** Waits for all writes. */
  end(at: string): Promise<void>;
  on(listener: (event: SessionEvent) => void): void;
}

export interface KeptFile {
  readonly file: string | null;
  readonly problem: string | null;
}

export interface WriterOptions {
  /** The session's folder, which does not exist yet. */
  readonly path: string;
  readonly session: SessionFile;
  /** Most bytes of bodies; beyond it exchanges are kept without them. */
  readonly mostBytes: number;
}

/** The schema of `session.json` allows no more. */
const mostNotes = 1000;

export async function createSessionWriter({ path, session, mostBytes }: WriterOptions): Promise<SessionWriter> {
  const listeners = new Set<(event: SessionEvent) => void>();
  const exchanges: Exchange[] = [];
  const lost = new Set<number>();
  let file = session;
  let [numbers, bytes] = [0, 0];
  const writing = new Map<string, Promise<unknown>>();
  const sizes = new Map<string, number>();
  const addSize = (name: string, content: Buffer | string): void => {
    const size = Buffer.byteLength(content);
    bytes += size - (sizes.get(name) ?? 0);
    sizes.set(name, size);
  };
  const emit = (event: SessionEvent): void => {
    for (const listener of listeners) listener(event);
  };
  /** Writes of one file come one after the other, so that its newest state is the one that stays. */
  const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const next = (writing.get(name) ?? Promise.resolve()).then(work);
    const done = next.then(
      () => undefined,
      () => undefined,
    );
    writing.set(name, done);
    void done.then(() => writing.get(name) === done && writing.delete(name));
    return next;
  };
  let isReported = false;
  const write = (name: string, content: Buffer | string): Promise<string | null> =>
    inTurn(name, async () => {
      try {
        await writeWhole(childOf(path, name), content, { mode: 0o600, within: path, sync: false });
        addSize(name, content);
        isReported = false;
        return null;
      } catch (error) {
        if (systemCode(error) === '') throw error;
        const problem = systemReason(error);
        if (!isReported) emit({ kind: 'problem', text: `The session is not fully kept: ${problem}` });
        isReported = true;
        return problem;
      }
    });
  const writeSession = async (): Promise<void> => {
    await write('session.json', jsonOf(file));
    emit({ kind: 'session', session: file });
  };
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // There are no listeners yet, so a disk that takes not even this file is reported by a thrown error.
  await writeWhole(childOf(path, 'session.json'), jsonOf(file), { mode: 0o600, within: path, sync: false });
  addSize('session.json', jsonOf(file));
  return {
    path,
    get session() {
      return file;
    },
    exchanges,
    lost,
    get bytes() {
      return bytes;
    },
    begin() {
      numbers += 1;
      return numbers;
    },
    async writeBody(number, side, body, contentType) {
      if (body.length === 0) return { file: null, problem: null };
      if (bytes + body.length > mostBytes)
        return { file: null, problem: `The ${side} was not kept: this session has reached its limit of size` };
      const name = bodyName(number, side, body, contentType);
      const problem = await write(name, body);
      return problem === null
        ? { file: name, problem: null }
        : { file: null, problem: `The ${side} was not kept: ${problem}` };
    },
    async put(exchange) {
      exchanges[exchange.number - 1] = exchange;
      const problem = await write(`${exchangeStem(exchange.number)}.exchange.json`, jsonOf(exchange));
      if (problem === null) lost.delete(exchange.number);
      else lost.add(exchange.number);
      emit({ kind: 'exchange', exchange });
    },
    async change(change) {
      file = { ...file, ...change };
      await writeSession();
    },
    async note(text) {
      if (file.notes.includes(text) || file.notes.length === mostNotes) return;
      const isLast = file.notes.length === mostNotes - 1;
      file = { ...file, notes: [...file.notes, isLast ? 'There were more notes than are kept.' : text] };
      await writeSession();
    },
    async end(at) {
      file = { ...file, endedAt: at };
      await writeSession();
      await Promise.all(writing.values());
    },
    on: (listener) => void listeners.add(listener),
  };
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
