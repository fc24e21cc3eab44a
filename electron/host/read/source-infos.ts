import { sameItems } from '../../../shared/basics/memo';
import type { SourceInfo } from '../../../shared/ipc/inspection/inspection';
import type { SourceFile } from '../../../shared/sources/types';
import { inConflict, type Overlay, type Overlays } from '../edit/overlays';
import { idOf } from '../disk/access/refusals';

/** The files a build read, each once, and every edited file, even if no build requests it. */
export interface ListedSources {
  /** Of the files, then the edits. */
  readonly paths: readonly string[];
  readonly infos: readonly SourceInfo[];
}

/** Returns `last` while the content is equal. */
export function listSources(
  workspace: string,
  files: readonly SourceFile[],
  overlays: Overlays,
  last: ListedSources | undefined,
): ListedSources {
  const paths = [...files, ...overlays.list()].map(({ path }) => path);
  if (
    last !== undefined &&
    sameItems(last.paths, paths) &&
    last.infos.every((info) => isStill(info, overlays.get(info.path)))
  )
    return last;
  const infos = [...new Set(paths)].map((path) => ({
    id: idOf(workspace, path),
    path,
    ...stateOf(overlays.get(path)),
    language: languageOf(path),
  }));
  return { paths, infos };
}

function stateOf(overlay: Overlay | undefined): Pick<SourceInfo, 'dirty' | 'conflict' | 'exists'> {
  return overlay === undefined
    ? { dirty: false, conflict: false, exists: true }
    : {
        dirty: true,
        conflict: inConflict(overlay),
        exists: overlay.disk !== undefined || overlay.problem !== undefined,
      };
}

function isStill(info: SourceInfo, overlay: Overlay | undefined): boolean {
  if (overlay === undefined) return !info.dirty;
  const { dirty, conflict, exists } = stateOf(overlay);
  return info.dirty === dirty && info.conflict === conflict && info.exists === exists;
}

function languageOf(path: string): SourceInfo['language'] {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return languages[extension] ?? 'text';
}

const languages: Readonly<Record<string, SourceInfo['language']>> = {
  json: 'json',
  jsonl: 'jsonl',
  md: 'markdown',
  markdown: 'markdown',
  yaml: 'yaml',
  yml: 'yaml',
};
