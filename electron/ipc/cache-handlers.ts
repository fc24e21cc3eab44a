/** Channels of the cache and usage panels. */
import type { HandlersOf } from '../../shared/ipc/contract';
import { createCacheReferences } from '../host/analyses/cache-references';
import { simulateScript } from '../host/analyses/cache-service';
import type { Session } from '../host/session';
import { findVolatility } from '../host/analyses/volatility';

export function createCacheHandlers(session: Session): HandlersOf<'cache'> {
  const references = createCacheReferences(session);
  return {
    'cache:edit-cost': (against, tried) => references.editCost(against, tried),
    'cache:mark': async (name, revision) => {
      references.mark(name, revision);
      return null;
    },
    'cache:targets': async () =>
      session.packs.map(({ provider, title, asOf, models }) => ({
        provider,
        title,
        asOf,
        models: models.map(({ id, minimum, inputPrice }) => ({ id, minimum, inputPrice })),
      })),
    'cache:simulate': ({ script, targets, optimize }) =>
      simulateScript(session, script, { name: 'session.turns', targets, optimize }),
    'cache:usage': (text, against) => references.explainUsage(text, against),
    'cache:volatility': () => findVolatility(session),
  };
}
