/** Reads files that another program is writing. */
import type { Fields } from '../../../../shared/basics/json-value';
import { lstatSync, readdirSync } from 'node:fs';
import { readBytesFrom, readBytesOf } from '../../disk/open-file';
import { childOf } from '../../disk/paths';
import { systemCode } from '../../errors';

const mostBytes = 256 * 1024 * 1024;

/** A file that holds one JSON object. `value` is undefined if it is not whole; `notes` say why. */
export interface WrittenJson {
  readonly bytes: Buffer;
  readonly value: Fields | undefined;
  readonly notes: readonly string[];
}

export interface JsonFiles {
  /** Undefined as long as the file is missing or half-written. The last look takes what there is. */
  read(folder: string, name: string, isLast: boolean): WrittenJson | undefined;
}

/**
 * Looks at files again and again until they are complete. Of a file that is still being written only the end is read,
 * to see if it is complete. A file that did not change is not read again.
 */
export function jsonFiles(longest = mostBytes): JsonFiles {
  const half = new Map<string, string>();
  return {
    read(folder, name, isLast) {
      const path = childOf(folder, name);
      const state = stateOf(path);
      if (state !== undefined && state.size > longest)
        return { bytes: Buffer.alloc(0), value: undefined, notes: [tooLong] };
      const isWorthReading = state !== undefined && half.get(path) !== state.id && endsObject(folder, name, state.size);
      if (!isWorthReading && !isLast) return undefined;
      const bytes = bytesAt(folder, name) ?? Buffer.alloc(0);
      const value = objectIn(bytes);
      if (value === undefined && !isLast) {
        if (state !== undefined) half.set(path, state.id);
        return undefined;
      }
      half.delete(path);
      return { bytes, value, notes: value === undefined ? [halfWritten] : [] };
    },
  };
}

function stateOf(path: string): { readonly size: number; readonly id: string } | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? { size: stat.size, id: `${stat.size} ${stat.mtimeMs} ${stat.ino}` } : undefined;
}

/** As much white space as a writer may put behind the last brace. */
const longestTail = 64;

function endsObject(folder: string, name: string, size: number): boolean {
  const tail = orMissing(() =>
    readBytesFrom(childOf(folder, name), Math.max(0, size - longestTail), { most: longestTail, within: folder }),
  );
  return tail !== undefined && tail.toString('latin1').trimEnd().endsWith('}');
}

function bytesAt(folder: string, name: string): Buffer | undefined {
  return orMissing(() => readBytesOf(childOf(folder, name), { most: mostBytes, within: folder }));
}

function orMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return undefined;
  }
}

export interface WrittenFile {
  readonly name: string;
  readonly writtenMs: number;
}

/** Ordinary files whose name is wanted, oldest first. */
export function filesIn(folder: string, isWanted: (name: string) => boolean): readonly WrittenFile[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return [];
  }
  return names
    .filter(isWanted)
    .flatMap((name) => {
      const stat = lstatSync(childOf(folder, name), { throwIfNoEntry: false });
      return stat?.isFile() === true ? [{ name, writtenMs: stat.mtimeMs }] : [];
    })
    .toSorted((a, b) => a.writtenMs - b.writtenMs || (a.name < b.name ? -1 : 1));
}

/** Undefined if the text is not a JSON object, for example while it is half-written. */
export function objectIn(bytes: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

export const halfWritten = 'The agent did not finish writing this body';
const tooLong = 'This body is too long to be kept';
export const recordLeftOut = 'A record of the agent was too long and was left out.';
