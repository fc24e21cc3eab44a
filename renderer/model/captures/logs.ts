import { counted } from '../../../shared/basics/grouped';
import type { FolderLogs } from '../../../shared/ipc/captures';

/** How many there are, and what they contain. */
export function logsText({ folder, logs }: Pick<FolderLogs, 'folder' | 'logs'>): string {
  if (logs.length === 0) return `No log was found for ${folder}.`;
  const held = 'messages and usage. What a log does not hold is shown as not recorded.';
  return `${counted(logs.length, 'log')} of ${folder}: ${held}`;
}

/** 1 KB, 340 KB, 1.2 MB. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
