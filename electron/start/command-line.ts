import { resolve } from 'node:path';

/** What follows `--cli`: the packaged app is also the `strata` command, since it can run no script as plain Node. */
export function commandArguments(argv: readonly string[]): readonly string[] | undefined {
  const at = argv.indexOf('--cli');
  if (at === -1 || (argv.includes('--') && argv.indexOf('--') < at)) return undefined;
  // Behind `--` nothing is a switch of Chromium's any more.
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
