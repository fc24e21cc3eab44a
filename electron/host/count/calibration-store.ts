import { z } from 'zod';
import type { Calibration } from '../../../shared/analysis/types';
import { writeError } from '../errors';
import { writeWholeSync } from '../disk/write-file';
import { readTextOf } from '../disk/open-file';

/** Corrections learned for each workspace and each agent. Stored in the user's data, never in the workspace. */
export interface CalibrationStore {
  get(workspace: string, modelId: string): Calibration | undefined;
  put(workspace: string, calibration: Calibration): void;
  /** For this run only: what a captured session says about its own requests. Nothing is written. */
  putForRun(workspace: string, calibration: Calibration): void;
  /** Forgets all models of a workspace. */
  forget(workspace: string): void;
  /** Learned from captured sessions of an agent; null for an agent that is not known. */
  ofAgent(agent: string | null, modelId: string): Calibration | undefined;
  putAgent(agent: string | null, calibration: Calibration): void;
  /** Forgets all models of an agent. Returns how many there were. */
  forgetAgent(agent: string | null): number;
}

const report = z.object({
  from: z.enum(['usage', 'session', 'endpoint']),
  tokens: z.int().positive(),
  at: z.iso.datetime(),
});
const calibration = z.object({
  modelId: z.string(),
  ratio: z.number().positive(),
  low: z.number().positive(),
  high: z.number().positive(),
  samples: z.array(z.number().positive()).max(100),
  newest: report,
});
const byModel = z.record(z.string(), z.record(z.string(), calibration));
const stored = z.object({ version: z.literal(1), workspaces: byModel, agents: byModel.optional() });
type Stored = z.infer<typeof stored>;

/** A missing or broken file counts as empty and is rewritten. */
export function openCalibrations(path: string): CalibrationStore {
  let contents = read(path);
  const write = (next: Stored): void => {
    try {
      writeWholeSync(path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      throw writeError(path, error);
    }
    contents = next;
  };
  const forRun = calibrationsInMemory();
  return {
    get: (workspace, modelId) => contents.workspaces[workspace]?.[modelId] ?? forRun.get(workspace, modelId),
    putForRun: (workspace, each) => forRun.put(workspace, each),
    put: (workspace, { samples, ...rest }) =>
      write({
        ...contents,
        workspaces: {
          ...contents.workspaces,
          [workspace]: { ...contents.workspaces[workspace], [rest.modelId]: { ...rest, samples: [...samples] } },
        },
      }),
    forget(workspace) {
      forRun.forget(workspace);
      const { [workspace]: _, ...workspaces } = contents.workspaces;
      write({ ...contents, workspaces });
    },
    ofAgent: (agent, modelId) => contents.agents?.[agent ?? unknownAgent]?.[modelId],
    putAgent: (agent, { samples, ...rest }) => {
      const name = agent ?? unknownAgent;
      const models = { ...contents.agents?.[name], [rest.modelId]: { ...rest, samples: [...samples] } };
      write({ ...contents, agents: { ...contents.agents, [name]: models } });
    },
    forgetAgent(agent) {
      const { [agent ?? unknownAgent]: gone, ...agents } = contents.agents ?? {};
      if (gone === undefined) return 0;
      write({ ...contents, agents });
      return Object.keys(gone).length;
    },
  };
}

const unknownAgent = '';

/** For a session that stores nothing. */
export function calibrationsInMemory(): CalibrationStore {
  const byWorkspace = new Map<string, Map<string, Calibration>>();
  const agents = new Map<string | null, Map<string, Calibration>>();
  return {
    ofAgent: (agent, modelId) => agents.get(agent)?.get(modelId),
    putAgent(agent, each) {
      agents.set(agent, (agents.get(agent) ?? new Map<string, Calibration>()).set(each.modelId, each));
    },
    forgetAgent(agent) {
      const count = agents.get(agent)?.size ?? 0;
      agents.delete(agent);
      return count;
    },
    get: (workspace, modelId) => byWorkspace.get(workspace)?.get(modelId),
    putForRun(workspace, each) {
      this.put(workspace, each);
    },
    put(workspace, each) {
      byWorkspace.set(
        workspace,
        (byWorkspace.get(workspace) ?? new Map<string, Calibration>()).set(each.modelId, each),
      );
    },
    forget: (workspace) => void byWorkspace.delete(workspace),
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
