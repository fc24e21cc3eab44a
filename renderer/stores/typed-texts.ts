import type { Bridge, Splice } from '../../shared/ipc/contract';
import { minimalEdit } from '../../shared/document/minimal-edit';
import { call } from '../bridge';

interface Given {
  readonly edit: number;
  readonly text: string;
}

interface Waiting {
  readonly text: string;
  readonly ground: number;
}

/** From so many characters on, only what changed is sent. */
const longText = 32_768;

/** Null where the whole text is to be sent. */
function spliceOf({ edit, text: before }: Given, text: string): Splice | null {
  const change = text.length < longText ? null : minimalEdit(before, text);
  return change === null ? null : { after: edit, ...change };
}

export interface TypedTexts {
  send(folder: string, id: string, text: string, ground: number): void;
  /** When everything that was typed has arrived; rejects when it did not. */
  settled(folder: string, id: string): Promise<void>;
  /** What did not arrive is not wanted any more. */
  giveUp(folder: string, id: string): void;
  /** Is there something typed that main does not have? */
  isBusy(folder: string, id: string): boolean;
  /** How often something was typed. */
  count(folder: string, id: string): number;
}

/** What is typed, on its way to main: one at a time for each file, and of what waits only the newest. */
export function createTypedTexts(bridge: Bridge, onProblem: (problem: unknown) => void): TypedTexts {
  const waiting = new Map<string, Waiting>();
  const sending = new Map<string, Promise<void>>();
  /** What main has of each file that was typed in, by the number of its edit. */
  const given = new Map<string, Given>();
  /** Why the newest text of a file did not arrive: then it is nowhere but in the editor. */
  const lost = new Map<string, unknown>();
  const counts = new Map<string, number>();
  const keyOf = (folder: string, id: string): string => `${folder}\0${id}`;

  const work = async (folder: string, id: string, key: string): Promise<void> => {
    for (let next = waiting.get(key); next !== undefined; next = waiting.get(key)) {
      waiting.delete(key);
      const { text, ground } = next;
      const known = given.get(key);
      given.delete(key);
      const splice = known === undefined ? null : spliceOf(known, text);
      const spliced = splice === null ? null : await call(bridge, 'buffer:splice', folder, id, splice, ground);
      given.set(key, { edit: spliced ?? (await call(bridge, 'buffer:edit', folder, id, text, ground)), text });
      lost.delete(key);
    }
  };

  return {
    send(folder, id, text, ground) {
      const key = keyOf(folder, id);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      waiting.set(key, { text, ground });
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
    isBusy: (folder, id) => sending.has(keyOf(folder, id)) || lost.has(keyOf(folder, id)),
    count: (folder, id) => counts.get(keyOf(folder, id)) ?? 0,
  };
}
