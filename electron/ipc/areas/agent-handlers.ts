import { join } from 'node:path';
import { app } from 'electron';
import type { HandlersOf } from '../../../shared/ipc/contract';
import { loadMapOf } from '../../host/analyses/load-map';
import { builtAgainstSession } from '../../host/analyses/built-sent';
import { findSession } from '../../host/capture/store';
import { HostError } from '../../host/errors';
import type { Session } from '../../host/session';

/** What coding agents make of the open folder, beside what they sent. */
export function createAgentHandlers(session: Session): HandlersOf<'agents'> {
  const current = (): NonNullable<Session['inspection']> => {
    if (session.inspection === null) throw new HostError('no-workspace', 'No folder is open');
    return session.inspection;
  };
  return {
    'agents:map': () => {
      const value = current().settings['workingFile'];
      return loadMapOf(session, typeof value === 'string' && value !== '' ? value : undefined);
    },
    'agents:sent': async (folder, id) => {
      if (current().workspace !== folder)
        throw new HostError('no-workspace', `${folder} is no longer open in this window`);
      const captured = findSession(join(app.getPath('userData'), 'captures'), id);
      if (captured === undefined)
        throw new HostError('not-found', `The captured session ${id} is gone; only what it taught is kept`);
      return builtAgainstSession(captured.path, session);
    },
  };
}
