/** The open windows. Each has its own session, looked up by the calling page. */
import { basename } from 'node:path';
import { app, BrowserWindow, type WebContents } from 'electron';
import { visible } from '../../shared/basics/invisible';
import type { Handlers, JournalState, MenuCommand } from '../../shared/ipc/contract';
import type { RememberedChoices } from '../state/choices-file';
import { openCalibrations } from '../host/count/calibration-store';
import { openFrames } from '../host/frames/service';
import type { OpenFrames } from '../host/services';
import { createSession, type Session } from '../host/session';
import { grants } from './grants';
import { createHandlers } from '../ipc/handlers';
import { createPageFeed } from '../ipc/page-feed';
import { sendEvent } from '../ipc/register';
import { locations } from '../start/locations';
import { log, logPage } from '../log/log';
import { leftOf, type LastRun } from '../state/last-run';
import type { OpenFolders } from '../state/open-folders';
import type { Recent } from '../state/recent';
import { reloadCrashedPage, type Recovery } from '../state/recovery';
import { createTrust } from '../state/trust-file';
import { settleUnsaved, unsavedIn } from './unsaved';
import { createWindow, loadPage } from './window';

interface Entry {
  readonly window: BrowserWindow;
  readonly session: Session;
  readonly handlers: Handlers;
}

export interface Windows {
  open(folder?: string): void;
  /** Gives a window with our page its own session. */
  show(window: BrowserWindow, folder?: string): void;
  handlersOf(sender: WebContents): Handlers | undefined;
  command(command: MenuCommand): void;
  /** Shows a message about the app in every window. */
  notify(sentence: string): void;
  /** Opens a folder in the focused window, or in a new one if there is none. */
  openInFocused(folder: string): void;
}

/** Milliseconds that a page has to end. */
const mostForClosing = 5000;

export function createWindows(
  recent: Recent,
  choices: RememberedChoices,
  recovery: Recovery,
  openFolders: OpenFolders,
  lastRun: LastRun,
): Windows {
  const entries = new Map<number, Entry>();
  /** Windows whose page listens; notices wait until there is one. */
  const listening = new Set<number>();
  const pendingNotices: string[] = [];
  const calibrations = openCalibrations(locations.state('calibration'));
  const trust = createTrust(locations.state('trust'));
  const frames: OpenFrames = (workspace, watch) =>
    openFrames({
      captures: locations.captures(),
      frames: locations.frames(),
      workspace,
      watch,
      report: (problem) => log.error('frames', problem),
    });
  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });

  const focused = (): Entry | undefined => {
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().at(-1);
    return window === undefined || window === null ? undefined : entries.get(window.webContents.id);
  };

  const listens = (contents: WebContents): void => {
    listening.add(contents.id);
    for (const sentence of pendingNotices.splice(0)) sendEvent(contents, 'app:notice', sentence);
  };

  const open = (folder?: string): void => {
    const window = createWindow(entries.size * 24);
    logPage(window.webContents);
    loadPage(window).catch((problem: unknown) => log.error('loading the page', problem));
    show(window, folder);
  };

  const show = (window: BrowserWindow, folder?: string): void => {
    const contents = window.webContents;
    const session = createSession({
      cacheFolder: locations.cache(),
      calibrations,
      trust,
      frames,
      report: (problem) => log.error('session', problem),
    });
    const feed = createPageFeed({
      session,
      emit: (event, payload) => sendEvent(contents, event, payload),
      report: (problem) => log.error('sending to the page', problem),
    });
    contents.on('did-navigate', () => feed.stop());
    const handlers = createHandlers({
      window,
      session,
      feed,
      recent,
      choices,
      trust,
      frames,
      calibrations,
      firstFolder: folder,
      openWindow: open,
      listens: () => listens(contents),
      left: () => leftOf(lastRun),
      opening: (path) => lastRun.opening(contents.id, path),
      opened(path) {
        lastRun.opening(contents.id, path);
        openFolders.note(contents.id, path);
      },
      drawn: (path) => lastRun.ready(contents.id, path),
      notOpened: () => lastRun.failed(contents.id),
    });
    let journal: JournalState = { problem: null };
    const sendJournalState = (): void => sendEvent(contents, 'journal:state', journal);
    recovery.follow(window, session, (state) => {
      journal = state;
      sendJournalState();
    });
    contents.on('did-finish-load', sendJournalState);
    entries.set(contents.id, { window, session, handlers });
    const id = contents.id;
    session.onChanged((inspection) => {
      window.setTitle(`${visible(basename(inspection.workspace))} – Strata`);
      window.setDocumentEdited(unsavedIn(session).length > 0);
    });
    session.onFailed((error) => sendEvent(contents, 'workspace:failed', error));

    /** Chromium lets the page end first. One that hangs does not. */
    const closeSurely = (): void => {
      const hangs = setTimeout(() => {
        lastRun.broken(id, true);
        window.destroy();
      }, mostForClosing);
      window.once('closed', () => clearTimeout(hangs));
    };
    let settled = false;
    window.on('close', (event) => {
      if (settled || unsavedIn(session).length === 0) return closeSurely();
      event.preventDefault();
      void settleUnsaved(window, session).then((mayClose) => {
        settled = mayClose;
        if (!mayClose) quitting = false;
        else if (quitting) app.quit();
        else window.close();
      });
    });
    window.on('closed', () => {
      entries.delete(id);
      listening.delete(id);
      lastRun.closed(id);
      if (!quitting) openFolders.forget(id);
      session.close().catch((problem: unknown) => log.error('closing a session', problem));
    });
    reloadCrashedPage(
      window,
      () => loadPage(window),
      () => lastRun.broken(id, true),
    );
    window.on('unresponsive', () => lastRun.broken(id, true));
    window.on('responsive', () => lastRun.broken(id, false));
  };

  return {
    open,
    show,
    handlersOf: (sender) => entries.get(sender.id)?.handlers,
    notify(sentence) {
      if (listening.size === 0) pendingNotices.push(sentence);
      for (const [id, { window }] of entries)
        if (listening.has(id)) sendEvent(window.webContents, 'app:notice', sentence);
    },
    command(command) {
      const entry = focused();
      if (entry !== undefined) sendEvent(entry.window.webContents, 'menu:command', command);
      else if (command === 'open-folder') open();
    },
    openInFocused(folder) {
      grants.allow(folder);
      const entry = focused();
      if (entry === undefined) open(folder);
      else sendEvent(entry.window.webContents, 'workspace:wanted', folder);
    },
  };
}
