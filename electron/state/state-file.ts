/** Small JSON files with the app's state, validated when read: a broken one counts as absent and is rewritten. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { writeError } from '../host/errors';
import { writeWholeSync } from '../host/disk/write-file';

export interface StateFile<T> {
  read(): T;
  /** Throws a `HostError` when the file cannot be written. */
  write(value: T): void;
}

export function stateFile<T>(path: string, schema: z.ZodType<T>, initial: T): StateFile<T> {
  return checkedFile(path, (value) => schema.safeParse(value).data, initial);
}

/** `check` returns undefined for an invalid value. */
export function checkedFile<T>(path: string, check: (value: unknown) => T | undefined, initial: T): StateFile<T> {
  return {
    read: () => check(readJson(path)) ?? initial,
    write(value) {
      try {
        writeWholeSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
      } catch (error) {
        throw writeError(path, error);
      }
    },
  };
}

let forgetting = (problem: unknown): void => console.error(problem);

/** Calls the listener when state could not be stored. */
export function onForgetting(listener: (problem: unknown) => void): void {
  forgetting = listener;
}

/**
 * For incidental state: a failed write is reported but does not throw. The unwritten value stays in effect until the
 * app ends.
 */
export function remembered<T>(file: StateFile<T>): StateFile<T> {
  let unwritten: { readonly value: T } | undefined;
  return {
    read: () => (unwritten === undefined ? file.read() : unwritten.value),
    write(value) {
      try {
        file.write(value);
        unwritten = undefined;
      } catch (problem) {
        unwritten = { value };
        forgetting(problem);
      }
    },
  };
}

function readJson(path: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return value;
  } catch {
    return undefined;
  }
}
