/** Commands about the prompt of a folder. */
import { Option } from 'commander';
import { exportFormats, formatAliases } from '../../../shared/exporters/types';
import type { DiffOptions } from '../commands/prompt/diff';
import type { MatrixCommand } from '../commands/prompt/matrix';
import type { TurnOptions } from '../commands/prompt/turn';
import type { BuildOptions } from '../inspect-folder';
import { withNamed } from '../named/named-session';
import type { Output } from '../print/output';
import { reportFormats, type ReportFormat } from '../print/report-formats';
import { building, counting, nameValue, oneMore, type Declaring } from './options';

export function declarePrompt({ program, run }: Declaring, version: string, output: Output): void {
  building(program.command('build <folder>').description('print the prompt, byte for byte'))
    .addOption(
      new Option('--format <format>', 'what to print')
        .choices([...exportFormats, ...Object.keys(formatAliases)])
        .default('text'),
    )
    .action((folder: string, options: BuildOptions & { format: string }) =>
      run(async () => {
        const format = exportFormats.find((each) => each === options.format) ?? formatAliases[options.format] ?? 'text';
        return (await import('../commands/prompt/build')).runBuild(folder, { ...options, format }, output);
      }),
    );

  counting(program.command('inspect <folder>').description('list every section with tier, tokens and reasons'))
    .option('--json', 'print the report as JSON', false)
    .option('--folder <folder>', 'for a captured session: trace its texts to the files of this folder')
    .action((folder: string, options: BuildOptions & { json: boolean; folder?: string }) =>
      run(async () => {
        if (options.folder !== undefined)
          return (await import('../commands/requests/traced')).runTraced(folder, options.folder, options, output);
        const { runInspect } = await import('../commands/prompt/inspect');
        return withNamed([folder], options.captures, ([path = folder]) => runInspect(path, options, output));
      }),
    );

  building(program.command('turn <folder>').description('play one turn: what is promoted, what is demoted, and why'))
    .option('--select <path>', 'a file the user works on; may be given several times', oneMore, [])
    .option('--write', 'write the new state file', false)
    .action((folder: string, options: TurnOptions) =>
      run(async () => (await import('../commands/prompt/turn')).runTurn(folder, options, output)),
    );

  building(program.command('lint <folder>').description('list what is wrong or unwise in the prompt and its files'))
    .addOption(new Option('--format <format>', 'how to print it').choices(reportFormats).default('text'))
    .action((folder: string, options: BuildOptions & { format: ReportFormat }) =>
      run(async () => (await import('../commands/prompt/lint')).runLint(folder, options, version, output)),
    );

  building(
    program
      .command('diff <before> [after]')
      .description(
        'compare two folders, sessions or saved documents, one folder with other settings, or a request or captured ' +
          'session with what a folder builds',
      ),
  )
    .option('--with <name=value>', 'a setting of the second; may be given several times', nameValue, [])
    .option('--json', 'print it as JSON', false)
    .option('--markdown', 'print it as a summary for a pull request', false)
    .action((first: string, second: string | undefined, options: DiffOptions) =>
      run(async () => {
        const { isFolderOnly, namedSession, runBuiltSent } = await import('../commands/requests/built-sent');
        const captured = second === undefined ? undefined : namedSession(first, options.captures);
        if (captured !== undefined && second !== undefined && isFolderOnly(second))
          return runBuiltSent(captured, second, options, output);
        const { isSentAgainstBuilt, runSent } = await import('../commands/requests/sent');
        const { runDiff } = await import('../commands/prompt/diff');
        const names = second === undefined ? [first] : [first, second];
        return withNamed(names, options.captures, ([before = first, after]) =>
          after !== undefined && isSentAgainstBuilt(before, after)
            ? runSent(before, after, options, output)
            : runDiff(before, after, options, output),
        );
      }),
    );

  counting(
    program
      .command('matrix <folder>')
      .description('build every combination of settings: tokens, findings, shared prefix, hash'),
  )
    .option(
      '--over <name>',
      'a setting to vary, or name=a,b for some of its values; may be given several times',
      oneMore,
      [],
    )
    .option('--json', 'print it as JSON', false)
    .action((folder: string, options: MatrixCommand) =>
      run(async () => (await import('../commands/prompt/matrix')).runMatrix(folder, options, output)),
    );

  program
    .command('init <folder>')
    .description('write a first strata.json from the prompt files of the folder')
    .action((folder: string) => run(async () => (await import('../commands/prompt/init')).runInit(folder, output)));
}
