import { exitCodeOf, printFindings } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { UsageError } from '../../usage-error';
import { table, visible, type Output } from '../../print/output';

export interface TurnOptions extends BuildOptions {
  readonly select: readonly string[];
  readonly write: boolean;
}

/** `strata turn`: plays one turn and prints what was promoted or demoted and why. Writes the state only when asked. */
export async function runTurn(folder: string, options: TurnOptions, output: Output): Promise<number> {
  const set = options.select.length === 0 ? options.set : [...options.set, `files=${JSON.stringify(options.select)}`];
  return withFolder(folder, { ...options, set }, async (opened, session) => {
    if (!opened.specs.some(({ name }) => name === 'state'))
      throw new UsageError(`${opened.architecture} has no turns to play`);
    printFindings(opened, output);
    const { moves, path } = await session.turn();
    const rows = moves.map(({ key, from, to, cause }) => [visible(key), from, '→', to, visible(cause)]);
    await output.out(moves.length === 0 ? 'No item moved.\n' : table([['item', 'from', '', 'to', 'why'], ...rows]));
    const code = exitCodeOf(opened);
    if (options.write && code !== 0) output.err(`strata: ${visible(path)} is not written: fix the errors above first`);
    else if (options.write) {
      await session.save(path);
      output.err(`strata: wrote ${visible(path)}`);
    }
    return code;
  });
}
