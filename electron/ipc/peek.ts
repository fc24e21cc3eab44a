import type { Args } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { pageInspection } from '../../shared/ipc/inspection/page-inspection';
import { peekAt } from '../host/analyses/peek';
import { createSession, type Session, type SessionOptions } from '../host/session';

/** Builds once with other choices, without changing what is on screen. Another folder is read as it is on disk. */
export async function peek(
  session: Session,
  shown: Inspection,
  services: Pick<SessionOptions, 'trust' | 'frames' | 'calibrations'>,
  { folder, ...choice }: Args<'inspection:peek'>[0],
): Promise<Inspection> {
  if (folder === undefined || folder === shown.workspace) return pageInspection(await peekAt(session, choice));
  const other = createSession({ watch: false, ...services });
  try {
    return pageInspection(await other.open(folder, { ...choice, model: shown.modelId }));
  } finally {
    await other.close();
  }
}
