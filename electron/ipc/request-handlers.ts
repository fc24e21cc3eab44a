/** Channels of requests, declared layouts and variants. */
import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import type { Handlers } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection';
import { HostError } from '../host/errors';
import { writeDraft } from '../host/layout-draft';
import { matrixOf } from '../host/matrix';
import { nodeFiles } from '../host/node-files';
import { writePasted } from '../host/pasted';
import { sentAgainstBuilt } from '../host/sent';
import { sequenceOfSession } from '../host/sequence';
import { createSession, type Session } from '../host/session';
import { sendEvent } from './register';

type Requests = Pick<Handlers, 'layout:create' | 'request:paste' | 'request:sequence' | 'request:compare' | 'matrix:run' | 'matrix:stop'>;

interface Parts {
  readonly window: BrowserWindow;
  readonly session: Session;
  readonly open: (path: string) => Promise<Inspection>;
}

export function createRequestHandlers({ window, session, open }: Parts): Requests {
  let running: AbortController | undefined;
  const current = (): Inspection => {
    if (session.inspection === null) throw new HostError('no-workspace', 'No folder is open');
    return session.inspection;
  };
  return {
    'layout:create': async (folder) => {
      await writeDraft(nodeFiles, folder);
      return open(folder);
    },
    'request:paste': async (text) => open(await writePasted(nodeFiles, join(app.getPath('userData'), 'pasted'), text)),
    'request:sequence': () => sequenceOfSession(session, current()),
    'request:compare': async (path) => {
      const request = createSession({ watch: false });
      try {
        return await sentAgainstBuilt(await request.open(path, { architecture: 'request' }), current(), session);
      } finally {
        await request.close();
      }
    },
    'matrix:run': async ({ over }) => {
      running?.abort();
      const stop = new AbortController();
      running = stop;
      return matrixOf(session, current(), { over, signal: stop.signal, progress: (done, total) => sendEvent(window.webContents, 'matrix:progress', { done, total }) });
    },
    'matrix:stop': async () => {
      running?.abort();
      return null;
    },
  };
}
