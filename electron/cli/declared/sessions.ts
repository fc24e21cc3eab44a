/** Commands about what agents send while they work. */
import type { CaptureCommand } from '../commands/sessions/capture';
import type { SessionsOptions } from '../commands/sessions/sessions';
import type { Output } from '../print/output';
import type { Declaring } from './options';

export function declareSessions({ program, run }: Declaring, output: Output): void {
  program
    .command('capture [command...]')
    .description(
      'run the agent named after -- and keep every request it sends; without one, print what to set and wait',
    )
    .option('--agent <id>', 'which agent it is, if its command does not say so')
    .option('--upstream <url>', 'where requests go instead of the provider: a gateway or a local model server')
    .option('--captures <folder>', 'where sessions are kept')
    .option('--relay', 'use the relay although the agent can write its requests down itself', false)
    .option('--port <number>', 'the port of the relay; any free one without it')
    .option('--keep-days <days>', 'before it starts, delete sessions older than this (30)')
    .option('--keep-mb <megabytes>', 'before it starts, delete the oldest sessions until all fit into this (2147)')
    .action((command: readonly string[], options: CaptureCommand) =>
      run(async () => (await import('../commands/sessions/capture')).runCapture(command, options, output)),
    );

  program
    .command('sessions [folder]')
    .description('list captured sessions, of all agents or of those that worked in a folder; delete or export them')
    .option('--captures <folder>', 'where sessions are kept')
    .option('--delete [session]', 'delete a session: id, unique start of it, last or path')
    .option('--all', 'with --delete: every session', false)
    .option('--export <session>', 'copy a session with secrets and ids masked; needs --to')
    .option('--to <folder>', 'a new folder for the copy')
    .option('--json', 'print it as JSON', false)
    .action((folder: string | undefined, options: SessionsOptions) =>
      run(async () => (await import('../commands/sessions/sessions')).runSessions(folder, options, output)),
    );
}
