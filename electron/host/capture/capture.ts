/** One capture: a session, the way in that fills it, and what a run of the agent needs for it. */
import type { AgentId } from '../../../shared/assemblers/agents/names';
import type { WayIn } from '../../../shared/sessions/types';
import { childOf } from '../disk/paths';
import { startRelay } from '../relay/relay';
import { createRelayRecorder } from './relay-recorder';
import type { SessionWriter } from './session-writer';
import { createSessionAt, keepWithin, type KeptSession, type StoreLimits } from './store';
import { besideProxy, bestWay, relayedRun, upstreamsOf, watchedRun, type RunChange, type WatchedWay } from './ways';
import { followExtension } from './watched/extension';
import type { Follower } from './watched/follow';
import { writePiExtension, writePiRedirect } from './watched/pi-extension';
import { followRawBodies } from './watched/raw-bodies';
import { followRolloutTrace } from './watched/rollout-trace';
import { followTelemetry, telemetryFile } from './watched/telemetry';
import { makeWatchedFolder, removeLeftFolders, removeWatchedFolder } from './watched-folders';

export interface CaptureOptions {
  readonly captures: string;
  readonly limits: StoreLimits;
  readonly agent: AgentId | undefined;
  /** What to call an agent that is not known. */
  readonly agentName: string | null;
  /** The folder the agent works in. */
  readonly folder: string | null;
  /** Use the relay although the agent has a better way. */
  readonly relay: boolean;
  readonly upstream?: string;
  readonly port?: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives faults that stop nothing. */
  readonly report: (problem: unknown) => void;
}

export interface Capture {
  readonly wayIn: WayIn;
  readonly writer: SessionWriter;
  /** What to set for the agent's run. Holds the secret of the relay. */
  readonly run: RunChange;
  /** Sessions that were deleted to stay within the limits. */
  readonly dropped: readonly KeptSession[];
  /** Waits until everything is written, and ends the session. */
  end(): Promise<void>;
}

export async function startCapture(options: CaptureOptions): Promise<Capture> {
  const { captures, limits, agent, agentName, folder, environment, report } = options;
  removeLeftFolders();
  const dropped = keepWithin(captures, limits, new Date());
  const isRelayed = options.relay || options.upstream !== undefined || bestWay(agent) === 'relay';
  const wayIn = isRelayed ? 'relay' : bestWay(agent);
  const name = agent ?? agentName;
  const writer = await createSessionAt(captures, { agent: name, folder, wayIn }, limits.mostBytes, new Date());
  for (const { session } of dropped)
    await writer.note(`The session ${session.id} was deleted to stay within the limits of size and age.`);
  const started = wayIn === 'relay' ? await throughRelay(options, writer) : await watching(wayIn, writer, report);
  for (const note of started.run.notes) await writer.note(note);
  const run = wayIn === 'relay' ? withProxy(started.run, environment) : started.run;
  return {
    wayIn,
    writer,
    run,
    dropped,
    async end() {
      await started.stop();
      await writer.end(new Date().toISOString());
    },
  };
}

interface Started {
  readonly run: RunChange;
  stop(): Promise<void>;
}

async function throughRelay(
  { upstream, port, agent, environment, report }: CaptureOptions,
  writer: SessionWriter,
): Promise<Started> {
  const recorder = createRelayRecorder(writer, report);
  const relay = await startRelay({
    recorder,
    upstreams: upstreamsOf(environment, upstream),
    environment,
    ...(port === undefined ? {} : { port }),
  });
  const redirected = async () => {
    if (agent !== 'pi') return {};
    const own = makeWatchedFolder();
    return { folder: own, extension: await writePiRedirect(own, relay.baseFor) };
  };
  const { folder, extension } = await redirected().catch(async (error: unknown) => {
    await relay.close();
    throw error;
  });
  return {
    run: relayedRun(agent, relay.baseFor, environment, extension),
    async stop() {
      await relay.close();
      await recorder.settled();
      if (folder !== undefined) removeWatchedFolder(folder);
    },
  };
}

const followers: Readonly<
  Record<WatchedWay, (folder: string, writer: SessionWriter, report: (problem: unknown) => void) => Follower>
> = {
  'raw-bodies': followRawBodies,
  'rollout-trace': followRolloutTrace,
  telemetry: followTelemetry,
  extension: followExtension,
};

/** The agent writes into a folder of its own, for the owner alone, which is gone afterwards. */
async function watching(
  wayIn: WatchedWay,
  writer: SessionWriter,
  report: (problem: unknown) => void,
): Promise<Started> {
  const folder = makeWatchedFolder();
  const path =
    wayIn === 'telemetry'
      ? childOf(folder, telemetryFile)
      : wayIn === 'extension'
        ? await writePiExtension(folder)
        : folder;
  const follower = followers[wayIn](folder, writer, report);
  return {
    run: watchedRun(wayIn, path),
    async stop() {
      await follower.stop();
      removeWatchedFolder(folder);
    },
  };
}

function withProxy(run: RunChange, environment: CaptureOptions['environment']): RunChange {
  return { ...run, environment: { ...run.environment, ...besideProxy(environment) } };
}
