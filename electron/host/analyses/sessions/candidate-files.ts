import { readSync } from 'node:fs';
import { lineFilter } from '../../../../shared/requests/trace/line-filter';
import type { TracedFile } from '../../../../shared/requests/trace/stretches';
import { decode } from '../../disk/decode';
import { systemCode } from '../../errors';
import { maxTextBytes } from '../../repository/classify';
import { withRepositoryFile } from '../../repository/file';
import type { ListedPath } from '../../repository/names';
import { walkPaths } from '../../repository/walk';

/** Files that have a long line of the text which few others have. Every file is read once, the candidates twice. */
export async function candidateFiles(folder: string, text: string): Promise<readonly TracedFile[]> {
  const filter = lineFilter(text);
  const { paths } = await walkPaths(folder);
  let buffer = Buffer.alloc(64 * 1024);
  const read = (listed: ListedPath): Buffer => {
    try {
      return withRepositoryFile(folder, listed, (handle, size) => {
        if (size > maxTextBytes) return buffer.subarray(0, 0);
        if (size > buffer.length) buffer = Buffer.alloc(size * 2);
        return buffer.subarray(0, readSync(handle, buffer, 0, size, 0));
      });
    } catch (error) {
      // A folder, a link that leads out, or gone since it was listed.
      if (systemCode(error) === '') throw error;
      return buffer.subarray(0, 0);
    }
  };
  for (const each of paths) filter.see(read(each));
  return filter.candidates().flatMap((index) => {
    const each = paths[index];
    return each === undefined ? [] : [{ id: each.path, text: decode(read(each)).text }];
  });
}
