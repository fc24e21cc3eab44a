/** Commands about the cache: simulation, locks, volatile text, rules. */
import { InvalidArgumentError, Option } from 'commander';
import type { CacheOptions } from '../commands/cache/cache';
import type { CheckOptions, LockOptions } from '../commands/cache/lock';
import type { RulesOptions } from '../commands/cache/rules';
import type { BuildOptions } from '../inspect-folder';
import type { Output } from '../print/output';
import { reportFormats, takenForms } from '../print/report-formats';
import { building, counting, oneMore, type Declaring } from './options';

export function declareCache({ program, run }: Declaring, version: string, output: Output): void {
  counting(
    program
      .command('cache <folder>')
      .description('predict what is read from the cache, written and paid, turn by turn'),
  )
    .option('--turns <file>', 'a turn script; without one, the same request twice')
    .option('--provider <name[/model]>', 'by whose rules; may be given several times to compare', oneMore, [])
    .option('--optimize', 'find the best places for breakpoints', false)
    .addOption(
      new Option('--take-out <form>', 'with --optimize: print only the best breakpoints, in this form').choices(
        takenForms,
      ),
    )
    .option('--breakpoints <file>', 'price these breakpoints, printed by --take-out, instead of those of the request')
    .option('--warm', 'as if the same prefix was sent just before; without it the cache is cold', false)
    .option('--json', 'print it as JSON', false)
    .action((folder: string, options: CacheOptions) =>
      run(async () => (await import('../commands/cache/cache')).runCache(folder, options, output)),
    );

  building(
    program
      .command('lock <folder>')
      .description('write strata.lock.json: hashes and tokens of the prefixes that should stay the same'),
  )
    .option('--file <path>', 'another lock file')
    .action((folder: string, options: LockOptions) =>
      run(async () => (await import('../commands/cache/lock')).runLock(folder, options, output)),
    );

  building(
    program
      .command('check <folder>')
      .description('fail if the locked prefix changed, or the budget changed or is exceeded'),
  )
    .option('--file <path>', 'another lock file')
    .addOption(new Option('--format <format>', 'how to print it').choices(reportFormats).default('text'))
    .action((folder: string, options: CheckOptions) =>
      run(async () => (await import('../commands/cache/lock')).runCheck(folder, options, version, output)),
    );

  counting(
    program
      .command('volatile <folder>')
      .description('find what changes the prompt without an edit: the clock, the machine, key order, each setting'),
  )
    .option('--json', 'print it as JSON', false)
    .action((folder: string, options: BuildOptions & { json: boolean }) =>
      run(async () => (await import('../commands/cache/volatile')).runVolatile(folder, options, output)),
    );

  program
    .command('rules')
    .description('list the lint rules and the caching rules of the providers, with date and source')
    .option('--json', 'print them as JSON', false)
    .option('--check', 'list only what has no recent source; ends with 1 if there is any', false)
    .option('--older-than <days>', 'with --check: how old a source may be (90)', wholeDays)
    .action((options: RulesOptions) =>
      run(async () => (await import('../commands/cache/rules')).runRules(options, output)),
    );
}

function wholeDays(value: string): number {
  if (!/^\d{1,5}$/.test(value)) throw new InvalidArgumentError('it should be a number of days');
  return Number(value);
}
