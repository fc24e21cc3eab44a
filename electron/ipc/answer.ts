import type { WebContents } from 'electron';
import type { Handlers } from '../../shared/ipc/contract';
import { log } from '../log/log';
import { dispatch, refuse } from './dispatch';
import type { Answer } from './register';

/** `handlersOf` knows the windows; any other sender has no handlers. */
export function answerBy(handlersOf: (sender: WebContents) => Handlers | undefined): Answer {
  return async (from, channel, args) => {
    const handlers = from.page === undefined || from.page.isDestroyed() ? undefined : handlersOf(from.page);
    if (handlers === undefined) {
      log.warn(`refused ${channel} from ${from.url}`);
      return JSON.stringify(refuse('forbidden', `${channel} is not open to this page`));
    }
    return JSON.stringify(await dispatch(handlers, channel, args, (problem) => log.error(channel, problem)));
  };
}
