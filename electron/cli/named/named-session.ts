/** Sessions by name: commands that take a folder or file also take a captured session or the log of an agent. */
import { existsSync, lstatSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/**
 * Calls `use` with the paths that the names stand for. A path that exists stays; else a name is a captured session
 * (its id, a unique start of it, or `last`), or a session that an agent keeps of the current folder. A name that is
 * none of these stays as it is: opening it says what is wrong.
 */
export async function withNamed<T>(
  names: readonly string[],
  captures: string | undefined,
  use: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const opened: { readonly path: string; release(): void }[] = [];
  try {
    for (const name of names) opened.push(await openedAs(name, captures));
    return await use(opened.map(({ path }) => path));
  } finally {
    for (const each of opened) each.release();
  }
}

async function openedAs(
  name: string,
  captures: string | undefined,
): Promise<{ readonly path: string; release(): void }> {
  const asItIs = { path: name, release: (): void => undefined };
  if (existsSync(name)) {
    if (!/\.zst$/i.test(name) || !lstatSync(name).isFile()) return asItIs;
    return (await import('../../host/capture/logs/open-log')).openLog(name);
  }
  if (isAbsolute(name) || /[\\/]/.test(name) || name === '') return asItIs;
  return (await (await import('./session-lookup')).lookUp(name, captures)) ?? asItIs;
}
