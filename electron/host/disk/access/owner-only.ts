import { chmodSync, mkdirSync } from 'node:fs';
import { systemCode } from '../../errors';

/**
 * Makes a folder that only its owner can enter, so the modes of its files do not matter. Also restricts a folder made
 * by an older version. Windows already separates users' folders.
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (process.platform !== 'win32') chmodSync(folder, 0o700);
  } catch (error) {
    // A full or read-only disk is reported when something is written.
    if (systemCode(error) === '') throw error;
  }
}
