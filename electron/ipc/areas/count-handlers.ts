/** Channels that correct the estimates, by a report or by asking the provider. */
import type { HandlersOf } from '../../../shared/ipc/contract';
import type { Session } from '../../host/session';

export function createCountHandlers(session: Session): HandlersOf<'counts'> {
  let asking: AbortController | undefined;
  return {
    'counts:calibrate': async (tokens) => (await session.calibrate(tokens)).revision,
    'counts:plan': async () => session.planCount(),
    'counts:ask': ({ maskSecrets }) => {
      asking?.abort();
      asking = new AbortController();
      return session.countAtProvider({ maskSecrets, signal: asking.signal });
    },
    'counts:stop': async () => {
      asking?.abort();
      return null;
    },
    'counts:forget': async () => (await session.forgetCalibration()).revision,
  };
}
