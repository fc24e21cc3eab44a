/** What is rebuilt from the logs that agents keep of their own sessions. */
import type { RequestForm } from '../../document/types';
import type { Rope } from '../../sources/text/rope';
import type { LogLine } from './log-line';

/** Gemini CLI writes two: its chats, and its telemetry where that is switched on. */
export type LoggedAgent = 'codex' | 'claude-code' | 'gemini-cli' | 'gemini-telemetry' | 'opencode' | 'pi';

/** JSON of the log, with its offset there in characters. */
export interface LocatedJson {
  readonly text: string;
  readonly start: number;
}

/** What a string of the log says, with the place of each character. Some logs write JSON into a string. */
export interface LocatedText {
  readonly leaves: Rope;
}

/** A plain string is not in the log: it joins what is. */
export type Piece = string | LocatedJson | LocatedText;

export interface RebuiltRequest {
  readonly agent: LoggedAgent;
  readonly form: RequestForm;
  readonly model: string | undefined;
  /** When it was sent, in ISO 8601: the time of the last line before the response. */
  readonly at: string | undefined;
  /**
   * The pieces concatenate to the body, as far as the log holds it. Made when asked for: together the bodies are much
   * longer than the log.
   */
  body(): readonly Piece[];
  /** The response in the provider's form, with its usage; undefined if there is none. */
  response(): readonly Piece[] | undefined;
  /** The conversation of a subagent; undefined for the main one. */
  readonly thread: string | undefined;
  /** The parts of the request that this log does not hold, named for people. */
  readonly notRecorded: readonly string[];
}

/** Takes the lines of one log in order. */
export interface AgentLog {
  /** False if it is not a line of such a log. */
  take(line: LogLine): boolean;
  /** In the order of the log. */
  requests(): Iterable<RebuiltRequest>;
}
