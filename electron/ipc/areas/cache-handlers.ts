/** Channels of the cache and usage panels. */
import type { HandlersOf } from '../../../shared/ipc/contract';
import { simulateScript } from '../../host/analyses/cache/cache-service';
import { HostError } from '../../host/errors';
import type { Session } from '../../host/session';
import { takenPatch } from '../../host/analyses/cache/taken-patch';
import { findVolatility } from '../../host/analyses/cache/volatility';
import type { PageFeed } from '../page-feed';

export function createCacheHandlers(session: Session, feed: PageFeed): HandlersOf<'cache'> {
  const { references } = feed;
  return {
    'cache:assume': async (folder, against, tried) => {
      if (session.inspection?.workspace !== folder)
        throw new HostError('no-workspace', `${folder} is no longer open in this window. Nothing was done.`);
      await feed.assume(against, tried);
      return null;
    },
    'cache:mark': async (name, revision) => {
      references.mark(name, revision);
      await feed.sendCost();
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
    'cache:patch': (tried) => {
      const shown = session.inspection;
      if (shown === null) throw new HostError('no-workspace', 'No folder is open');
      return takenPatch(session, shown, tried);
    },
    'cache:volatility': () => findVolatility(session),
  };
}
