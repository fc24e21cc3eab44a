/** Channels of captures, their sessions, and the sessions that agents keep themselves. */
import { join } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';
import type { HandlersOf } from '../../../shared/ipc/contract';
import { exchangeStem } from '../../../shared/sessions/types';
import { shippedPacks } from '../../../shared/cache/packs/packs';
import type { CalibrationStore } from '../../host/count/calibration-store';
import { createWindowCaptures } from '../../host/analyses/sessions/window-captures';
import { createWindowLogs } from '../../host/analyses/sessions/window-logs';
import { exportedLines, exportSession } from '../../host/capture/export-session';
import { machineHome } from '../../host/disk/machine';
import { absolutePath, isInside } from '../../host/disk/paths';
import { mayDelete } from '../../window/delete-session';
import { applyReportedCounts } from '../../host/analyses/sessions/apply-counts';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { Session } from '../../host/session';
import { log } from '../../log/log';
import { grants } from '../../window/grants';
import { sendEvent } from '../register';

interface Dependencies {
  readonly window: BrowserWindow;
  readonly session: Session;
  readonly calibrations: CalibrationStore;
  readonly opened: (path: string | undefined) => void;
  /** Shows a folder that the user had opened. */
  readonly openFolder: (folder: string) => Promise<unknown>;
}

export function createCaptureHandlers({
  window,
  session,
  calibrations,
  opened,
  openFolder,
}: Dependencies): HandlersOf<'captures' | 'logs'> {
  const report = (problem: unknown): void => log.error('capture', problem);
  const capturesFolder = absolutePath(join(app.getPath('userData'), 'captures'));
  const captures = createWindowCaptures({
    captures: capturesFolder,
    environment: process.env,
    platform: process.platform,
    opened: () => {
      const now = session.inspection;
      if (now === null) return null;
      const { workspace: path, architecture } = now;
      return {
        path,
        isRequest: architecture === 'request',
        isSession: isInside(capturesFolder, path) || logs.isOpened(path),
      };
    },
    packs: () => (session.inspection === null ? shippedPacks : session.packs),
    calibrationOf: (agent, modelId) => calibrations.ofAgent(agent, modelId),
    changed: (list) => sendEvent(window.webContents, 'captures:changed', list),
    rows: (rows) => {
      sendEvent(window.webContents, 'captures:rows', rows);
      const { path, analysis } = captures.followed();
      if (applyReportedCounts(calibrations, path, analysis)) void recount(path).catch(report);
    },
    report,
  });
  const logs = createWindowLogs({
    places: () => ({ home: machineHome().value, environment: process.env }),
    folder: () => captures.folder(),
    changed: (found) => sendEvent(window.webContents, 'logs:changed', found),
  });
  window.on('closed', () => {
    logs.close();
    void captures.close().catch(report);
  });

  const openAt = async (path: string): Promise<Inspection> => {
    const inspection = await session.open(path, { architecture: 'request' });
    grants.allow(path);
    opened(path);
    return inspection;
  };
  /** The place of the request in the folder, which leaves out what is no request. */
  const indexOf = ({ controls }: Inspection, number: number): number | undefined => {
    const stem = exchangeStem(number);
    const [file, index] = ['file', 'index'].map((each) => controls.find(({ name }) => name === each));
    const at = (index?.choices ?? []).findIndex(({ label }) => label.endsWith(` ${stem}`));
    if (at !== -1) return at + 1;
    // The only request of a folder is shown by the name of its file.
    return typeof file?.value === 'string' && file.value.startsWith(`${stem}.`) ? 1 : undefined;
  };
  /** The request on screen is counted with what was reported, learned or forgotten. */
  const recount = async (path: string): Promise<void> => {
    if (session.inspection?.workspace === path) await session.configure({});
  };
  return {
    'captures:refresh': async () => {
      captures.announce();
      return null;
    },
    'captures:start': (agent) => captures.start(agent),
    'captures:terminal': async (named) => {
      await captures.openTerminal(named);
      return null;
    },
    'captures:stop': async () => {
      await captures.stop();
      return null;
    },
    'captures:follow': async (id) => {
      await captures.follow(id);
      return null;
    },
    'captures:show': async (number) => {
      const { path, analysis } = captures.followed();
      applyReportedCounts(calibrations, path, analysis);
      const open = session.inspection?.workspace === path ? session.inspection : await openAt(path);
      // A file that has just been written may not be in the list yet.
      const shown = indexOf(open, number) === undefined ? await openAt(path) : open;
      const index = indexOf(shown, number);
      return index === undefined ? shown.revision : (await session.configure({ settings: { index } })).revision;
    },
    'captures:explain': async (number) => {
      const { folder, analysis } = captures.followed();
      // The agent's folder is read only if the user opened it.
      if (folder !== null && grants.allows(folder)) return (await analysis.explainIn(folder, number)) ?? null;
      const found = analysis.explain(number);
      if (found === undefined) return null;
      return folder === null || found.answer.edit === null
        ? found
        : { ...found, unread: `Open ${folder} to see the file of the agent that changed.` };
    },
    'captures:response': async (number) => captures.response(number),
    'captures:summary': async () => captures.followed().analysis.summary(),
    'captures:find': async (text) => captures.followed().analysis.find(text) ?? null,
    'captures:learn': async () => {
      const { agent, analysis, path } = captures.followed();
      applyReportedCounts(calibrations, path, analysis);
      const learned = analysis.calibrations(new Date().toISOString());
      for (const each of learned) calibrations.putAgent(agent, each);
      await recount(path);
      return learned.length;
    },
    'captures:delete': async (id) => {
      const { path, session: kept, exchanges } = captures.kept(id);
      if (!(await mayDelete(window, kept, exchanges))) return null;
      const isShown = session.inspection?.workspace === absolutePath(path);
      const folder = captures.folder();
      const said = captures.remove(id);
      if (isShown && folder !== null) await openFolder(folder);
      return said;
    },
    'captures:export': async (id) => {
      const kept = captures.kept(id);
      const { filePath } = await dialog.showSaveDialog(window, {
        title: 'Export a copy with secrets and ids masked',
        buttonLabel: 'Export',
        defaultPath: join(app.getPath('documents'), `strata-session-${id}`),
      });
      if (filePath === '') return null;
      return exportedLines(await exportSession(kept, absolutePath(filePath), machineHome().value), filePath);
    },
    'logs:refresh': async (asksOpenCode) => {
      await logs.refresh(asksOpenCode);
      return null;
    },
    'logs:open': async (agent, id) => {
      const folder = captures.folder();
      return logs.open(agent, id, async ({ path, isCopy }) => {
        const { revision } = await session.open(path, { architecture: 'request' });
        grants.allow(path);
        // A copy is gone when the window closes: the next start shows the folder.
        opened(isCopy ? (folder ?? undefined) : path);
        return revision;
      });
    },
    'captures:forget': async () => {
      const { agent, path } = captures.followed();
      calibrations.forget(path);
      const count = calibrations.forgetAgent(agent);
      await recount(path);
      return count;
    },
  };
}
