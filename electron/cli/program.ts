import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { exportFormats, formatAliases } from '../../shared/exporters/types';
import type { CalibrationStore } from '../host/count/calibration-store';
import { HostError } from '../host/errors';
import { runBuild } from './commands/build';
import { runCache, type CacheOptions } from './commands/cache';
import { runInit } from './commands/init';
import { runDiff, type DiffOptions } from './commands/diff';
import { UsageError, type BuildOptions } from './inspect-folder';
import { runInspect } from './commands/inspect';
import { runCheck, runLock, type LockOptions } from './commands/lock';
import { learnedFrom } from './learned';
import { lintFormats, runLint, type LintFormat } from './commands/lint';
import { runMatrix, type MatrixCommand } from './commands/matrix';
import { OutputError, visible, type Output } from './output';
import { runRules } from './commands/rules';
import { isSentAgainstBuilt, runSent } from './commands/sent';
import { runSequence } from './commands/sequence';
import { separateTrust } from './trust-option';
import { runTurn, type TurnOptions } from './commands/turn';
import { runVolatile } from './commands/volatile';

/**
 * Runs one command line. Returns 0 for success, 1 for an error finding, 2 for wrong usage; a bug throws. `calibrations`
 * corrects only the counts that are shown: what is built, compared, checked or written never depends on it.
 */
export async function runProgram(
  args: readonly string[],
  version: string,
  output: Output,
  calibrations?: CalibrationStore,
): Promise<number> {
  let code = 0;
  const program = new Command('strata')
    .description('Shows the prompts AI agents really send, from the folder they are made of.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: (text) => output.err(text.trimEnd()) })
    .hook('preAction', (_program, command) => {
      if (calibrations !== undefined && command.getOptionValue('calibration') === true)
        command.setOptionValue('learned', learnedFrom(calibrations, output.err));
    });

  building(program.command('build <folder>').description('print the prompt, byte for byte'))
    .addOption(
      new Option('--format <format>', 'what to print')
        .choices([...exportFormats, ...Object.keys(formatAliases)])
        .default('text'),
    )
    .action(async (folder: string, options: BuildOptions & { format: string }) => {
      const format = exportFormats.find((each) => each === options.format) ?? formatAliases[options.format] ?? 'text';
      code = await runBuild(folder, { ...options, format }, output);
    });

  counting(program.command('inspect <folder>').description('list every section with tier, tokens and reasons'))
    .option('--json', 'print the report as JSON', false)
    .action(async (folder: string, options: BuildOptions & { json: boolean }) => {
      code = await runInspect(folder, options, output);
    });

  building(program.command('turn <folder>').description('play one turn: what is promoted, what is demoted, and why'))
    .option(
      '--select <path>',
      'a file the user works on; may be given several times',
      (path: string, before: readonly string[]) => [...before, path],
      [],
    )
    .option('--write', 'write the new state file', false)
    .action(async (folder: string, options: TurnOptions) => {
      code = await runTurn(folder, options, output);
    });

  building(program.command('lint <folder>').description('list what is wrong or unwise in the prompt and its files'))
    .addOption(new Option('--format <format>', 'how to print it').choices(lintFormats).default('text'))
    .action(async (folder: string, options: BuildOptions & { format: LintFormat }) => {
      code = await runLint(folder, options, version, output);
    });

  counting(
    program
      .command('cache <folder>')
      .description('predict what is read from the cache, written and paid, turn by turn'),
  )
    .option('--turns <file>', 'a turn script; without one, the same request twice')
    .option(
      '--provider <name[/model]>',
      'by whose rules; may be given several times to compare',
      (name: string, before: readonly string[]) => [...before, name],
      [],
    )
    .option('--optimize', 'find the best places for breakpoints', false)
    .option('--warm', 'as if the same prefix was sent just before; without it the cache is cold', false)
    .option('--json', 'print it as JSON', false)
    .action(async (folder: string, options: CacheOptions) => {
      code = await runCache(folder, options, output);
    });

  building(
    program
      .command('diff <before> [after]')
      .description(
        'compare two folders or saved documents, one folder with other settings, or a request that was ' +
          'sent with what a folder builds',
      ),
  )
    .option('--with <name=value>', 'a setting of the second; may be given several times', nameValue, [])
    .option('--json', 'print it as JSON', false)
    .action(async (before: string, after: string | undefined, options: DiffOptions) => {
      code =
        after !== undefined && isSentAgainstBuilt(before, after)
          ? await runSent(before, after, options, output)
          : await runDiff(before, after, options, output);
    });

  building(
    program
      .command('lock <folder>')
      .description('write strata.lock.json: hashes and tokens of the prefixes that should stay the same'),
  )
    .option('--file <path>', 'another lock file')
    .action(async (folder: string, options: LockOptions) => {
      code = await runLock(folder, options, output);
    });

  building(program.command('check <folder>').description('fail when the locked prefix or the budget is another'))
    .option('--file <path>', 'another lock file')
    .action(async (folder: string, options: LockOptions) => {
      code = await runCheck(folder, options, output);
    });

  counting(
    program
      .command('volatile <folder>')
      .description('find what moves the prompt: the clock, the machine, key order, each setting'),
  )
    .option('--json', 'print it as JSON', false)
    .action(async (folder: string, options: BuildOptions & { json: boolean }) => {
      code = await runVolatile(folder, options, output);
    });

  program
    .command('rules')
    .description('list the lint rules and the caching rules of the providers, with date and source')
    .option('--json', 'print them as JSON', false)
    .action(async (options: { json: boolean }) => {
      code = await runRules(options, output);
    });

  counting(
    program
      .command('matrix <folder>')
      .description('build every combination of settings: tokens, findings, shared prefix, hash'),
  )
    .option(
      '--over <name>',
      'a setting to vary, or name=a,b for some of its values; may be given several times',
      (name: string, before: readonly string[]) => [...before, name],
      [],
    )
    .option('--json', 'print it as JSON', false)
    .action(async (folder: string, options: MatrixCommand) => {
      code = await runMatrix(folder, options, output);
    });

  program
    .command('init <folder>')
    .description('write a first strata.json from the prompt files of the folder')
    .action(async (folder: string) => {
      code = await runInit(folder, output);
    });

  counting(
    program
      .command('sequence <file>')
      .description(
        'compare the requests of a file one by one: changes, first divergence, predicted and reported cache',
      ),
  )
    .option('--json', 'print it as JSON', false)
    .action(async (file: string, options: BuildOptions & { json: boolean }) => {
      code = await runSequence(file, options, output);
    });

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
      output.err(`strata: ${visible(error.message)}`);
      return error.code === 'bad-arguments' ? 2 : 1;
    }
    if (error instanceof OutputError) {
      output.err(`strata: ${visible(error.message)}`);
      return 1;
    }
    throw error;
  }
}

function nameValue(value: string, before: readonly string[]): readonly string[] {
  if (!value.includes('=')) throw new InvalidArgumentError('it should be name=value');
  return [...before, value];
}

function counting(command: Command): Command {
  return building(command).option(
    '--no-calibration',
    'estimates as they are, not corrected by what was reported for the folder on this machine',
  );
}

function building(command: Command): Command {
  return command
    .option('--set <name=value>', 'a setting of the architecture; may be given several times', nameValue, [])
    .option('--now <ISO>', 'the clock, for a reproducible build')
    .option('--tz <zone>', 'the time zone, by IANA name')
    .option('--home <folder>', 'the home folder')
    .option('--model <id>', 'the model whose tokens are counted')
    .option('--architecture <id>', 'instead of the detected one')
    .option(
      '--trust [path]',
      'let the folder read what it asks for outside itself, but no secrets; with a path exactly that; ' +
        'for this run only, may be given several times',
      trusted,
      [],
    );
}

function trusted(path: string, before: readonly (string | true)[]): readonly (string | true)[] {
  return [...before, path === '' ? true : path];
}
