/** Sent requests, the sequence of a file, and the matrix of variants: what was asked for and what came back. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SentComparison } from '../../shared/ipc/comparisons';
import type { Bridge } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import type { Matrix } from '../../shared/ipc/matrix';
import { call } from '../bridge';
import { axisChoices, matrixInputs, proposedAxes } from '../model/compare/matrix';
import type { Sequence } from '../model/compare/sequence';
import type { InspectionStore } from './inspection';
import { requestsWords as words } from '../words/window/actions';

export interface MatrixRun {
  readonly matrix: Matrix;
  readonly grounds: string;
  /** The build on screen when it was asked for. */
  readonly revision: number;
  /** True if a file changed since, or a setting that is not an axis. */
  readonly old: boolean;
}

export interface RequestsState {
  readonly sequence: Sequence | null;
  readonly sent: (SentComparison & { readonly path: string }) | null;
  /** The settings to vary; null until the user chose. */
  readonly over: readonly string[] | null;
  readonly run: MatrixRun | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
}

export interface RequestsStore {
  readonly store: StoreApi<RequestsState>;
  /** Asks the user for a request file and opens it. */
  openFile(): Promise<void>;
  /** Opens the request in the clipboard. Main reads it and removes its secrets. */
  paste(): Promise<void>;
  /**
   * Traces the request on screen to the files of a folder. Null: the folder in which its session worked, or the folder
   * that it is traced to now.
   */
  trace(folder: string | null): Promise<void>;
  /** Same, in a folder that the user chooses. */
  traceElsewhere(): Promise<void>;
  loadSequence(): Promise<void>;
  chooseSent(): Promise<void>;
  pasteSent(): Promise<void>;
  compareSent(path: string, index?: number): Promise<void>;
  forgetSent(): void;
  vary(over: readonly string[]): void;
  runMatrix(): Promise<void>;
  stopMatrix(): Promise<void>;
  /** Writes a first strata.json and opens the folder with it. An existing one is never overwritten. */
  createLayout(folder: string): Promise<void>;
}

interface Dependencies {
  readonly bridge: Bridge;
  readonly inspection: InspectionStore;
  readonly open: (path: string) => Promise<void>;
  /** Shows a source file of the open folder. */
  readonly show: (id: string) => Promise<void>;
  readonly say: (text: string) => void;
  readonly onProblem: (problem: unknown) => void;
}

const fresh = { sequence: null, sent: null, over: null, run: null, progress: null } as const;

export function createRequestsStore({ bridge, inspection, open, show, say, onProblem }: Dependencies): RequestsStore {
  const store = createStore<RequestsState>(() => fresh);
  const shown = (): Inspection | undefined => inspection.store.getState().shown?.inspection;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (problem) {
      onProblem(problem);
    }
  };
  let sequenceAsked = 0;
  const loadSequence = (): Promise<void> =>
    attempt(async () => {
      if (!hasSequence(shown())) return;
      sequenceAsked += 1;
      const asked = sequenceAsked;
      const sequence = await call(bridge, 'request:sequence');
      if (asked === sequenceAsked) store.setState({ sequence });
    });
  let sentAsked = 0;
  const compareSent = (path: string, index = 1): Promise<void> =>
    attempt(async () => {
      sentAsked += 1;
      const asked = sentAsked;
      const comparison = await call(bridge, 'request:compare', path, index);
      if (asked === sentAsked) store.setState({ sent: { ...comparison, path } });
    });

  bridge.on('matrix:progress', (progress) => {
    if (store.getState().progress !== null) store.setState({ progress });
  });
  inspection.store.subscribe((state, before) => {
    const [next, last] = [state.shown?.inspection, before.shown?.inspection];
    if (next === undefined || next === last) return;
    if (last?.workspace !== next.workspace || last.architecture !== next.architecture) {
      store.setState({ ...fresh, progress: store.getState().progress });
      if (last !== undefined && store.getState().progress !== null)
        void attempt(async () => void (await call(bridge, 'matrix:stop')));
    }
    const { run, sent, sequence } = store.getState();
    const sameFiles = isSetting(next);
    if (
      run !== null &&
      !run.old &&
      (!sameFiles ||
        run.grounds !==
          matrixInputs(
            next,
            run.matrix.axes.map(({ name }) => name),
          ))
    )
      store.setState({ run: { ...run, old: true } });
    if (sent !== null && next.architecture !== 'request' && !next.stale) void compareSent(sent.path, sent.index);
    if (sequence !== null && (!sameFiles || fileOf(last) !== fileOf(next) || last?.modelId !== next.modelId)) {
      if (fileOf(last) !== fileOf(next)) store.setState({ sequence: null });
      void loadSequence();
    }
  });

  const trace = (folder: string | null): Promise<void> =>
    attempt(async () => inspection.reached(await call(bridge, 'trace:open', folder)));
  return {
    store,
    trace,
    traceElsewhere: () =>
      attempt(async () => {
        const folder = await call(bridge, 'folder:choose', 'trace');
        if (folder !== null) await trace(folder);
      }),
    openFile: () =>
      attempt(async () => {
        const path = await call(bridge, 'request:choose');
        if (path !== null) await open(path);
      }),
    paste: () => attempt(async () => open(await call(bridge, 'request:clipboard'))),
    loadSequence,
    compareSent,
    chooseSent: () =>
      attempt(async () => {
        const path = await call(bridge, 'request:choose');
        if (path !== null) await compareSent(path);
      }),
    pasteSent: () => attempt(async () => compareSent(await call(bridge, 'request:clipboard'))),
    forgetSent: () => {
      sentAsked += 1;
      store.setState({ sent: null });
    },
    vary: (over) => store.setState({ over }),
    runMatrix: () =>
      attempt(async () => {
        const built = shown();
        if (built === undefined) return;
        const over = chosenAxes(store.getState().over, built);
        store.setState({ progress: { done: 0, total: 0 } });
        try {
          const matrix = await call(bridge, 'matrix:run', { over: over.map((name) => ({ name })) });
          const now = shown();
          if (now?.workspace !== built.workspace || now.architecture !== built.architecture) return;
          store.setState({
            run: {
              matrix,
              grounds: matrixInputs(built, over),
              revision: built.revision,
              old: !isSetting(now) && now.revision !== built.revision,
            },
          });
        } finally {
          store.setState({ progress: null });
        }
      }),
    stopMatrix: () => attempt(async () => void (await call(bridge, 'matrix:stop'))),
    createLayout: (folder) =>
      attempt(async () => {
        await inspection.reached(await call(bridge, 'layout:create', folder));
        await show('strata.json');
        say(words.wroteLayout);
      }),
  };
}

/** The chosen axes, or the first proposal; in the order of the settings. */
export function chosenAxes(
  over: readonly string[] | null,
  inspection: Pick<Inspection, 'specs' | 'controls'>,
): readonly string[] {
  const axes = axisChoices(inspection);
  const wanted = over ?? proposedAxes(axes);
  return axes.flatMap(({ name }) => (wanted.includes(name) ? [name] : []));
}

/** Whether this is a request file with more than one request. */
export function hasSequence(inspection: Pick<Inspection, 'architecture' | 'controls'> | undefined): boolean {
  return (
    inspection?.architecture === 'request' &&
    (inspection.controls.find(({ name }) => name === 'index')?.choices?.length ?? 0) > 1
  );
}

/** Whether a file of several requests was opened or chosen: it is shown as a sequence. */
export function opensSequence(before: Inspection | undefined, now: Inspection | undefined): boolean {
  return (
    hasSequence(now) && !(hasSequence(before) && before?.workspace === now?.workspace && fileOf(before) === fileOf(now))
  );
}

function fileOf(inspection: Inspection | undefined): unknown {
  return inspection?.controls.find(({ name }) => name === 'file')?.value;
}

/** How many requests stand before the one on screen, in its file or folder. */
export function requestsBefore(inspection: Pick<Inspection, 'architecture' | 'controls'> | undefined): number {
  if (!hasSequence(inspection)) return 0;
  const index = Number(inspection?.controls.find(({ name }) => name === 'index')?.value ?? 1);
  return Number.isInteger(index) && index > 0 ? index - 1 : 0;
}

function isSetting({ cause }: Inspection): boolean {
  return cause.kind === 'setting';
}
