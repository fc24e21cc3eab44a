import { sourceId } from '../../../shared/document/builders';
import { finding, placeOf, type Finding } from '../../../shared/sources/findings';
import type { SymbolTable } from '../../../shared/sources/types';
import { childOf, isInside, relativeId } from '../disk/paths';
import { createRepositoryService, type Repository, type RepositoryState } from './repository';
import type { ListingProblem } from './names';
import type { OpenRepository, RepositoryService, RepositorySnapshot, SymbolsSnapshot } from '../services';

/** Reads nothing until first asked; from then on, stays in step with the disk. */
export function followRepository(workspace: string, repository: Repository): RepositoryService {
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  let asked: 'nothing' | 'list' | 'symbols' = 'nothing';
  let isStale = false;
  let running: Promise<void> | undefined;
  let failure: string | undefined;
  let closed = false;
  repository.onChanged(notify);

  const look = async (): Promise<void> => {
    do {
      isStale = false;
      try {
        await (asked === 'symbols' ? repository.symbols() : repository.list());
        failure = undefined;
      } catch (error) {
        if (closed) return;
        failure = error instanceof Error ? error.message : String(error);
        notify();
      }
    } while (isStale && !closed);
  };
  const refresh = (): void => {
    isStale = true;
    running ??= look().finally(() => (running = undefined));
  };
  const ask = (what: 'list' | 'symbols'): void => {
    if (asked === 'symbols' || asked === what) return;
    asked = what;
    refresh();
  };
  const snapshot = snapshots(workspace);

  return {
    repository() {
      ask('list');
      return snapshot.repository(repository.state(), failure);
    },
    symbols() {
      ask('symbols');
      return snapshot.symbols(repository.state(), failure);
    },
    touched(paths) {
      const inside =
        paths === 'all'
          ? paths
          : paths
              .filter((path) => isInside(workspace, path))
              .map((path) => (path === workspace ? '' : relativeId(workspace, path)));
      repository.changed(inside);
      if (asked !== 'nothing' && inside.length > 0) refresh();
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async settled() {
      while (running !== undefined) await running;
    },
    async close() {
      closed = true;
      await repository.dispose();
    },
  };
}

/** The answers of a state; the same object while nothing differs. */
function snapshots(workspace: string) {
  let listed: { readonly key: readonly unknown[]; readonly value: RepositorySnapshot } | undefined;
  let parsed: { readonly key: readonly unknown[]; readonly value: SymbolsSnapshot } | undefined;
  const same = (key: readonly unknown[], other: readonly unknown[] | undefined): boolean =>
    key.every((part, index) => part === other?.[index]);
  return {
    repository({ files, folders, problems }: RepositoryState, failure: string | undefined): RepositorySnapshot {
      const key = [files, folders, problems, failure];
      if (listed === undefined || !same(key, listed.key)) {
        const absolute = folders.map((folder) => (folder === '' ? workspace : childOf(workspace, folder.slice(0, -1))));
        listed = {
          key,
          value: { files, folders: absolute, findings: [...problems.map(listingFinding), ...failed(failure)] },
        };
      }
      return listed.value;
    },
    symbols(
      { symbols, unsaved }: { readonly symbols: SymbolTable; readonly unsaved: string | undefined },
      failure: string | undefined,
    ): SymbolsSnapshot {
      const key = [symbols, unsaved, failure];
      if (parsed === undefined || !same(key, parsed.key)) {
        const notKept =
          unsaved === undefined
            ? []
            : [finding('info', 'symbols-not-kept', `Symbols cannot be kept for the next start: ${unsaved}`)];
        parsed = { key, value: { table: symbols, findings: [...notKept, ...failed(failure)] } };
      }
      return parsed.value;
    },
  };
}

function listingFinding({ path, reason, isCut }: ListingProblem): Finding {
  const name = path === '' ? 'The folder' : path;
  const place = path === '' ? undefined : placeOf(sourceId(path));
  if (isCut === true) return finding('warning', 'repository-cut', `${name} is listed in part: ${reason}`, place);
  return finding('warning', 'repository-unreadable', `${name} cannot be read: ${reason}`, place);
}

function failed(failure: string | undefined): readonly Finding[] {
  return failure === undefined
    ? []
    : [finding('error', 'repository-failed', `The files of the repository could not be read: ${failure}`)];
}

export const openRepository: OpenRepository = (workspace, cacheFolder) =>
  followRepository(workspace, createRepositoryService(workspace, { cacheFolder }));
