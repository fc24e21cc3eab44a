import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActions } from './actions';
import { afterFrame, behindKeys } from './after-frame';
import { AppView } from './app';
import { call, pageBridge, Refused } from './bridge';
import { runMenuCommand } from './commands/commands';
import { createPromptEditor } from './components/prompt/prompt-pane';
import { AppProvider, type App } from './context';
import type { EditorHandles } from './editor-handles';
import { listenForShortcuts } from './commands/shortcuts';
import { setFrontMatterSchemas, setUpFrontMatter } from './monaco/front-matter';
import { setJsonSchemas, setUpMonaco } from './monaco/setup';
import { setUpJsonLines, setUpPromptLanguage } from './monaco/language';
import { setUpThemes } from './monaco/theme';
import { announceSetting } from './announce';
import { createCapturesStore } from './stores/captures';
import { createCacheStore } from './stores/cache';
import { createCountsStore } from './stores/counts';
import { createFindStore } from './stores/find';
import { createHistoryStore } from './stores/history';
import { createInspectionStore } from './stores/inspection';
import { createJournalStore } from './stores/journal';
import { createMarkedStore } from './stores/marked';
import { createRequestsStore, hasSequence, opensSequence } from './stores/requests';
import { createSourcesStore } from './stores/sources';
import { watchCauses } from './stores/cause-place';
import { createToastStore } from './stores/toasts';
import { createViewStore } from './stores/view';
import './styles/index.css';

setUpMonaco();
setUpPromptLanguage();
setUpJsonLines();
setUpFrontMatter();
setUpThemes();

const bridge = pageBridge();
const inspection = createInspectionStore();
const view = createViewStore(window.localStorage);
const toasts = createToastStore(watchCauses(window, () => performance.now()));
const sources = createSourcesStore({
  bridge,
  onProblem: (problem) => actions.report(problem),
  later: afterFrame,
});
const editors: EditorHandles = { prompt: null, conversation: null, source: null, spare: null };
const actions = createActions({ bridge, inspection, view, sources, toasts, editors });
const history = createHistoryStore(bridge, Date.now, (problem) => actions.report(problem));
const requests = createRequestsStore({
  bridge,
  inspection,
  open: (path) => actions.openFolder(path),
  show: (id) => actions.openSource(id),
  say: (text) => toasts.show('done', text),
  onProblem: actions.report,
});
const captures = createCapturesStore({
  bridge,
  inspection,
  say: (text) => toasts.show('done', text),
  logOpened: () => {
    if (hasSequence(inspection.store.getState().shown?.inspection)) view.showPanel('sequence');
  },
  onProblem: (problem) => actions.report(problem),
});
const cache = createCacheStore({
  bridge,
  inspection,
  now: Date.now,
  onProblem: (problem) => actions.report(problem),
  later: afterFrame,
});
const counts = createCountsStore({
  bridge,
  inspection,
  view,
  say: (text) => toasts.show('done', text),
  onProblem: (problem) => actions.report(problem),
});
const app: App = {
  inspection,
  view,
  sources,
  toasts,
  journal: createJournalStore(bridge),
  find: createFindStore({ bridge, inspection, onProblem: (problem) => actions.report(problem) }),
  history,
  requests,
  captures,
  cache,
  counts,
  marked: createMarkedStore({ bridge, onProblem: (problem) => actions.report(problem) }),
  editors,
  actions,
};

const typedFirst = behindKeys(window);
bridge.on('inspection:changed', (change) => {
  typedFirst(() => {
    if (inspection.follow(change)) return;
    call(bridge, 'inspection:follow').catch(actions.report);
  });
});
bridge.on('workspace:failed', (error) => inspection.fail(error));
bridge.on('app:notice', (text) => toasts.show('problem', text));
bridge.on('workspace:wanted', (folder) => {
  actions.openFolder(folder).catch(actions.report);
});
bridge.on('menu:command', (command) => runMenuCommand(app, command));
listenForShortcuts(app);

inspection.store.subscribe((state, before) => {
  if (state.shown === before.shown) return;
  if (state.shown !== null && !state.shown.inspection.stale) history.add(state.shown);
  // Replaces only the panel that is open at first.
  if (view.store.getState().panel === 'findings' && opensSequence(before.shown?.inspection, state.shown?.inspection))
    view.showPanel('sequence');
  // Each new request of a followed session is shown and has a row, so it needs no toast.
  if (!captures.isShowing(state.shown)) announceSetting(toasts, before.shown, state.shown);
  if (before.shown === null && state.shown !== null && !view.store.getState().tourSeen) {
    const { workspace } = state.shown.inspection;
    // The tour is about the examples. It is not shown to users who open their own folder.
    call(bridge, 'workspace:examples').then(
      (examples) => examples.some((example) => example.path === workspace) && view.showDialog('tour'),
      actions.report,
    );
  }
  const architecture = state.shown?.inspection.architecture;
  if (architecture !== undefined && architecture !== before.shown?.inspection.architecture) {
    call(bridge, 'schemas:list')
      .then((schemas) => {
        setJsonSchemas(schemas.filter(({ pattern }) => pattern.endsWith('.json')));
        setFrontMatterSchemas(schemas.filter(({ pattern }) => pattern.endsWith('.md')));
      })
      .catch(actions.report);
  }
});

call(bridge, 'inspection:follow').then(
  (revision) => revision === null && inspection.nothing(),
  (problem: unknown) => {
    inspection.fail(
      problem instanceof Refused
        ? problem.error
        : { code: 'io', message: problem instanceof Error ? problem.message : String(problem) },
    );
  },
);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <AppProvider value={app}>
      <AppView bridge={bridge} />
    </AppProvider>
  </StrictMode>,
);

// Creating an editor is the slowest step, and the page is idle while main opens the folder.
setTimeout(() => {
  if (inspection.store.getState().phase === 'starting') editors.spare = createPromptEditor(app);
});
