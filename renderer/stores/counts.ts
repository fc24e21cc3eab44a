/** Corrects the estimates: by a reported usage, or by asking the provider, after telling the user what is sent. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge, CountPlan, SecretInfo } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { call } from '../bridge';
import { formatRatio } from '../model/correction';
import { formatNumber, markOf } from '../model/counts';
import type { InspectionStore } from './inspection';
import type { ViewStore } from './view';
import { countsWords as words } from '../words/window/actions';

export interface CountsState {
  readonly plan: CountPlan | null;
  /** What would be sent and looks like a credential. */
  readonly secrets: readonly SecretInfo[];
  readonly asking: boolean;
  /** Why the last request to the provider failed. */
  readonly problem: string | null;
}

export interface CountsStore {
  readonly store: StoreApi<CountsState>;
  /** Shows what would be sent, and where. */
  prepare(): Promise<void>;
  ask(maskSecrets: boolean): Promise<void>;
  /** Cancels a pending request; without one, closes the dialog. */
  stop(): Promise<void>;
  correct(tokens: number): Promise<void>;
  forget(): Promise<void>;
}

interface Dependencies {
  readonly bridge: Bridge;
  readonly inspection: InspectionStore;
  readonly view: ViewStore;
  readonly say: (text: string) => void;
  readonly onProblem: (problem: unknown) => void;
}

export function createCountsStore({ bridge, inspection, view, say, onProblem }: Dependencies): CountsStore {
  const store = createStore<CountsState>(() => ({ plan: null, secrets: [], asking: false, problem: null }));
  const attempt = (work: () => Promise<void>): Promise<void> => work().catch(onProblem);
  const shown = (): Inspection | undefined => inspection.store.getState().shown?.inspection;

  // Closing the dialog cancels its request.
  view.store.subscribe(({ dialog }, before) => {
    if (before.dialog === 'count' && dialog !== 'count' && store.getState().asking)
      call(bridge, 'counts:stop').catch(onProblem);
  });

  return {
    store,
    prepare: () =>
      attempt(async () => {
        const plan = await call(bridge, 'counts:plan');
        const secrets = plan.ok ? await call(bridge, 'prompt:secrets', { kind: 'all' }, plan.format) : [];
        store.setState({ plan, secrets, problem: null });
        view.showDialog('count');
      }),
    ask: (maskSecrets) =>
      attempt(async () => {
        const before = shown();
        store.setState({ asking: true, problem: null });
        try {
          const counted = await call(bridge, 'counts:ask', { maskSecrets });
          if (!counted.ok) {
            store.setState({ problem: counted.problem });
            return;
          }
          store.setState({ asking: false });
          view.showDialog(null);
          const total = before?.analysis.total;
          const beside = total === undefined ? '' : words.countedHere(formatNumber(total.tokens), markOf(total));
          say(
            words.providerCounts(
              formatNumber(counted.tokens),
              beside,
              counted.kept === undefined ? words.nowCorrected : `${counted.kept}.`,
            ),
          );
        } finally {
          store.setState({ asking: false });
        }
      }),
    stop: () =>
      attempt(async () => {
        if (store.getState().asking) await call(bridge, 'counts:stop');
        else view.showDialog(null);
      }),
    correct: (tokens) =>
      attempt(async () => {
        await inspection.reached(await call(bridge, 'counts:calibrate', tokens));
        const { calibration, model } = shown()?.analysis ?? {};
        if (calibration !== undefined) say(words.corrected(model?.label ?? '', formatRatio(calibration.ratio)));
      }),
    forget: () =>
      attempt(async () => {
        await inspection.reached(await call(bridge, 'counts:forget'));
        say(words.forgotten);
      }),
  };
}
