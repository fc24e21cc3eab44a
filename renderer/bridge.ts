/** The one place that names `window.strata`. */
import type { Args, Bridge, Channel, InspectorError, Results } from '../shared/ipc/contract';

declare global {
  interface Window {
    readonly strata: Bridge;
  }
}

export function pageBridge(): Bridge {
  return window.strata;
}

/** A reply that was an error, so that callers can await results and handle refusals in one place. */
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
