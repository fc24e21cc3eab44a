import { realpathSync } from 'node:fs';
import { z } from 'zod';
import type { TrustStore } from '../host/disk/access/trust';
import { stateFile } from './state-file';

const stored = z.record(z.string(), z.array(z.string()));

/**
 * What the user allowed each folder to read outside itself. Stored in the user's data, readable only by the user, until
 * revoked.
 */
export function createTrust(path: string): TrustStore {
  const file = stateFile<Record<string, string[]>>(path, stored, {});
  let allowed = file.read();
  return {
    of: (workspace) => ({ paths: allowed[realFolder(workspace)] ?? [] }),
    keep(workspace, paths) {
      const { [realFolder(workspace)]: _, ...others } = file.read();
      allowed = paths.length === 0 ? others : { ...others, [realFolder(workspace)]: [...paths] };
      file.write(allowed);
    },
  };
}

/** The real path, so that every name of a folder gives the same entry. */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
