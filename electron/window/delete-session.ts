import { dialog, type BrowserWindow } from 'electron';
import { visible } from '../../shared/basics/invisible';
import type { SessionFile } from '../../shared/sessions/types';

/** Asks before a session is deleted. */
export async function mayDelete(
  window: BrowserWindow,
  { agent, startedAt, endedAt, folder }: SessionFile,
  requests: number,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: `Delete this session of ${visible(agent ?? 'an unknown agent')}?`,
    detail: [
      `${requests} ${requests === 1 ? 'request' : 'requests'}, started ${new Date(startedAt).toLocaleString()}` +
        `${folder === null ? '' : `, in ${visible(folder)}`}.`,
      ...(endedAt === null ? ['It has not ended: a capture may still write to it.'] : []),
      'It cannot be brought back.',
    ].join('\n'),
    buttons: ['Delete', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
