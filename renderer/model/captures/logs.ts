import type { FolderLogs } from '../../../shared/ipc/captures';
import { counted } from '../panels/answer';

/** How many there are, and what they hold. */
export function logsText({ folder, logs }: Pick<FolderLogs, 'folder' | 'logs'>): string {
  if (logs.length === 0) return `None was found of ${folder}.`;
  const held = 'messages and usage. What a log does not hold is shown as not recorded.';
  return `${counted(logs.length, 'log')} of ${folder}: ${held}`;
}
