import { setImmediate } from 'node:timers/promises';
import { findInText, type Wanted } from '../../../shared/basics/find-text';
import type { FoundInSources } from '../../../shared/ipc/results';
import { HostError } from '../errors';
import type { Session } from '../session';

/** Characters read in one search. Files after that are not searched and are listed in `unread`. */
const mostCharacters = 64 * 1024 * 1024;
const [mostPlaces, mostInFile] = [2000, 500];

/**
 * Finds words in the files the build on screen read, unsaved edits included. Other work of the process comes between
 * two files; the search ends when `isWanted` says that nobody waits for it.
 */
export async function findInSources(
  session: Pick<Session, 'inspection' | 'filesOf'>,
  folder: string,
  wanted: Wanted,
  isWanted: () => boolean,
): Promise<FoundInSources> {
  if (session.inspection?.workspace !== folder)
    throw new HostError('no-workspace', `${folder} is no longer open in this window`);
  const ids = session.inspection.sources.filter(({ exists, dirty }) => exists || dirty).map(({ id }) => id);
  const files: FoundInSources['files'][number][] = [];
  const unread: string[] = [];
  let characters = 0;
  let left = mostPlaces;
  for (const id of ids) {
    await setImmediate();
    if (!isWanted()) break;
    const text = characters > mostCharacters ? undefined : await readText(session, folder, id);
    if (text === undefined) {
      unread.push(id);
      continue;
    }
    characters += text.length;
    const { places, count } = findInText(text, wanted, Math.min(left, mostInFile));
    left -= places.length;
    if (count > 0) files.push({ id, count, places });
  }
  return { files, unread };
}

/** Undefined if the file is gone or cannot be read. */
async function readText(session: Pick<Session, 'filesOf'>, folder: string, id: string): Promise<string | undefined> {
  try {
    return (await session.filesOf(folder).read(id)).text;
  } catch (problem) {
    if (problem instanceof HostError) return undefined;
    throw problem;
  }
}
