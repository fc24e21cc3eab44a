/** Sessions over temporary folders. */
import { vi } from 'vitest';
import { createSession, type Session, type SessionOptions } from '../../../electron/host/session';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { analyzeNothing, notes, shownText } from './notes';
import { temporaryWorkspace } from './temporary';

const sessions: Session[] = [];

/** For `afterEach`. */
export async function closeSessions(): Promise<void> {
  vi.useRealTimers();
  for (const session of sessions.splice(0)) await session.close();
}

export function start(options: SessionOptions = {}): Session {
  const session = createSession({
    architectures: [notes],
    analyze: analyzeNothing,
    facts: { timeZone: 'UTC' },
    ...options,
  });
  sessions.push(session);
  return session;
}

export async function opened(files: Readonly<Record<string, string | Uint8Array>>, options: SessionOptions = {}) {
  const { workspace, outside } = temporaryWorkspace(files);
  const session = start(options);
  const inspection = await session.open(workspace);
  return { workspace, outside, session, inspection };
}

/** Resolves with the first inspection, now or later, for which `wanted` is true. */
export function until(session: Session, wanted: (inspection: Inspection) => boolean): Promise<Inspection> {
  return new Promise((resolve) => {
    if (session.inspection !== null && wanted(session.inspection)) {
      resolve(session.inspection);
      return;
    }
    const stop = session.onChanged((inspection) => {
      if (!wanted(inspection)) return;
      stop();
      resolve(inspection);
    });
  });
}

export const shows = (text: string) => (inspection: Inspection) => shownText(inspection) === text;
export const info = (inspection: Inspection, id: string) => inspection.sources.find((source) => source.id === id);
