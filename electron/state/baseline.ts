import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { app } from 'electron';
import { snapshot, type Snapshot } from '../../shared/ipc/written/snapshot';
import { stateFile, type StateFile } from './state-file';

/** The build a workspace is compared with, kept until another is pinned. */
export function baselineFile(workspace: string): StateFile<Snapshot | null> {
  const name = createHash('sha256').update(workspace).digest('hex').slice(0, 24);
  return stateFile<Snapshot | null>(
    join(app.getPath('userData'), 'baselines', `${name}.json`),
    snapshot.nullable(),
    null,
  );
}
