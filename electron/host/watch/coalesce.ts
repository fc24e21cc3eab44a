import { concerns, sameName, type Interests } from './interests';
import { childOf, nameOf } from '../disk/paths';

/** A system event of a folder. `gone`: the watch itself ended. */
export interface FolderEvent {
  readonly folder: string;
  readonly kind: 'rename' | 'change' | 'gone';
  readonly name: string | undefined;
}

/** An entry of a folder that may have changed; undefined: any entry. */
export interface Change {
  readonly folder: string;
  readonly name: string | undefined;
}

export interface Batch {
  readonly changes: readonly Change[];
  /** Folders whose watches, and all watches below, may refer to something that no longer exists. */
  readonly doubtful: readonly string[];
}

/**
 * Events say where to look, not what changed there. Several events of one entry become one change; entries nobody asked
 * for are dropped.
 */
export function coalesce(events: readonly FolderEvent[], interests: Interests): Batch {
  const whole = new Set<string>();
  const entries = new Map<string, Change>();
  const doubtful = new Set<string>();
  for (const { folder, kind, name } of events) {
    const names = interests.get(folder);
    if (names === undefined) continue;
    // Some systems report a path below the folder.
    const entry = name?.split('/')[0];
    const isSelf = kind === 'gone' || (kind === 'rename' && entry !== undefined && sameName(entry, nameOf(folder)));
    if (isSelf) doubtful.add(folder);
    if (isSelf || entry === undefined) whole.add(folder);
    else if (concerns(names, entry)) {
      const path = childOf(folder, entry);
      if (kind === 'rename') doubtful.add(path);
      entries.set(path, { folder, name: entry });
    }
  }
  const named = [...entries.values()].filter((change) => !whole.has(change.folder));
  return { changes: [...[...whole].map((folder) => ({ folder, name: undefined })), ...named], doubtful: [...doubtful] };
}
