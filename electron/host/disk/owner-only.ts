import { chmodSync, mkdirSync } from 'node:fs';
import { systemCode } from '../errors';

/**
 * Makes a folder that nobody but its owner can look into, so that it does not matter which rights the files in it have.
 * A folder that was made by an older version is closed too. Windows keeps the folders of users apart by itself.
 */
export function keepForOwner(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (process.platform !== 'win32') chmodSync(folder, 0o700);
  } catch (error) {
    // A disk that is full or cannot be written says so where something is to be written.
    if (systemCode(error) === '') throw error;
  }
}
