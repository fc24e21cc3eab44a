import type { HandlersOf } from '../../../shared/ipc/contract';
import { findInSources } from '../../host/analyses/find-in-sources';
import type { Session } from '../../host/session';

/** Each search ends the one before it: the user has typed on. */
export function createFindHandlers(session: Session): HandlersOf<'sources'> {
  let asked = 0;
  return {
    'sources:find': (folder, wanted) => {
      asked += 1;
      const own = asked;
      return findInSources(session, folder, wanted, () => asked === own);
    },
  };
}
