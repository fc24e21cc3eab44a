/** Recognises the log of an agent by its lines and rebuilds its requests. */
import type { TextRecord } from '../log/record-splitter';
import { claudeCodeLog, isClaudeCodeLine } from './claude-code';
import { codexLog, isCodexLine } from './codex';
import { geminiCliLog, isGeminiCliLine } from './gemini-cli';
import { geminiTelemetryLog, isTelemetryLine } from './gemini-telemetry';
import { logLine, type LogLine } from './log-line';
import { isOpenCodeExport, openCodeLog } from './opencode';
import { isPiHeader, piLog } from './pi';
import type { AgentLog, LoggedAgent, RebuiltRequest } from './types';

interface Kind {
  readonly agent: LoggedAgent;
  /** True for a line that only this agent writes. */
  readonly isOwn: (line: LogLine) => boolean;
  readonly open: () => AgentLog;
}

const kinds: readonly Kind[] = [
  { agent: 'codex', isOwn: isCodexLine, open: codexLog },
  { agent: 'claude-code', isOwn: isClaudeCodeLine, open: claudeCodeLog },
  { agent: 'gemini-cli', isOwn: isGeminiCliLine, open: geminiCliLog },
  { agent: 'gemini-telemetry', isOwn: isTelemetryLine, open: geminiTelemetryLog },
  { agent: 'opencode', isOwn: isOpenCodeExport, open: openCodeLog },
  { agent: 'pi', isOwn: isPiHeader, open: piLog },
];

/** How a log of each agent is called. */
export const logNames: Readonly<Record<LoggedAgent, string>> = {
  codex: 'Codex rollout',
  'claude-code': 'Claude Code transcript',
  'gemini-cli': 'Gemini CLI chat',
  'gemini-telemetry': 'Gemini CLI telemetry file',
  opencode: 'opencode session',
  pi: 'pi session',
};

/** Keys near the start of such lines. Only then is a record parsed to find out: requests are long. */
const types = /"type"\s*:\s*"(?:session_meta|response_item|turn_context|event_msg|session)"/;
const keys = /"(?:parentUuid|projectHash|projectID|_spanContext|hrTimeObserved)"\s*:/;
const headLength = 1000;

function maybeAgentLine(text: string): boolean {
  const head = text.slice(0, headLength);
  return types.test(head) || keys.test(head);
}

/** True for a log that is one JSON object. */
export function isAgentLog(text: string): boolean {
  const line = maybeAgentLine(text) ? logLine({ text, start: 0 }) : undefined;
  return line !== undefined && kinds.some(({ isOwn }) => isOwn(line));
}

export class AgentLogReader {
  #kind: Kind | undefined;
  #log: AgentLog | undefined;
  /** Lines of the log. */
  lines = 0;

  /** Undefined until a line tells it. */
  get agent(): LoggedAgent | undefined {
    return this.#kind?.agent;
  }

  /** False if the record is not a line of an agent's log. */
  take(record: TextRecord): boolean {
    if (this.#kind === undefined && !maybeAgentLine(record.text)) return false;
    const line = logLine(record);
    if (line === undefined) return false;
    if (this.#kind === undefined) {
      this.#kind = kinds.find(({ isOwn }) => isOwn(line));
      this.#log = this.#kind?.open();
    }
    const isTaken = this.#log?.take(line) === true;
    if (isTaken) this.lines += 1;
    return isTaken;
  }

  /** In the order of the log. */
  requests(): Iterable<RebuiltRequest> {
    return this.#log?.requests() ?? [];
  }
}
