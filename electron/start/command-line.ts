import { resolve } from 'node:path';

/**
 * The arguments after `--cli`: the packaged app cannot run scripts as plain Node, so it is also the `strata` command.
 */
export function commandArguments(argv: readonly string[]): readonly string[] | undefined {
  const at = argv.indexOf('--cli');
  if (at === -1 || (argv.includes('--') && argv.indexOf('--') < at)) return undefined;
  // After `--`, Chromium reads no switches.
  return argv.slice(argv[at + 1] === '--' ? at + 2 : at + 1);
}

/** The folder named on the command line; an unpackaged run names the app's own folder first. */
export function folderArgument(argv: readonly string[], packaged: boolean, cwd: string): string | undefined {
  const end = argv.indexOf('--');
  const before = (end === -1 ? argv : argv.slice(0, end)).slice(1).filter((argument) => !argument.startsWith('-'));
  const positional = [...before, ...(end === -1 ? [] : argv.slice(end + 1))];
  const folder = positional[packaged ? 0 : 1];
  return folder === undefined ? undefined : resolve(cwd, folder);
}
