import type { FileBoundary } from '../../../electron/host/disk/files';
import { nodeFiles } from '../../../electron/host/disk/node-files';
import { Overlays } from '../../../electron/host/edit/overlays';
import { Reader } from '../../../electron/host/read/reader';
import type { SourceRequest } from '../../../shared/sources/types';
import { temporaryWorkspace } from './temporary';

/** A reader on a new folder that records what it reads from disk. */
export function open(files: Readonly<Record<string, string | Uint8Array>>) {
  const { workspace, outside } = temporaryWorkspace(files);
  const reads: string[] = [];
  const boundary: FileBoundary = {
    ...nodeFiles,
    read(path, options) {
      reads.push(path.slice(outside.length + 1));
      return nodeFiles.read(path, options);
    },
  };
  const overlays = new Overlays(workspace);
  const reader = new Reader({ boundary, workspace, overlays });
  const ask = (...requests: readonly SourceRequest[]) => {
    const pass = reader.begin();
    const sources = pass.answer(requests, `${outside}/home`);
    return { sources, ...pass.finish() };
  };
  const again = (...requests: readonly SourceRequest[]) => {
    reader.kept.changed('all');
    return ask(...requests);
  };
  return { workspace, outside, overlays, reader, reads, ask, again };
}
