import { z } from 'zod';
import type { Calibration } from '../../../shared/analysis/types';
import { writeError } from '../errors';
import { writeWholeSync } from '../disk/write-file';
import { readTextOf } from '../disk/open-file';

/** Corrections learned for each workspace. Stored in the user's data, never in the workspace. */
export interface CalibrationStore {
  get(workspace: string, modelId: string): Calibration | undefined;
  put(workspace: string, calibration: Calibration): void;
  /** Forgets all models of a workspace. */
  forget(workspace: string): void;
}

const report = z.object({ from: z.enum(['usage', 'endpoint']), tokens: z.int().positive(), at: z.iso.datetime() });
const calibration = z.object({
  modelId: z.string(),
  ratio: z.number().positive(),
  low: z.number().positive(),
  high: z.number().positive(),
  samples: z.array(z.number().positive()).max(100),
  newest: report,
});
const stored = z.object({ version: z.literal(1), workspaces: z.record(z.string(), z.record(z.string(), calibration)) });
type Stored = z.infer<typeof stored>;

/** A missing or broken file counts as empty and is rewritten. */
export function openCalibrations(path: string): CalibrationStore {
  let known = read(path);
  const write = (next: Stored): void => {
    try {
      writeWholeSync(path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      throw writeError(path, error);
    }
    known = next;
  };
  return {
    get: (workspace, modelId) => known.workspaces[workspace]?.[modelId],
    put: (workspace, { samples, ...rest }) =>
      write({
        version: 1,
        workspaces: {
          ...known.workspaces,
          [workspace]: { ...known.workspaces[workspace], [rest.modelId]: { ...rest, samples: [...samples] } },
        },
      }),
    forget(workspace) {
      const { [workspace]: _, ...workspaces } = known.workspaces;
      write({ version: 1, workspaces });
    },
  };
}

/** For a session that stores nothing. */
export function calibrationsInMemory(): CalibrationStore {
  const known = new Map<string, Map<string, Calibration>>();
  return {
    get: (workspace, modelId) => known.get(workspace)?.get(modelId),
    put(workspace, each) {
      known.set(workspace, (known.get(workspace) ?? new Map<string, Calibration>()).set(each.modelId, each));
    },
    forget: (workspace) => void known.delete(workspace),
  };
}

const maxBytes = 16 * 1024 * 1024;

function read(path: string): Stored {
  try {
    const parsed = stored.safeParse(JSON.parse(readTextOf(path, { most: maxBytes })));
    if (parsed.success) return parsed.data;
  } catch {
    // The file is missing or unreadable.
  }
  return { version: 1, workspaces: {} };
}
