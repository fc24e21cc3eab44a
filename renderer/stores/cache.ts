/**
 * The state of the Cache panel: reference build, cost of the edit, script and its run, volatile text, reported usage.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CacheTarget, EditCostReply, SentBefore } from '../../shared/ipc/cache/cache-panel';
import type {
  EditCostView,
  OptimumView,
  SimulationView,
  UsageView,
  VolatilityView,
} from '../../shared/ipc/cache/cache-view';
import type { Bridge } from '../../shared/ipc/contract';
import type { PromptDocument } from '../../shared/document/types';
import { call } from '../bridge';
import { recordBuild, recordedScript, recordSend, startRecording, type Recording } from '../model/cache/cache-record';
import { readyScripts } from '../model/cache/cache-scripts';
import type { InspectionStore, Shown } from './inspection';

export const cacheViews = ['request', 'turns', 'moves', 'placement'] as const;
export type CacheView = (typeof cacheViews)[number];

/** Breakpoints that are tried: found for a script, or placed by hand. */
export type TriedPlacement = Pick<OptimumView, 'breakpoints' | 'end'>;

export interface CacheState {
  readonly view: CacheView;
  /** What is assumed to have been sent before. By default nothing: the cache is cold. */
  readonly against: SentBefore;
  readonly reply: EditCostReply | null;
  /** Null: the design's first ready-made script. */
  readonly script: string | null;
  /** `provider/model`; empty means the model on screen. */
  readonly targets: readonly string[];
  readonly choices: readonly CacheTarget[];
  readonly simulation: SimulationView | null;
  /**
   * The best placement for the script at the time of asking, and its build. It stays until asked for again, also when
   * other providers are compared.
   */
  readonly optimum: OptimumView | 'none' | null;
  readonly optimumOf: Shown | null;
  /** Drawn in place of the design's own breakpoints. */
  readonly overlay: TriedPlacement | null;
  /** The cost with the breakpoints that the request has itself: a try is compared with it. */
  readonly own: EditCostView | null;
  /** The volatile text, and the build it was found in. It stays until looked for again. */
  readonly volatility: VolatilityView | null;
  readonly volatilityOf: Shown | null;
  readonly busy: 'optimum' | 'volatility' | null;
  readonly recording: Recording | null;
  readonly usageText: string;
  readonly usage: UsageView | null;
}

export interface CacheStore {
  readonly store: StoreApi<CacheState>;
  show(view: CacheView): void;
  assume(against: SentBefore): Promise<void>;
  mark(name: 'sent'): Promise<void>;
  /** Makes this build the pinned one, without comparing with it yet. */
  pin(revision: number): Promise<void>;
  setScript(script: string): void;
  setTargets(targets: readonly string[]): void;
  /** Runs the script. If asked again while it runs, it runs once more afterwards. */
  simulate(): Promise<void>;
  findOptimum(): Promise<void>;
  apply(overlay: TriedPlacement | null): Promise<void>;
  findMovers(): Promise<void>;
  record(): void;
  setUsage(text: string): Promise<void>;
}

interface Dependencies {
  readonly bridge: Bridge;
  readonly inspection: InspectionStore;
  readonly now: () => number;
  readonly onProblem: (problem: unknown) => void;
  /** Defers work that a build causes; by default it runs at once. */
  readonly later?: (work: () => void) => () => void;
}

const fresh = {
  reply: null,
  script: null,
  simulation: null,
  optimum: null,
  optimumOf: null,
  overlay: null,
  own: null,
  volatility: null,
  volatilityOf: null,
  recording: null,
  usage: null,
} as const;

export function createCacheStore({
  bridge,
  inspection,
  now,
  onProblem,
  later = (work) => work,
}: Dependencies): CacheStore {
  const store = createStore<CacheState>(() => ({
    ...fresh,
    view: 'request',
    against: 'nothing',
    targets: [''],
    choices: [],
    busy: null,
    usageText: '',
  }));
  /** Tried breakpoints stay on their folder and design until they are put back. */
  const tries = new Map<string, TriedPlacement>();
  const shownDocument = (): PromptDocument | undefined => inspection.store.getState().shown?.inspection.document;

  /** False for an answer that arrives after another folder was opened. */
  const isOfSame = (asked: Shown | null): boolean => {
    const now = inspection.store.getState().shown?.inspection;
    return now?.workspace === asked?.inspection.workspace && now?.architecture === asked?.inspection.architecture;
  };

  /** Main reports the cost under this assumption, now and after each build. */
  const sendAssumption = newest(async () => {
    const { against, overlay } = store.getState();
    const folder = inspection.store.getState().shown?.inspection.workspace;
    if (folder === undefined) return;
    const tried =
      overlay === null
        ? null
        : { breakpoints: overlay.breakpoints.map(({ after, tier, ttl }) => ({ after, tier, ttl })), end: overlay.end };
    await call(bridge, 'cache:assume', folder, against, tried);
  });
  let lastReply: EditCostReply | null = null;
  const takeReply = later(() => {
    const { reply, overlay, own } = store.getState();
    if (lastReply !== null && lastReply.revision >= (reply?.revision ?? 0))
      store.setState({ reply: lastReply, own: overlay === null ? lastReply.cost : own });
  });
  bridge.on('cache:edit-cost', (reply) => {
    lastReply = reply;
    takeReply();
  });
  const explain = newest(async () => {
    const { usageText, against } = store.getState();
    const usage = usageText.trim() === '' ? null : await call(bridge, 'cache:usage', usageText, against);
    store.setState({ usage });
  });
  const simulate = newest(async () => {
    const { targets } = store.getState();
    const script = scriptOf(store.getState(), shownDocument());
    const choices = await call(bridge, 'cache:targets');
    const shown = inspection.store.getState().shown?.inspection;
    const own = shown === undefined ? '' : `${shown.analysis.model.provider}/${shown.modelId}`;
    const wanted = targets
      .map((target) => (target === '' ? own : target))
      .filter((target) => choices.some(({ provider }) => provider === target.split('/')[0]));
    const simulation =
      wanted.length === 0 ? null : await call(bridge, 'cache:simulate', { script, targets: wanted, optimize: false });
    store.setState({ choices, simulation });
  });

  const follow = later(() => {
    if (store.getState().usageText !== '') explain().catch(onProblem);
  });
  inspection.store.subscribe(({ shown }, { shown: before }) => {
    if (shown === before || shown === null) return;
    const [next, last] = [shown.inspection, before?.inspection];
    if (last === undefined || last.workspace !== next.workspace || last.architecture !== next.architecture) {
      // The cost may arrive before its build is shown.
      if (lastReply !== null && lastReply.revision < next.revision) lastReply = null;
      const overlay = tries.get(placeOf(shown)) ?? null;
      store.setState({ ...fresh, against: 'nothing', overlay, reply: lastReply, own: lastReply?.cost ?? null });
      if (overlay !== null) sendAssumption().catch(onProblem);
    } else {
      const { recording } = store.getState();
      if (recording !== null && !next.stale)
        store.setState({
          recording: recordBuild(
            recording,
            last,
            next,
            new Set([...shown.changes.changed, ...shown.changes.added]),
            now(),
          ),
        });
    }
    if (!next.stale) follow();
  });

  return {
    store,
    show: (view) => store.setState({ view }),
    async assume(against) {
      store.setState({ against });
      await sendAssumption();
      if (store.getState().usageText !== '') await explain();
    },
    async mark(name) {
      await call(bridge, 'cache:mark', name);
      const { recording } = store.getState();
      if (recording !== null) store.setState({ recording: recordSend(recording, now()) });
      store.setState({ against: name });
      await sendAssumption();
    },
    async pin(revision) {
      await call(bridge, 'cache:mark', 'pinned', revision);
    },
    setScript: (script) => store.setState({ script, optimum: null }),
    setTargets(targets) {
      const { targets: before, optimum } = store.getState();
      // `none` is an answer about the first provider.
      store.setState({ targets, optimum: optimum === 'none' && targets[0] !== before[0] ? null : optimum });
    },
    simulate,
    async findOptimum() {
      store.setState({ busy: 'optimum' });
      try {
        const [target = ''] = store.getState().targets;
        const script = scriptOf(store.getState(), shownDocument());
        const optimumOf = inspection.store.getState().shown;
        const { runs } = await call(bridge, 'cache:simulate', {
          script,
          targets: target === '' ? [] : [target],
          optimize: true,
        });
        if (isOfSame(optimumOf)) store.setState({ optimum: runs[0]?.optimum ?? 'none', optimumOf });
      } finally {
        store.setState({ busy: null });
      }
    },
    apply(overlay) {
      const { shown } = inspection.store.getState();
      if (shown !== null && overlay !== null) tries.set(placeOf(shown), overlay);
      else if (shown !== null) tries.delete(placeOf(shown));
      store.setState({ overlay });
      return sendAssumption();
    },
    async findMovers() {
      store.setState({ busy: 'volatility' });
      try {
        const volatilityOf = inspection.store.getState().shown;
        const volatility = await call(bridge, 'cache:volatility');
        if (isOfSame(volatilityOf)) store.setState({ volatility, volatilityOf });
      } finally {
        store.setState({ busy: null });
      }
    },
    record() {
      const { recording } = store.getState();
      if (recording === null) store.setState({ recording: startRecording(now()), view: 'turns' });
      else store.setState({ recording: null, script: recordedScript(recording), optimum: null });
    },
    setUsage(usageText) {
      store.setState({ usageText });
      return explain();
    },
  };
}

function placeOf({ inspection: { workspace, architecture } }: Shown): string {
  return JSON.stringify([workspace, architecture]);
}

export function scriptOf({ script, recording }: CacheState, document: PromptDocument | undefined): string {
  if (recording !== null) return recordedScript(recording);
  return script ?? (document === undefined ? 'send\n' : (readyScripts(document)[0]?.text ?? 'send\n'));
}

/** Runs one call at a time. Calls made meanwhile are merged into one, which runs afterwards with the newest state. */
function newest(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await work();
    } while (again);
  };
  return () => {
    if (running !== null) again = true;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
