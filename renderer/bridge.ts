/** Only this file uses `window.strata`. */
import type { Args, Bridge, Channel, Events, InspectorError, Reply, Results } from '../shared/ipc/contract';
import type { Wire } from '../shared/ipc/wire';

declare global {
  interface Window {
    readonly strata: Wire;
  }
}

/** The cast is safe: only main writes this text, from values of these types. */
function bridgeOver(wire: Wire): Bridge {
  return {
    async invoke<C extends Channel>(channel: C, ...args: Args<C>) {
      const reply: Reply<Results[C]> = JSON.parse(await wire.invoke(channel, ...args));
      return reply;
    },
    on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void) {
      return wire.on(event, (json) => {
        const payload: Events[E] = JSON.parse(json);
        listener(payload);
      });
    },
    pathOf: (file) => wire.pathOf(file),
  };
}

export function pageBridge(): Bridge {
  return bridgeOver(window.strata);
}

/** An error reply, thrown so that callers can await results and handle refusals in one place. */
export class Refused extends Error {
  readonly error: InspectorError;

  constructor(error: InspectorError) {
    super(error.message);
    this.error = error;
  }
}

export async function call<C extends Channel>(bridge: Bridge, channel: C, ...args: Args<C>): Promise<Results[C]> {
  const reply = await bridge.invoke(channel, ...args);
  if (!reply.ok) throw new Refused(reply.error);
  return reply.value;
}

export function asError(problem: unknown): InspectorError {
  if (problem instanceof Refused) return problem.error;
  return { code: 'bug', message: problem instanceof Error ? problem.message : String(problem) };
}
