import type { SourceInfo } from '../../shared/ipc/inspection';
import type { SourceFile } from '../../shared/sources/types';
import { inConflict, type Overlays } from './overlays';
import { idOf } from './refusals';

/** The files a build read, each once, and every edited one whether a build still wants it or not. */
export function sourceInfos(workspace: string, files: readonly SourceFile[], overlays: Overlays): readonly SourceInfo[] {
  const paths = new Set([...files.map((file) => file.path), ...overlays.list().map((overlay) => overlay.path)]);
  return [...paths].map((path) => {
    const overlay = overlays.get(path);
    return {
      id: idOf(workspace, path),
      path,
      dirty: overlay !== undefined,
      conflict: overlay !== undefined && inConflict(overlay),
      exists: overlay === undefined || overlay.disk !== undefined,
      language: languageOf(path),
    };
  });
}

export function languageOf(path: string): SourceInfo['language'] {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return languages[extension] ?? 'text';
}

const languages: Readonly<Record<string, SourceInfo['language']>> = { json: 'json', jsonl: 'jsonl', md: 'markdown', markdown: 'markdown', yaml: 'yaml', yml: 'yaml' };
