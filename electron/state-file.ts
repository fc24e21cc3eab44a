/** Small JSON files of the app's own state, checked when read: a broken one counts as absent and is written anew. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

export interface StateFile<T> {
  read(): T;
  write(value: T): void;
}

export function stateFile<T>(path: string, schema: z.ZodType<T>, initial: T): StateFile<T> {
  return checkedFile(path, (value) => schema.safeParse(value).data, initial);
}

/** `check` gives undefined for what is not a T. */
export function checkedFile<T>(path: string, check: (value: unknown) => T | undefined, initial: T): StateFile<T> {
  return {
    read: () => check(readJson(path)) ?? initial,
    write(value) {
      mkdirSync(dirname(path), { recursive: true });
      const fresh = `${path}.new`;
      writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`);
      renameSync(fresh, path);
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
