/** What each channel does, for one window and its session. */
import { basename, join } from 'node:path';
import { app, clipboard, dialog, type BrowserWindow } from 'electron';
import { models } from '../../shared/analysis/models';
import { findArchitecture } from '../../shared/assemblers/registry';
import type { CopyScope, ExportFormat, Handlers, Results } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { editableExample, listExamples } from '../state/examples';
import { grants } from '../window/grants';
import { compareCatalogs } from '../host/analyses/catalogs';
import { HostError, writeError } from '../host/errors';
import { nodeFiles } from '../host/disk/node-files';
import { absolutePath } from '../host/disk/paths';
import type { CalibrationStore } from '../host/count/calibration-store';
import type { Session } from '../host/session';
import type { TrustStore } from '../host/disk/access/trust';
import { writeWhole } from '../host/disk/write-file';
import type { RememberedChoices } from '../state/choices-file';
import type { Recent } from '../state/recent';
import { saveAsking } from '../window/unsaved';
import { withoutSecrets } from '../../shared/ipc/written/masked-snapshot';
import { baselineFile } from '../state/baseline';
import { createCacheHandlers } from './areas/cache-handlers';
import { prepareCopy, previewOf, secretsOf, tryingOut } from './copy';
import { createCaptureHandlers } from './areas/capture-handlers';
import { createCountHandlers } from './areas/count-handlers';
import { createFindHandlers } from './areas/find-handlers';
import { createLookHandlers } from './areas/look-handlers';
import type { PageFeed } from './page-feed';
import { peek } from './peek';
import { textTokens } from './text-tokens';
import { createAgentHandlers } from './areas/agent-handlers';
import { createTraceHandlers } from './areas/trace-handlers';
import type { OpenFrames } from '../host/services';
import { createRequestHandlers } from './areas/request-handlers';

interface Dependencies {
  readonly window: BrowserWindow;
  readonly session: Session;
  readonly feed: PageFeed;
  readonly recent: Recent;
  readonly choices: RememberedChoices;
  readonly trust: TrustStore;
  readonly frames: OpenFrames;
  readonly calibrations: CalibrationStore;
  /** Opened with the window, before its page asks. */
  readonly firstFolder: string | undefined;
  readonly openWindow: (folder?: string) => void;
  /** Called when the page is ready for events. */
  readonly listens: () => void;
  /** What the previous run left open when it crashed. */
  readonly left: () => Results['workspace:left'];
  /** Called with what this window is about to show, with what was opened, and again once the page has drawn it. */
  readonly opening: (path: string) => void;
  readonly opened: (path: string) => void;
  readonly drawn: (path: string) => void;
  /** It could not be opened, and nothing else is. */
  readonly notOpened: () => void;
}

export function createHandlers({
  window,
  session,
  feed,
  recent,
  choices,
  trust,
  frames,
  calibrations,
  firstFolder,
  openWindow,
  listens,
  left,
  opening,
  opened,
  drawn,
  notOpened,
}: Dependencies): Handlers {
  /** What is open, as it is remembered: a folder, or a file of requests in it. */
  let shownAs: { readonly workspace: string; readonly path: string } | undefined;
  /** Undefined if the next start cannot show it again. */
  const shows = (path: string | undefined): void => {
    shownAs = path === undefined ? undefined : { workspace: current().workspace, path };
    if (path === undefined) notOpened();
    else opened(path);
  };
  /** Opens with the last choices, or without them if they no longer fit the folder. */
  const openAsBefore = async (folder: string, architecture?: string): Promise<Inspection> => {
    if (architecture !== undefined) return session.open(folder, { architecture });
    const before = choices.of(folder);
    if (Object.keys(before).length === 0) return session.open(folder);
    return session.open(folder, before).catch((problem: unknown) => {
      if (problem instanceof HostError && problem.code === 'bad-arguments') return session.open(folder);
      throw problem;
    });
  };
  const open = async (folder: string, architecture?: string): Promise<Inspection> => {
    grants.allow(folder);
    opening(folder);
    const inspection = await openAsBefore(editableExample(folder), architecture).catch((problem: unknown) => {
      if (session.inspection === null || shownAs === undefined) notOpened();
      else {
        opened(shownAs.path);
        drawn(shownAs.path);
      }
      throw problem;
    });
    if (architecture !== undefined) choices.remember(inspection, { architecture });
    const path = keptAs(inspection, folder);
    grants.allow(path);
    recent.add(path);
    shows(path);
    app.addRecentDocument(path);
    return inspection;
  };
  const { files } = feed;
  const first = firstFolder === undefined ? null : open(firstFolder);
  // The page gets the failure when it asks.
  first?.catch(() => undefined);
  const current = (): Inspection => {
    if (session.inspection === null) throw new HostError('no-workspace', 'No folder is open');
    return session.inspection;
  };

  return {
    'workspace:choose': async () => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        properties: ['openDirectory'],
        title: 'Open a folder',
      });
      const [folder] = filePaths;
      if (folder !== undefined) await open(folder);
      return null;
    },
    'workspace:open': async (folder, architecture) => (await open(grants.check(folder), architecture)).revision,
    'workspace:recent': async () => recent.list(),
    'workspace:examples': async () => listExamples(),
    'workspace:left': async () => left(),
    'window:open': async (folder) => {
      openWindow(folder === undefined ? undefined : grants.check(folder));
      return null;
    },
    'models:list': async () =>
      models.map(({ id, label, provider, contextWindow }) => ({ id, label, provider, contextWindow })),
    'schemas:list': async () => findArchitecture(session.inspection?.architecture ?? '')?.fileSchemas?.() ?? [],
    'inspection:follow': async () => {
      listens();
      feed.follow();
      if (session.inspection === null && first !== null) await first;
      return session.inspection?.revision ?? null;
    },
    'inspection:drawn': async (workspace) => {
      if (shownAs !== undefined && shownAs.workspace === workspace) drawn(shownAs.path);
      return null;
    },
    'inspection:configure': async (change) => {
      const inspection = await session.configure(change);
      choices.remember(inspection, change);
      return inspection.revision;
    },
    'inspection:peek': async (choice) => {
      if (choice.folder !== undefined) grants.check(choice.folder);
      return peek(session, current(), { trust, frames, calibrations }, choice);
    },
    'trust:allow': async (paths) => (await session.allow(paths)).revision,
    'trust:revoke': async (paths) => (await session.revoke(paths)).revision,
    'baseline:get': async () => baselineFile(current().workspace).read(),
    'baseline:set': async (pinned) => {
      baselineFile(current().workspace).write(pinned === null ? null : withoutSecrets(pinned));
      return null;
    },
    'buffer:read': files.read,
    'buffer:edit': files.edit,
    'buffer:splice': files.splice,
    'buffer:save': async (folder, id, over) => {
      await saveAsking(window, id, (options) => session.filesOf(folder).save(id, { ...options, over }));
      await feed.sendFiles();
      return null;
    },
    'buffer:revert': async (folder, id, seen) => {
      await session.filesOf(folder).revert(id, seen);
      await feed.sendFiles();
      return null;
    },
    'buffer:close': async (folder, id) => {
      files.close(folder, id);
      return null;
    },
    'prompt:secrets': async (scope, format, tried) => secretsOf(tryingOut(current(), tried, format), scope, format),
    'prompt:preview': async (scope, format) => previewOf(current(), scope, format),
    'prompt:copy': async (scope, format, { maskSecrets, tried }) => {
      const inspection = tryingOut(current(), tried, format);
      const { body, copied } = await prepareCopy(session, inspection, scope, format, maskSecrets);
      // Electron 45 returns a promise, 42 nothing.
      if (body !== '' || copied.sendable) await clipboard.writeText(body);
      return copied;
    },
    'text:copy': async (text) => {
      await clipboard.writeText(text);
      return null;
    },
    'text:tokens': (text) => textTokens(session, current(), text),
    'prompt:export': async (scope, format, { maskSecrets }) => {
      const inspection = current();
      const { body, copied } = await prepareCopy(session, inspection, scope, format, maskSecrets);
      const { filePath } = await dialog.showSaveDialog(window, {
        defaultPath: join(app.getPath('documents'), fileName(inspection, scope, format)),
      });
      if (filePath === '') return null;
      await writeWhole(filePath, body).catch((problem: unknown) => {
        throw writeError(filePath, problem);
      });
      return { ...copied, path: filePath };
    },
    'folder:choose': async (purpose) => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        properties: ['openDirectory'],
        title: purpose === 'trace' ? 'Choose a folder to trace the request in' : 'Choose a folder to compare with',
      });
      for (const path of filePaths) grants.allow(path);
      return filePaths[0] ?? null;
    },
    'catalog:compare': async (before, after) => {
      for (const set of [before, after]) if (set.kind === 'folder') grants.check(set.path);
      return compareCatalogs(nodeFiles, current(), before, after);
    },
    'tiers:turn': async () => {
      const { moves, path } = await session.turn();
      return { moves, path };
    },
    ...createAgentHandlers(session),
    ...createFindHandlers(session),
    ...createLookHandlers(window),
    ...createRequestHandlers({ window, session, open }),
    ...createCacheHandlers(session, feed),
    ...createCountHandlers(session),
    ...createCaptureHandlers({ window, session, calibrations, opened: shows, openFolder: open }),
    ...createTraceHandlers({
      session,
      captures: absolutePath(join(app.getPath('userData'), 'captures')),
      opened(folder) {
        recent.add(folder);
        shows(folder);
      },
    }),
  };
}

/** A request file is remembered by its own path, not its folder's. */
function keptAs({ architecture, controls, workspace }: Inspection, path: string): string {
  const file = controls.find(({ name }) => name === 'file')?.value;
  return architecture === 'request' && basename(path) === file ? path : workspace;
}

const extensions: Readonly<Record<ExportFormat, string>> = {
  text: 'txt',
  markdown: 'md',
  messages: 'json',
  sent: 'json',
  anthropic: 'json',
  'openai-chat': 'json',
  'openai-responses': 'json',
  gemini: 'json',
  bedrock: 'json',
  curl: 'sh',
  document: 'json',
};

function fileName(inspection: Inspection, scope: CopyScope, format: ExportFormat): string {
  const part = scope.kind === 'tier' ? `-${scope.tier}` : scope.kind === 'all' ? '' : '-part';
  return `${basename(inspection.workspace)}${part}.${format}.${extensions[format]}`
    .replace('.text.txt', '.txt')
    .replace('.markdown.md', '.md');
}
