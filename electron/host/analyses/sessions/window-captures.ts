/** The captures of one window: the sessions that are kept, the one that it runs, and the one that it follows. */
import type { Calibration } from '../../../../shared/analysis/types';
import { agentIds, agentNames, type AgentId } from '../../../../shared/assemblers/agents/names';
import type { RulePack } from '../../../../shared/cache/packs/rule-pack';
import type {
  CaptureList,
  CaptureRows,
  KnownAgent,
  ReadyStart,
  ResponsePart,
  RunningCapture,
  SessionInfo,
} from '../../../../shared/ipc/captures';
import { responseParts } from '../../../../shared/requests/response/response-parts';
import { exchangeStem } from '../../../../shared/sessions/types';
import { startCapture, type Capture } from '../../capture/capture';
import { followSession, type FollowedSession } from '../../capture/follow-session';
import { bodyText } from '../../capture/reported';
import {
  deletedText,
  deleteSession,
  exchangeFiles,
  findSession,
  newestSessions,
  readExchange,
  usualLimits,
  type KeptSession,
} from '../../capture/store';
import { startInTerminal, startOf, type StartPlaces } from '../../capture/terminal/agent-start';
import { shellLines } from '../../capture/terminal/shell-text';
import { removeWatchedFolder } from '../../capture/watched-folders';
import { HostError } from '../../errors';
import { createSessionAnalysis, type SessionAnalysis } from './session-analysis';

export interface WindowCaptureOptions {
  /** The folder that holds one folder per session. */
  readonly captures: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** What the window shows. Null for nothing. */
  readonly opened: () => Opened | null;
  readonly packs: () => readonly RulePack[];
  readonly calibrationOf: (agent: string | null, modelId: string) => Calibration | undefined;
  readonly changed: (list: CaptureList) => void;
  readonly rows: (rows: CaptureRows) => void;
  readonly report: (problem: unknown) => void;
}

export interface Opened {
  readonly path: string;
  /** A request, in a file or a captured session: no folder that an agent works in. */
  readonly isRequest: boolean;
  /** It was opened from the list of sessions: the agent still works in the folder that was there before. */
  readonly isSession: boolean;
}

export interface WindowCaptures {
  /** Calls `changed` with the list as it is now. */
  announce(): void;
  /** Returns the id of the session. */
  start(agent: string | null): Promise<string>;
  /** Opens the agent of the running capture in a terminal. */
  openTerminal(named: ReadyStart): Promise<void>;
  stop(): Promise<void>;
  /** Calls `rows` with those the session has, then with each that is new or changed. */
  follow(id: string | null): Promise<void>;
  /** Throws if no session is followed. */
  followed(): {
    readonly path: string;
    readonly agent: string | null;
    /** The folder the agent worked in, if known. */
    readonly folder: string | null;
    readonly analysis: SessionAnalysis;
  };
  response(number: number): readonly ResponsePart[];
  /** The folder that an agent works in; null if none is open. */
  folder(): string | null;
  /** A kept session that may be deleted or exported. Throws if there is none. */
  kept(id: string): KeptSession;
  /** Deletes a session that this window does not write. Returns what to say. */
  remove(id: string): string;
  close(): Promise<void>;
}

/** More than anybody looks through; the command lists all. */
const mostListed = 200;

interface Running {
  readonly capture: Capture;
  readonly agent: AgentId | undefined;
  terminal: RunningCapture['terminal'];
  problem: string | null;
  /** Folders of the scripts that started its terminals. */
  readonly folders: string[];
}

interface Followed {
  readonly kept: KeptSession;
  readonly analysis: SessionAnalysis;
  readonly watching: FollowedSession;
}

export function createWindowCaptures(options: WindowCaptureOptions): WindowCaptures {
  const { captures, environment, platform, opened, packs, calibrationOf, changed, rows, report } = options;
  let running: Running | undefined;
  let followed: Followed | undefined;
  /** A captured request takes the folder's place on screen; the agent still works in the folder. */
  let lastFolder: string | null = null;
  const places = (): StartPlaces => {
    const now = opened();
    if (now === null || !now.isRequest) lastFolder = now?.path ?? null;
    else if (!now.isSession) lastFolder = null;
    return { opened: now?.path ?? null, folder: lastFolder, environment, platform };
  };
  const agentOf = (id: AgentId): KnownAgent => ({ id, title: agentNames[id].title, start: startOf(id, places()) });
  const shownOf = ({ capture, agent, terminal, problem }: Running): RunningCapture => ({
    id: capture.writer.session.id,
    agent: agent === undefined ? null : agentOf(agent),
    terminal,
    wayIn: capture.wayIn,
    problem,
    lines: shellLines(agent === undefined ? 'your-agent' : agentNames[agent].program, capture.run, platform),
    notes: capture.run.notes,
  });
  const list = (): CaptureList => {
    const { sessions, older } = newestSessions(captures, mostListed);
    return {
      agents: agentIds.map(agentOf),
      sessions: sessions.map(infoOf),
      older,
      running: running === undefined ? null : shownOf(running),
    };
  };
  const unfollow = (): void => {
    followed?.watching.close();
    followed = undefined;
  };
  const announce = (): void => changed(list());
  const stop = async (): Promise<void> => {
    await endRunning();
    announce();
  };
  const endRunning = async (): Promise<void> => {
    const ending = running;
    running = undefined;
    await ending?.capture.end();
    for (const folder of ending?.folders ?? []) removeWatchedFolder(folder);
  };
  const kept = (id: string): KeptSession => {
    const found = findSession(captures, id);
    if (found === undefined) throw new HostError('not-found', `There is no session ${id}`);
    return found;
  };
  const followedNow = (): Followed => {
    if (followed === undefined) throw new HostError('bad-arguments', 'No session is open');
    return followed;
  };
  return {
    announce,
    stop,
    async start(id) {
      const agent = agentIds.find((each) => each === id);
      if (id !== null && agent === undefined) throw new HostError('bad-arguments', `There is no agent "${id}"`);
      await stop();
      const capture = await startCapture({
        captures,
        limits: usualLimits,
        agent,
        agentName: null,
        folder: places().folder,
        relay: false,
        environment,
        report,
      });
      const started: Running = { capture, agent, terminal: null, problem: null, folders: [] };
      running = started;
      capture.writer.on((event) => {
        if (event.kind !== 'problem') return;
        started.problem = event.text;
        announce();
      });
      announce();
      return capture.writer.session.id;
    },
    async openTerminal(named) {
      const now = running;
      if (now?.agent === undefined) throw new HostError('bad-arguments', 'No capture of a known agent is running');
      const failed = (code: number | NodeJS.Signals): void => {
        const text = `${named.terminal} ended with ${typeof code === 'number' ? `code ${code}` : code}.`;
        now.terminal = { isOpen: false, text };
        announce();
      };
      const folder = await startInTerminal(now.agent, named, now.capture.run, places(), failed);
      if (folder === undefined) {
        announce();
        throw new HostError('not-found', `${named.program} is not what would be started now. Look again.`);
      }
      now.folders.push(folder);
      now.terminal = { isOpen: true, text: `${named.program} was started in ${named.terminal}.` };
      announce();
    },
    async follow(id) {
      unfollow();
      if (id === null) return;
      const found = kept(id);
      const { path, session } = found;
      const analysis = createSessionAnalysis({
        path,
        packs: packs(),
        calibrationOf: (modelId) => calibrationOf(session.agent, modelId),
      });
      const pending = new Set<number>();
      let isReady = false;
      const watching = followSession(
        path,
        {
          async exchange(exchange) {
            for (const number of await analysis.put(exchange)) pending.add(number);
          },
          session: () => {
            if (isReady) announce();
          },
          quiet() {
            if (!isReady || pending.size === 0) return;
            rows({ id: session.id, opened: null, rows: analysis.rows().filter(({ number }) => pending.has(number)) });
            pending.clear();
          },
        },
        report,
      );
      followed = { kept: found, analysis, watching };
      await watching.ready;
      // Another session was opened meanwhile.
      if (followed?.watching !== watching) return;
      isReady = true;
      pending.clear();
      rows({ id: session.id, opened: infoOf(found), rows: analysis.rows() });
    },
    followed() {
      const { kept, analysis } = followedNow();
      const { agent, folder } = kept.session;
      return { path: kept.path, agent, folder, analysis };
    },
    response(number) {
      const { path } = followedNow().kept;
      const name = exchangeFiles(path).find((each) => each.startsWith(`${exchangeStem(number)}.`));
      const file = name === undefined ? null : (readExchange(path, name)?.response?.file ?? null);
      const text = bodyText(path, file);
      return text === undefined ? [] : responseParts(text);
    },
    folder: () => places().folder,
    kept,
    remove(id) {
      if (running?.capture.writer.session.id === id)
        throw new HostError('bad-arguments', 'This session is being captured: end the capture first');
      const found = kept(id);
      if (followed?.kept.path === found.path) unfollow();
      const text = deletedText(found, deleteSession(found));
      announce();
      return text;
    },
    async close() {
      unfollow();
      await endRunning();
    },
  };
}

function infoOf({ session, exchanges, bytes }: KeptSession): SessionInfo {
  const { id, agent, folder, wayIn, startedAt, endedAt, notes } = session;
  return { id, agent, folder, wayIn, startedAt, endedAt, exchanges, bytes, notes };
}
