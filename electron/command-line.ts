import { resolve } from 'node:path';

/** What follows `--cli`: the packaged app is also the `strata` command, since it can run no script as plain Node. */
export function commandArguments(argv: readonly string[]): readonly string[] | undefined {
  const at = argv.indexOf('--cli');
  return at === -1 ? undefined : argv.slice(at + 1);
}

/** The folder named on the command line; an unpackaged run names the app's own folder first. */
export function folderArgument(argv: readonly string[], packaged: boolean, cwd: string): string | undefined {
  const positional = argv.slice(1).filter((argument) => !argument.startsWith('-'));
  const folder = positional[packaged ? 0 : 1];
  return folder === undefined ? undefined : resolve(cwd, folder);
}
