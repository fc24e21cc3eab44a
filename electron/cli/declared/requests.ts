/** Commands about requests that were sent. */
import type { SequenceOptions } from '../commands/requests/sequence';
import type { ExplainOptions } from '../commands/requests/explain';
import { withNamed } from '../named/named-session';
import type { Output } from '../print/output';
import { counting, type Declaring } from './options';

const folderHelp = 'the folder the agent worked in: changed words are named by its files and lines';

export function declareRequests({ program, run }: Declaring, output: Output): void {
  counting(
    program
      .command('sequence <path>')
      .description(
        'list the requests of a file, folder or session: model, tokens, cache as predicted and reported, cost, ' +
          'what was lost',
      ),
  )
    .option('--folder <folder>', folderHelp)
    .option('--all', 'list every request of a long session, not only those that lost most', false)
    .option('--json', 'print it as JSON', false)
    .action((file: string, options: SequenceOptions) =>
      run(async () => {
        const { runSequence } = await import('../commands/requests/sequence');
        return withNamed([file], options.captures, ([path = file]) => runSequence(path, options, output));
      }),
    );

  counting(
    program
      .command('explain <path> [number]')
      .description(
        'say what one request read, wrote and cost, and why; without a number, the one that lost most, or the bill ' +
          'of a captured session',
      ),
  )
    .option('--json', 'print it as JSON', false)
    .option('--folder <folder>', folderHelp)
    .option('--find <text>', 'in a captured session: where this text first appeared')
    .option('--learn', 'in a captured session: correct the estimates of its agent by what was reported')
    .option('--forget', 'in a captured session: forget the corrections of its agent')
    .action((file: string, number: string | undefined, options: ExplainOptions) =>
      run(async () => {
        const { runExplain } = await import('../commands/requests/explain');
        return withNamed([file], options.captures, ([path = file]) => runExplain(path, number, options, output));
      }),
    );
}
