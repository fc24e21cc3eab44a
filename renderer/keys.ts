import { writtenKeys } from '../shared/ipc/shortcuts';

export const isMac = navigator.platform.startsWith('Mac');
export const isWindows = navigator.platform.startsWith('Win');

/** Keys as they are written on this platform. Every key that the window names goes through here. */
export function keysText(keys: string): string {
  return writtenKeys(keys, isMac);
}
