import { z } from 'zod';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import type { Configure } from '../host/session';
import { remembered, stateFile, type StateFile } from './state-file';

const choices = z.object({
  architecture: z.string().optional(),
  settings: z.record(z.string(), z.json()).optional(),
  model: z.string().optional(),
});
const most = 50;

export interface RememberedChoices {
  of(workspace: string): Configure;
  remember(inspection: Inspection, change: Configure): void;
}

/** The choices made in the window for each folder, restored when it opens again. Only the newest folders are kept. */
export function createChoices(path: string): RememberedChoices {
  const file: StateFile<Record<string, Configure>> = remembered(stateFile(path, z.record(z.string(), choices), {}));
  return {
    of: (workspace) => file.read()[workspace] ?? {},
    remember({ workspace }, change) {
      const { [workspace]: before, ...others } = file.read();
      // Settings belong to an architecture; with another one, drop earlier choices.
      const same = change.architecture === undefined || change.architecture === before?.architecture;
      const settings = { ...(same ? before?.settings : {}), ...change.settings };
      const kept = Object.entries(others).slice(-most + 1);
      file.write(Object.fromEntries([...kept, [workspace, { ...before, ...change, settings }]]));
    },
  };
}
