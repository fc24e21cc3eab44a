import { resolve } from 'node:path';

/** The folder named on the command line; an unpackaged run names the app's own folder first. */
export function folderArgument(argv: readonly string[], packaged: boolean, cwd: string): string | undefined {
  const positional = argv.slice(1).filter((argument) => !argument.startsWith('-'));
  const folder = positional[packaged ? 0 : 1];
  return folder === undefined ? undefined : resolve(cwd, folder);
}
