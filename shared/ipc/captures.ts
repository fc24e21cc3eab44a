/** What the window shows of captures: the sessions that are kept, the one that runs, and the one that is followed. */
import type { SessionRow } from '../cache/session/session-view';

export type { FoundText } from '../cache/session/first-seen';
export type { RequestAnswer, SessionRow, SessionSummary } from '../cache/session/session-view';

export interface SessionInfo {
  readonly id: string;
  /** Null if unknown. */
  readonly agent: string | null;
  readonly folder: string | null;
  readonly wayIn: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Null while it runs, or if its writer was killed. */
  readonly endedAt: string | null;
  readonly exchanges: number;
  readonly bytes: number;
  readonly notes: readonly string[];
}

/** What starting an agent in a terminal runs, by whole paths. */
export interface ReadyStart {
  readonly program: string;
  readonly terminal: string;
  /** Where the agent works. */
  readonly folder: string;
}

/** How an agent can be started, or what is missing for it. */
export type AgentStart =
  | ({ readonly kind: 'ready' } & ReadyStart)
  /** It is not on the PATH, outside of the opened folder. */
  | { readonly kind: 'no-program'; readonly name: string }
  | { readonly kind: 'no-terminal'; readonly looked: readonly string[] }
  | { readonly kind: 'no-folder' };

/** An agent that Strata knows. */
export interface KnownAgent {
  readonly id: string;
  readonly title: string;
  readonly start: AgentStart;
}

/** A capture that this window started. */
export interface RunningCapture {
  readonly id: string;
  /** The known agent, as it can be started; null for any other. */
  readonly agent: KnownAgent | null;
  /** What became of its terminal; null before one was opened. */
  readonly terminal: { readonly isOpen: boolean; readonly text: string } | null;
  readonly wayIn: string;
  /** What keeps the session from being written whole, such as a full disk; null if nothing does. */
  readonly problem: string | null;
  /** What to type in a terminal before the agent is started there, and the agent's own arguments. */
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

export interface CaptureList {
  readonly agents: readonly KnownAgent[];
  /** The newest ones, newest first. */
  readonly sessions: readonly SessionInfo[];
  /** How many more there are. */
  readonly older: number;
  readonly running: RunningCapture | null;
}

/** A session that an agent keeps of its own accord: part of the truth. */
export interface AgentLog {
  /** The id of the agent, and its name. */
  readonly agent: string;
  readonly title: string;
  /** The agent's own id of the session. */
  readonly id: string;
  /** Null if the agent itself has to print it. */
  readonly path: string | null;
  /** ISO 8601: when it was last written. */
  readonly writtenAt: string;
  readonly bytes: number | null;
}

/** What agents keep of the folder that they work in. */
export interface FolderLogs {
  readonly folder: string;
  /** Newest first. */
  readonly logs: readonly AgentLog[];
  /** opencode has to be run to name its own: it was used on this machine, and was not asked yet. */
  readonly canAskOpenCode: boolean;
}

/** Rows of the followed session: all of them when it is opened, then those that are new or changed. */
export interface CaptureRows {
  readonly id: string;
  /** With the rows the session was opened with; null with those that come later. */
  readonly opened: SessionInfo | null;
  readonly rows: readonly SessionRow[];
}

/** A session with all its rows so far. */
export interface FollowedRows {
  readonly session: SessionInfo;
  readonly rows: readonly SessionRow[];
}

/** A part of a response, to be read. */
export interface ResponsePart {
  readonly kind: 'text' | 'thinking' | 'call' | 'error' | 'raw';
  /** The tool that is called. */
  readonly name: string | null;
  readonly text: string;
}
