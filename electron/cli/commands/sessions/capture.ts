import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { agentIds, type AgentId } from '../../../../shared/assemblers/agents/names';
import { isSideRequest } from '../../../../shared/sessions/types';
import { startCapture, type Capture } from '../../../host/capture/capture';
import { usualLimits } from '../../../host/capture/store';
import { agentOfCommand } from '../../../host/capture/ways';
import { absolutePath } from '../../../host/disk/paths';
import { isUpstream } from '../../../host/relay/routes';
import { printRows } from '../../print/capture-rows';
import { capturesFolder } from '../../named/captures-folder';
import { visible, type Output } from '../../print/output';
import { hasTerminal, holdSignals, type HeldSignals } from './held-signals';
import { UsageError } from '../../usage-error';

export interface CaptureCommand {
  readonly agent?: string;
  readonly upstream?: string;
  readonly captures?: string;
  readonly relay: boolean;
  readonly port?: string;
  readonly keepDays?: string;
  readonly keepMb?: string;
}

/** `strata capture`: runs an agent, or waits for one, and keeps what it sends. Returns the agent's own exit code. */
export async function runCapture(command: readonly string[], options: CaptureCommand, output: Output): Promise<number> {
  const signals = holdSignals();
  try {
    return await captureWith(signals, command, options, output);
  } finally {
    signals.release();
  }
}

async function captureWith(
  signals: HeldSignals,
  command: readonly string[],
  options: CaptureCommand,
  output: Output,
): Promise<number> {
  const [program, ...args] = command;
  if (options.upstream !== undefined && !isUpstream(options.upstream))
    throw new UsageError('--upstream takes an http or https address');
  const agent = chosenAgent(options.agent) ?? (program === undefined ? undefined : agentOfCommand(program));
  const capture = await startCapture({
    captures: capturesFolder(options.captures),
    limits: {
      mostBytes: wholeNumber('--keep-mb', options.keepMb, usualLimits.mostBytes / 1_000_000) * 1_000_000,
      mostDays: wholeNumber('--keep-days', options.keepDays, usualLimits.mostDays),
    },
    agent,
    agentName: program === undefined ? null : program.replace(/^.*[\\/]/, ''),
    folder: program === undefined ? null : absolutePath('.'),
    relay: options.relay,
    ...(options.upstream === undefined ? {} : { upstream: options.upstream }),
    ...(options.port === undefined ? {} : { port: wholeNumber('--port', options.port, 0) }),
    environment: process.env,
    report: (problem) => output.err(`strata: ${problem instanceof Error ? problem.message : String(problem)}`),
  });
  printStart(capture, program !== undefined, output);
  const rows = liveRows(capture, program !== undefined && process.stdout.isTTY === true, output);
  const run = (): Promise<number> =>
    program === undefined ? untilInterrupted(signals) : runAgent(program, args, capture, signals);
  const code = signals.early === undefined ? await run() : program === undefined ? 0 : codeOf(signals.early);
  signals.give(() => {
    output.err('The session is still being written. Interrupt again to end at once.');
    signals.release();
  });
  await capture.end();
  await rows.flush();
  printEnd(capture, output);
  if (code === notStarted) throw new UsageError(`${String(program)} could not be started: is it installed?`);
  return code;
}

function chosenAgent(id: string | undefined): AgentId | undefined {
  if (id === undefined) return undefined;
  const agent = agentIds.find((each) => each === id);
  if (agent === undefined) throw new UsageError(`--agent: there is no "${id}"; there are ${agentIds.join(', ')}`);
  return agent;
}

function wholeNumber(option: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${option} takes a whole number`);
  return Number(text);
}

function printStart({ wayIn, run, writer, dropped }: Capture, isRun: boolean, output: Output): void {
  const { session, path } = writer;
  output.err(`Session ${session.id}, by ${words[wayIn]}, in ${visible(path)}`);
  for (const { session: gone } of dropped)
    output.err(`Deleted the session ${gone.id} to stay within the limits of size and age`);
  output.err(isRun ? 'Set for this run only:' : 'Set these where you start your agent; Ctrl-C ends the capture:');
  for (const [name, value] of Object.entries(run.environment)) output.err(`  export ${name}=${visible(value)}`);
  if (run.args.length > 0) output.err(`  arguments: ${visible(run.args.join(' '))}`);
  for (const note of run.notes) output.err(note);
}

const words = {
  'raw-bodies': 'the requests that Claude Code writes down',
  'rollout-trace': 'the trace that Codex writes',
  telemetry: 'the agent’s telemetry',
  extension: 'an extension of the agent',
  relay: 'a relay on 127.0.0.1',
  log: 'the agent’s log',
  files: 'files',
} as const;

/** If the agent draws on the terminal (`isHeld`), the rows wait until it has ended. */
function liveRows({ writer }: Capture, isHeld: boolean, output: Output): { flush(): Promise<void> } {
  const delayed: string[] = [];
  const rows = printRows(
    writer,
    (line) => {
      if (isHeld) delayed.push(line);
      else output.err(line);
    },
    (problem) => output.err(`strata: ${problem instanceof Error ? problem.message : String(problem)}`),
  );
  return {
    async flush() {
      await rows.settled();
      for (const line of delayed) output.err(line);
    },
  };
}

function printEnd({ writer }: Capture, output: Output): void {
  const { exchanges, lost, session } = writer;
  const kept = exchanges.filter(({ number }) => !lost.has(number));
  const turns = kept.filter(({ kind }) => !isSideRequest(kind)).length;
  output.err(`Kept ${requests(kept.length)} (${turns} of the conversation) as session ${session.id}.`);
  if (lost.size > 0) output.err(`${requests(lost.size)} of ${exchanges.length} could not be kept.`);
  if (exchanges.length === 0) output.err('No request came. Does the agent use the settings above?');
}

function requests(count: number): string {
  return `${count} ${count === 1 ? 'request' : 'requests'}`;
}

const notStarted = -1;

/** The exit code that shells give to a process that ended by a signal. */
function codeOf(signal: NodeJS.Signals): number {
  return 128 + (constants.signals[signal] ?? 0);
}

function runAgent(program: string, args: readonly string[], { run }: Capture, signals: HeldSignals): Promise<number> {
  const env = { ...process.env, ...run.environment };
  const child = spawn(program, [...run.args, ...args], { stdio: 'inherit', env });
  const later = new Set<NodeJS.Timeout>();
  // A terminal sends Ctrl-C to the agent too, which decides what to do. Other signals are passed on.
  signals.give((signal) => {
    if (signal !== 'SIGINT' || !hasTerminal()) later.add(setTimeout(() => child.kill(signal), reactionMs));
  });
  return new Promise((resolve) => {
    const end = (code: number): void => {
      for (const timer of later) clearTimeout(timer);
      resolve(code);
    };
    child.once('error', () => end(notStarted));
    child.once('exit', (code, signal) => end(code ?? (signal === null ? 1 : codeOf(signal))));
  });
}

/**
 * How long the agent has to react to a signal to the whole process group, which reaches it by itself. Only then is the
 * signal passed on: a second one could end it too early.
 */
const reactionMs = 1000;

function untilInterrupted(signals: HeldSignals): Promise<number> {
  return new Promise((resolve) => signals.give(() => resolve(0)));
}
