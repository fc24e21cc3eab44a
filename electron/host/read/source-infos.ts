import type { SourceInfo } from '../../../shared/ipc/inspection';
import type { SourceFile } from '../../../shared/sources/types';
import { inConflict, type Overlay, type Overlays } from '../edit/overlays';
import { idOf } from './refusals';

/** Tells of the files a build read, each once, and of every edited one whether a build still wants it or not. */
export class SourceInfos {
  readonly #workspace: string;
  #paths: readonly string[] = [];
  #infos: readonly SourceInfo[] = [];

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** The same list as long as it says the same. */
  of(files: readonly SourceFile[], overlays: Overlays): readonly SourceInfo[] {
    const edits = overlays.list();
    if (this.#isSame(files, edits) && this.#infos.every((info) => isStill(info, overlays.get(info.path))))
      return this.#infos;
    this.#paths = [...files.map((file) => file.path), ...edits.map((overlay) => overlay.path)];
    this.#infos = [...new Set(this.#paths)].map((path) => ({
      id: idOf(this.#workspace, path),
      path,
      ...stateOf(overlays.get(path)),
      language: languageOf(path),
    }));
    return this.#infos;
  }

  #isSame(files: readonly SourceFile[], edits: readonly Overlay[]): boolean {
    const paths = this.#paths;
    if (paths.length !== files.length + edits.length) return false;
    return (
      files.every((file, index) => file.path === paths[index]) &&
      edits.every((edit, index) => edit.path === paths[files.length + index])
    );
  }
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

export function languageOf(path: string): SourceInfo['language'] {
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
