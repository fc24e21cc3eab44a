import { draftLayout, draftPatterns } from '../../../shared/assemblers/declared/draft';
import { manifestName } from '../../../shared/assemblers/manifest';
import { encode } from '../disk/decode';
import { HostError, writeError } from '../errors';
import { PathGuard } from '../disk/access/allowed-path';
import type { FileBoundary } from '../disk/files';
import { listFiles } from '../read/glob/glob';
import { absolutePath, childOf, relativeId } from '../disk/paths';

/** Drafts a layout for the prompt files of a folder; an existing one stays. Returns its path. */
export async function writeDraft(boundary: FileBoundary, path: string): Promise<string> {
  const folder = absolutePath(path);
  const file = childOf(folder, manifestName);
  try {
    if (boundary.stat(folder)?.kind !== 'folder') throw new HostError('not-found', `There is no folder ${folder}`);
    if (boundary.lstat(file) !== undefined)
      throw new HostError('forbidden', `${file} is there already; nothing was written`);
    const guard = new PathGuard(boundary, folder, () => false);
    const found = draftPatterns.flatMap(
      (pattern) => listFiles({ boundary, workspace: folder, guard, unsaved: [] }, folder, pattern).paths,
    );
    await boundary.writeAtomic(
      file,
      encode(draftLayout([...new Set(found)].map((each) => relativeId(folder, each))), false),
    );
    return file;
  } catch (error) {
    throw writeError(file, error);
  }
}
