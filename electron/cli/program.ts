import { Command, CommanderError } from 'commander';
import type { CalibrationStore } from '../host/count/calibration-store';
import { HostError } from '../host/errors';
import type { OpenFrames } from '../host/services';
import { declareAgents } from './declared/agents';
import { declareCache } from './declared/cache';
import { declarePrompt } from './declared/prompt';
import { declareRequests } from './declared/requests';
import type { Declaring } from './declared/options';
import { declareSessions } from './declared/sessions';
import { optionHelp } from './declared/option-help';
import { learnedFrom } from './learned';
import { OutputError, visible, visibleLines, type Output } from './print/output';
import { separateTrust } from './declared/trust-option';
import { UsageError } from './usage-error';

/**
 * Runs one command line. Returns 0 for success, 1 for an error finding, 2 for wrong usage; a bug throws. `calibrations`
 * corrects only the counts that are shown: what is built, compared, checked or written never depends on it. `frames`
 * opens what captures taught about agents. The code of a command is loaded when it runs, so that `--version` and
 * `--help` answer at once.
 */
export async function runProgram(
  args: readonly string[],
  version: string,
  output: Output,
  calibrations?: () => Promise<CalibrationStore>,
  frames?: (captures: string | undefined) => Promise<OpenFrames>,
): Promise<number> {
  let code = 0;
  const program = new Command('strata')
    .description('Shows the prompts AI agents really send, from the folder they are made of.')
    .version(version)
    .exitOverride()
    .configureHelp({ optionDescription: optionHelp })
    .configureOutput({ writeErr: (text) => output.err(text.trimEnd()) })
    .hook('preAction', async (_program, command) => {
      if (calibrations !== undefined && command.getOptionValue('calibration') === true)
        command.setOptionValue('learned', learnedFrom(await calibrations(), output.err));
      if (frames !== undefined && command.getOptionValue('frame') === true)
        command.setOptionValue('frames', await frames(textOf(command.getOptionValue('captures'))));
    });
  const run = async (work: () => Promise<number>): Promise<void> => {
    code = await work();
  };
  declareCommands({ program, run }, version, output);

  try {
    await program.parseAsync(separateTrust(program.commands, args), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError) {
      output.err(`strata: ${visible(error.message)}`);
      return 2;
    }
    if (error instanceof HostError) {
      output.err(`strata: ${visibleLines(error.message)}`);
      return error.code === 'bad-arguments' ? 2 : 1;
    }
    if (error instanceof OutputError) {
      output.err(`strata: ${visible(error.message)}`);
      return 1;
    }
    throw error;
  }
}

/** Adds every command to the program. */
export function declareCommands(declaring: Declaring, version: string, output: Output): void {
  declarePrompt(declaring, version, output);
  declareCache(declaring, version, output);
  declareRequests(declaring, output);
  declareAgents(declaring, version, output);
  declareSessions(declaring, output);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
