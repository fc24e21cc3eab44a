import type { TextEdit } from '../../shared/basics/minimal-edit';
import type { Bridge } from '../../shared/ipc/contract';
import { call } from '../bridge';

interface Waiting {
  readonly text: string;
  /** The changes from the text sent last to this one; null if unknown. */
  readonly changes: readonly TextEdit[] | null;
  readonly diskVersion: number;
}

/** With more changes than this the whole text is sent. */
const mostChanges = 1000;

export interface TypedTexts {
  /** `changes` is what was typed; null if only the text is known. */
  send(folder: string, id: string, changes: readonly TextEdit[] | null, text: string, diskVersion: number): void;
  /** Resolves when main has everything that was typed; rejects if something did not arrive. */
  settled(folder: string, id: string): Promise<void>;
  /** Drops text that did not arrive. */
  giveUp(folder: string, id: string): void;
  /** The page adopted this version from main. What is typed next is based on it. */
  took(folder: string, id: string, version: number): void;
  /** Whether the page has this version and nothing that main lacks. */
  isAt(folder: string, id: string, version: number): boolean;
  /** How often the user typed. */
  count(folder: string, id: string): number;
}

/** Sends typed text to main: one message at a time per file; changes that wait are sent together. */
export function createTypedTexts(bridge: Bridge, onProblem: (problem: unknown) => void): TypedTexts {
  const waiting = new Map<string, Waiting>();
  const sending = new Map<string, Promise<void>>();
  /** The version that main knows the page has, per file. */
  const versions = new Map<string, number>();
  /** Why the newest text of a file did not arrive. That text exists only in the editor. */
  const lost = new Map<string, unknown>();
  const counts = new Map<string, number>();
  const keyOf = (folder: string, id: string): string => `${folder}\0${id}`;

  const work = async (folder: string, id: string, key: string): Promise<void> => {
    for (let next = waiting.get(key); next !== undefined; next = waiting.get(key)) {
      waiting.delete(key);
      const { text, changes, diskVersion } = next;
      const after = versions.get(key);
      versions.delete(key);
      const spliced =
        after === undefined || changes === null || changes.length > mostChanges
          ? null
          : await call(bridge, 'buffer:splice', folder, id, { after, changes: [...changes] }, diskVersion);
      versions.set(key, spliced ?? (await call(bridge, 'buffer:edit', folder, id, text, diskVersion)));
      lost.delete(key);
    }
  };

  return {
    send(folder, id, changes, text, diskVersion) {
      const key = keyOf(folder, id);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const before = waiting.get(key);
      const all = before === undefined ? changes : together(before.changes, changes);
      waiting.set(key, { text, changes: all, diskVersion });
      if (sending.has(key)) return;
      const done = work(folder, id, key)
        .catch((problem: unknown) => {
          lost.set(key, problem);
          onProblem(problem);
        })
        .finally(() => sending.delete(key));
      sending.set(key, done);
    },
    async settled(folder, id) {
      const key = keyOf(folder, id);
      await sending.get(key);
      if (lost.has(key)) throw lost.get(key);
    },
    giveUp(folder, id) {
      lost.delete(keyOf(folder, id));
    },
    took: (folder, id, version) => void versions.set(keyOf(folder, id), version),
    isAt(folder, id, version) {
      const key = keyOf(folder, id);
      return !sending.has(key) && !lost.has(key) && versions.get(key) === version;
    },
    count: (folder, id) => counts.get(keyOf(folder, id)) ?? 0,
  };
}

function together(first: readonly TextEdit[] | null, then: readonly TextEdit[] | null): readonly TextEdit[] | null {
  return first === null || then === null ? null : [...first, ...then];
}
