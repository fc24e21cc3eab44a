/** Options that several commands take. What is imported here is loaded at every start: keep it small. */
import { InvalidArgumentError, type Command } from 'commander';

/** Declares a command; `run` loads its code and sets the exit code. */
export interface Declaring {
  readonly program: Command;
  run(work: () => Promise<number>): Promise<void>;
}

export function nameValue(value: string, before: readonly string[]): readonly string[] {
  if (!value.includes('=')) throw new InvalidArgumentError('it should be name=value');
  return [...before, value];
}

/** An option that may be given several times. */
export function oneMore(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

export function counting(command: Command): Command {
  return building(command).option(
    '--no-calibration',
    'estimates as they are, not corrected by what was reported for the folder on this machine',
  );
}

export function building(command: Command): Command {
  return command
    .option('--set <name=value>', 'a setting of the design; may be given several times', nameValue, [])
    .option('--now <ISO>', 'the clock, for a reproducible build')
    .option('--tz <zone>', 'the time zone, by IANA name')
    .option('--home <folder>', 'the home folder')
    .option('--model <id>', 'the model, for its tokenizer, context window, caching rules and prices')
    .option('--architecture <id>', 'the design or agent to read the folder as, instead of the detected one')
    .option('--captures <folder>', 'where captured sessions are kept; an agent’s own prompt is learned from them')
    .option('--no-frame', 'leave out an agent’s own prompt, even if it was learned from a capture')
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
