/** Captures: the sessions that are kept, the one that runs, the one that is followed, and the request asked about. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge, Results } from '../../shared/ipc/contract';
import type {
  AgentLog,
  CaptureList,
  FolderLogs,
  FollowedRows,
  FoundText,
  ReadyStart,
  RequestAnswer,
  SessionRow,
} from '../../shared/ipc/captures';
import { call } from '../bridge';
import { isOfSession, newestOf, withRows } from '../model/captures/rows';
import type { InspectionStore, Shown } from './inspection';

export interface CapturesState {
  /** Null until it was asked for. */
  readonly list: CaptureList | null;
  readonly followed: FollowedRows | null;
  readonly isOpening: boolean;
  /** The request that is shown; the newest one unless it is pinned. */
  readonly chosen: number | null;
  readonly isPinned: boolean;
  readonly answer: RequestAnswer | null;
  readonly response: Results['captures:response'] | null;
  readonly summary: Results['captures:summary'] | null;
  readonly found: { readonly text: string; readonly place: FoundText | null } | null;
  /** Side requests are listed too. */
  readonly withSide: boolean;
  /** What agents keep of the folder themselves. Null until it was asked for, and without a folder. */
  readonly logs: FolderLogs | null;
  /** What became of the last export, one line each. */
  readonly exported: readonly string[] | null;
}

export interface CapturesStore {
  readonly store: StoreApi<CapturesState>;
  load(): Promise<void>;
  start(agent: string | null): Promise<void>;
  /** Starts a capture, and the agent in a terminal of the system. */
  startIn(agent: string, named: ReadyStart): Promise<void>;
  /** Opens the agent of the running capture in a terminal. */
  openTerminal(named: ReadyStart): Promise<void>;
  stop(): Promise<void>;
  /** Opens a session; null closes it. */
  follow(id: string | null): Promise<void>;
  /** Shows a request, and keeps it shown while others arrive. */
  choose(number: number): Promise<void>;
  /** Goes back to the newest request, and on to each that arrives. */
  unpin(): Promise<void>;
  loadResponse(): Promise<void>;
  loadSummary(): Promise<void>;
  find(text: string): Promise<void>;
  learn(): Promise<void>;
  forget(): Promise<void>;
  showSide(withSide: boolean): void;
  /** Deletes a session, if the user agrees. */
  remove(id: string): Promise<void>;
  /** Copies a session, masked, to where the user says. */
  exportCopy(id: string): Promise<void>;
  forgetExport(): void;
  /** Runs opencode for the sessions that it keeps of the folder. */
  askOpenCode(): Promise<void>;
  /** Shows a session that an agent keeps itself. */
  openLog(log: AgentLog): Promise<void>;
  /** True for a request of the followed session. */
  isShowing(shown: Shown | null): boolean;
}

interface Dependencies {
  readonly bridge: Bridge;
  readonly inspection: InspectionStore;
  readonly say: (text: string) => void;
  /** Called after a session that an agent keeps itself was opened. */
  readonly logOpened: () => void;
  readonly onProblem: (problem: unknown) => void;
}

const noSession = {
  followed: null,
  chosen: null,
  isPinned: false,
  answer: null,
  response: null,
  summary: null,
  found: null,
} as const;

export function createCapturesStore(dependencies: Dependencies): CapturesStore {
  const { bridge, inspection, say, logOpened, onProblem } = dependencies;
  const store = createStore<CapturesState>(() => ({
    list: null,
    isOpening: false,
    withSide: false,
    logs: null,
    exported: null,
    ...noSession,
  }));
  const attempt = (work: () => Promise<void>): Promise<void> => work().catch(onProblem);
  /** Of several requests chosen one after the other only the last is shown. */
  let asked = 0;
  const show = async (number: number): Promise<void> => {
    asked += 1;
    const now = asked;
    store.setState({ chosen: number, response: null });
    const answer = await call(bridge, 'captures:explain', number);
    if (now !== asked) return;
    store.setState({ answer });
    if (answer === null) return;
    const revision = await call(bridge, 'captures:show', number);
    if (now === asked) await inspection.reached(revision);
  };
  const showNewest = async (): Promise<void> => {
    const newest = newestOf(store.getState().followed?.rows ?? []);
    if (newest !== undefined) await show(newest.number);
  };
  /** The session that was opened last; its rows come by `captures:rows`. */
  let wanted: string | null = null;
  const follow = (id: string | null): Promise<void> =>
    attempt(async () => {
      asked += 1;
      wanted = id;
      store.setState({ ...noSession, isOpening: id !== null });
      try {
        await call(bridge, 'captures:follow', id);
      } catch (problem) {
        if (wanted === id) store.setState({ isOpening: false });
        throw problem;
      }
    });
  const withList = (list: CaptureList): void => {
    const { followed } = store.getState();
    const session = list.sessions.find(({ id }) => id === followed?.session.id);
    store.setState({
      list,
      ...(followed === null || session === undefined ? {} : { followed: { ...followed, session } }),
    });
  };

  bridge.on('captures:changed', withList);
  bridge.on('logs:changed', (logs) => store.setState({ logs }));
  bridge.on('captures:rows', ({ id, opened, rows }) => {
    const { followed, isPinned, chosen, summary } = store.getState();
    const session = opened ?? followed?.session;
    if (id !== wanted || session === undefined) return;
    const earlier = opened === null ? (followed?.rows ?? []) : [];
    const before = newestOf(earlier);
    const all = withRows(earlier, rows);
    store.setState({ followed: { session, rows: all }, isOpening: false });
    const newest = newestOf(all);
    if (!isPinned && newest !== undefined && newest.number !== before?.number) void attempt(() => show(newest.number));
    else if (rows.some(({ number }) => number === chosen)) void attempt(() => askAgain(rows, chosen));
    if (summary !== null) void loadSummary();
  });

  /** More is known about the request on screen: its response has come. */
  async function askAgain(rows: readonly SessionRow[], chosen: number | null): Promise<void> {
    const row = rows.find(({ number }) => number === chosen);
    if (row === undefined) return;
    const answer = await call(bridge, 'captures:explain', row.number);
    const { chosen: still, response } = store.getState();
    if (still !== row.number) return;
    store.setState({ answer });
    if (response !== null) await loadResponse();
  }
  const start = async (agent: string | null): Promise<void> => follow(await call(bridge, 'captures:start', agent));
  const openTerminal = (named: ReadyStart): Promise<void> =>
    attempt(async () => {
      await call(bridge, 'captures:terminal', named);
    });
  const loadResponse = (): Promise<void> =>
    attempt(async () => {
      const { chosen } = store.getState();
      if (chosen === null) return;
      const response = await call(bridge, 'captures:response', chosen);
      if (store.getState().chosen === chosen) store.setState({ response });
    });
  const loadSummary = (): Promise<void> =>
    attempt(async () => {
      const id = store.getState().followed?.session.id;
      if (id === undefined) return;
      const summary = await call(bridge, 'captures:summary');
      if (store.getState().followed?.session.id === id) store.setState({ summary });
    });

  return {
    store,
    follow,
    loadResponse,
    loadSummary,
    load: () =>
      attempt(async () => {
        await call(bridge, 'captures:refresh');
        await call(bridge, 'logs:refresh', false);
      }),
    remove: (id) =>
      attempt(async () => {
        const said = await call(bridge, 'captures:delete', id);
        if (said === null) return;
        if (store.getState().followed?.session.id === id) store.setState(noSession);
        say(said);
      }),
    exportCopy: (id) =>
      attempt(async () => {
        const exported = await call(bridge, 'captures:export', id);
        if (exported !== null) store.setState({ exported });
      }),
    forgetExport: () => store.setState({ exported: null }),
    askOpenCode: () =>
      attempt(async () => {
        await call(bridge, 'logs:refresh', true);
      }),
    openLog: ({ agent, id }) =>
      attempt(async () => {
        await inspection.reached(await call(bridge, 'logs:open', agent, id));
        logOpened();
      }),
    start: (agent) => attempt(() => start(agent)),
    startIn: (agent, named) =>
      attempt(async () => {
        await start(agent);
        await openTerminal(named);
      }),
    openTerminal,
    stop: () =>
      attempt(async () => {
        await call(bridge, 'captures:stop');
        say('The capture has ended. The session is kept.');
      }),
    choose: (number) =>
      attempt(async () => {
        store.setState({ isPinned: true });
        await show(number);
      }),
    unpin: () =>
      attempt(async () => {
        store.setState({ isPinned: false });
        await showNewest();
      }),
    find: (text) =>
      attempt(async () => {
        if (text.trim() === '') return store.setState({ found: null });
        store.setState({ found: { text, place: await call(bridge, 'captures:find', text) } });
      }),
    learn: () =>
      attempt(async () => {
        const count = await call(bridge, 'captures:learn');
        say(
          count === 0
            ? 'Nothing to learn: no estimate has a reported count to compare with.'
            : 'The estimates of this agent are corrected.',
        );
      }),
    forget: () =>
      attempt(async () => {
        const count = await call(bridge, 'captures:forget');
        say(count === 0 ? 'There were no corrections.' : 'The corrections of this agent are forgotten.');
      }),
    isShowing: (shown) => {
      const { followed } = store.getState();
      return followed !== null && shown !== null && isOfSession(shown.inspection, followed.session.id);
    },
    showSide: (withSide) => store.setState({ withSide }),
  };
}
