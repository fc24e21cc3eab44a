/** Commands about coding agents. */
import type { BuildOptions } from '../inspect-folder';
import type { Output } from '../print/output';
import { building, type Declaring } from './options';

export function declareAgents({ program, run }: Declaring, version: string, output: Output): void {
  building(
    program
      .command('agents <folder>')
      .description('list what each coding agent does with the instruction files, skills and rules of a folder'),
  )
    .option('--json', 'print it as JSON', false)
    .action((folder: string, options: BuildOptions & { json: boolean }) =>
      run(async () => (await import('../commands/agents/agents')).runAgents(folder, options, output)),
    );

  program
    .command('mcp <folder...>')
    .description(
      'serve these folders to an agent, read-only, by the Model Context Protocol on standard input and output',
    )
    .action((folders: readonly string[]) =>
      run(async () => (await import('../commands/agents/mcp')).runMcp(folders, version)),
    );
}
