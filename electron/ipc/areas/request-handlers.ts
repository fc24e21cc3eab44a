/** Channels of requests, declared layouts and variants. */
import { join } from 'node:path';
import { app, clipboard, dialog, type BrowserWindow } from 'electron';
import { looksLikeRequest } from '../../../shared/requests/pasted-name';
import type { HandlersOf } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { grants } from '../../window/grants';
import { HostError } from '../../host/errors';
import { writeDraft } from '../../host/edit/layout-draft';
import { matrixOf } from '../../host/analyses/matrix';
import { nodeFiles } from '../../host/disk/node-files';
import { writePasted } from '../../host/disk/pasted';
import { sentAgainstBuilt } from '../../host/analyses/sent';
import { sequenceOfSession } from '../../host/analyses/sequence';
import { createSession, type Session } from '../../host/session';
import { sendEvent } from '../register';

interface Dependencies {
  readonly window: BrowserWindow;
  readonly session: Session;
  readonly open: (path: string) => Promise<Inspection>;
}

export function createRequestHandlers({
  window,
  session,
  open,
}: Dependencies): HandlersOf<'layout' | 'request' | 'matrix'> {
  let running: AbortController | undefined;
  const current = (): Inspection => {
    if (session.inspection === null) throw new HostError('no-workspace', 'No folder is open');
    return session.inspection;
  };
  const keep = (text: string): Promise<string> => writePasted(nodeFiles, join(app.getPath('userData'), 'pasted'), text);
  return {
    'layout:create': async (folder) => {
      await writeDraft(nodeFiles, grants.check(folder));
      const opened = await open(folder);
      // Earlier choices for the folder may name another design.
      const shown = opened.architecture === 'declared' ? opened : await session.configure({ architecture: 'declared' });
      return shown.revision;
    },
    'request:choose': async () => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        properties: ['openFile'],
        title: 'Open a request file',
        filters: [
          { name: 'Requests', extensions: ['json', 'jsonl', 'har', 'curl', 'sh', 'txt'] },
          { name: 'All files', extensions: ['*'] },
        ],
      });
      for (const path of filePaths) grants.allow(path);
      return filePaths[0] ?? null;
    },
    'request:clipboard': async () => {
      // Electron 45 returns a promise, 42 the text.
      const text = await clipboard.readText();
      if (!looksLikeRequest(text))
        throw new HostError(
          'bad-arguments',
          'There is no request in the clipboard: looked for JSON, JSON lines, a HAR or a cURL command',
        );
      const path = await keep(text);
      grants.allow(path);
      return path;
    },
    'request:sequence': () => sequenceOfSession(session, current()),
    'request:compare': async (path, index = 1) => {
      const request = createSession({ watch: false });
      try {
        const sent = await request.open(grants.check(path), { architecture: 'request', settings: { index } });
        if (!sent.usable)
          throw new HostError(
            'bad-arguments',
            sent.findings.find(({ severity }) => severity === 'error')?.message ?? 'There is no request in this file',
          );
        const requests = sent.controls.find(({ name }) => name === 'index')?.choices?.map(({ label }) => label) ?? [];
        const notes = sent.findings.filter(({ lint }) => lint !== true).map(({ message }) => message);
        return { rows: await sentAgainstBuilt(sent, current(), session), requests, index, notes };
      } finally {
        await request.close();
      }
    },
    'matrix:run': async ({ over }) => {
      running?.abort();
      const stop = new AbortController();
      running = stop;
      return matrixOf(session, current(), {
        over,
        signal: stop.signal,
        progress: (done, total) => sendEvent(window.webContents, 'matrix:progress', { done, total }),
      });
    },
    'matrix:stop': async () => {
      running?.abort();
      return null;
    },
  };
}
