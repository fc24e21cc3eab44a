import type { Finding } from '../../../shared/sources/findings';
import type { Ask } from '../../../shared/sources/trust';
import type { Place, NamedBy } from '../../../shared/sources/types';
import type { FileCache } from './file-cache';
import type { PathGuard, CheckedPath, Permit } from '../disk/access/allowed-path';
import type { FileBoundary } from '../disk/files';
import type { Interests } from '../watch/interests';
import type { Overlays } from '../edit/overlays';
import type { Slot } from './sources';

/** The answer to one request, valid until something it depends on changes. */
export interface RequestAnswer {
  readonly slots: readonly Slot[];
  readonly findings: readonly Finding[];
  /** What the user must allow for a full answer. */
  readonly asks: readonly Ask[];
  readonly interests: Interests;
  readonly matches: boolean;
  /** Where the requested path leads. */
  readonly checked?: CheckedPath;
  /** The folders that were searched. */
  readonly folders?: readonly string[];
}

/** The unchanged parts of an earlier answer to the same request. */
export interface ReusableAnswer {
  readonly slot: (path: string) => Slot | undefined;
  readonly folders: readonly string[] | undefined;
  /** The earlier interests, if these slots are at the same places as before. */
  readonly interests: (slots: readonly Slot[]) => Interests | undefined;
}

export interface ReadContext {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly overlays: Overlays;
  readonly files: FileCache;
  readonly guard: PathGuard;
  /** What the user allowed. */
  readonly allowed: Permit;
}

/** How to read the paths of one request. */
export interface PathOptions {
  readonly form?: Slot['form'];
  readonly redact?: boolean;
  readonly request?: number | undefined;
  /** The permit for a path outside; default: what the user allowed. */
  readonly permit?: (path: string) => Permit;
  readonly by?: Place | undefined;
  readonly namedBy?: NamedBy | undefined;
}
