/** Small JSON files of the app's own state, checked when read: a broken one counts as absent and is written anew. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

export interface StateFile<T> {
  read(): T;
  write(value: T): void;
}

export function stateFile<T>(path: string, schema: z.ZodType<T>, initial: T): StateFile<T> {
  return {
    read() {
      const parsed = schema.safeParse(readJson(path));
      return parsed.success ? parsed.data : initial;
    },
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
