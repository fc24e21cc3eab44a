import { placeOf, type Finding } from '../../../sources/findings';
import { isWithin, joinPath } from '../../../sources/paths';
import type { Facts, Place, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { agentHome } from '../common/agent-home';
import { askFile, askFolder, fileAt, isThere, namerOf, upwards } from '../common/files';
import { readJsonc, type NamedText } from '../common/jsonc';
import { firstNames, namesLeftOut } from '../common/named-limit';

/** In `XDG_CONFIG_HOME`, or in `~/.config`. */
export function opencodeHome(facts: Facts): string {
  return joinPath(agentHome(facts, 'XDG_CONFIG_HOME') ?? joinPath(facts.home, '.config'), 'opencode');
}

/** From the working folder up to the worktree, or to `/` without git; nearest first. */
export function searchedFolders({ workspace }: Facts, sources: Sources): readonly string[] {
  const folders = upwards(workspace);
  const top = folders.findIndex((folder) => isThere(sources, joinPath(folder, '.git')));
  return top === -1 ? folders : folders.slice(0, top + 1);
}

/** Later files win; their lists of instructions are added, not replaced. */
function configPaths(
  facts: Facts,
  sources: Sources,
): { readonly global: readonly string[]; readonly own: readonly string[] } {
  const home = opencodeHome(facts);
  const folders = searchedFolders(facts, sources);
  const both = (folder: string): readonly string[] =>
    ['opencode.json', 'opencode.jsonc'].map((name) => joinPath(folder, name));
  return {
    global: [joinPath(home, 'config.json'), ...both(home)],
    own: [
      ...folders.toReversed().flatMap(both),
      ...folders.flatMap((folder) => both(joinPath(folder, '.opencode'))),
      ...both(joinPath(facts.home, '.opencode')),
    ],
  };
}

export function configRequests(facts: Facts, sources: Sources): readonly SourceRequest[] {
  const markers = upwards(facts.workspace).map((folder) => askFolder(joinPath(folder, '.git')));
  if (sources.files.length + sources.missing.length === 0) return markers;
  const { global, own } = configPaths(facts, sources);
  return [...markers, ...[...new Set([...global, ...own])].map(askFile)];
}

export interface InstructionPattern {
  readonly text: string;
  /** Where a file that is not the user's own names it; undefined for the user's own, and for the usual names. */
  readonly by: Place | undefined;
}

/** The `instructions` of all config files, in order, without addresses. */
export function instructionPatterns(facts: Facts, sources: Sources): readonly InstructionPattern[] {
  const { global, own } = configPaths(facts, sources);
  const listOf = (path: string): readonly InstructionPattern[] | undefined => {
    const isUsers = isUsersOwn(path, facts);
    const list = listIn(fileAt(sources, path));
    return list === undefined
      ? undefined
      : firstNames(list).map((named) => ({ text: named.value, by: isUsers ? undefined : namerOf(named) }));
  };
  // Within the global folder a later file replaces the list of an earlier one.
  const first = global.reduce<readonly InstructionPattern[]>((found, path) => listOf(path) ?? found, []);
  const all = [...first, ...[...new Set(own)].flatMap((path) => listOf(path) ?? [])];
  return all.filter(
    ({ text }, index) => !/^https?:\/\//.test(text) && all.findIndex((each) => each.text === text) === index,
  );
}

/** Lists of instructions that are too long. */
export function instructionFindings(facts: Facts, sources: Sources): readonly Finding[] {
  const { global, own } = configPaths(facts, sources);
  return [...new Set([...global, ...own])].flatMap((path) => {
    const file = fileAt(sources, path);
    return file === undefined ? [] : namesLeftOut('instructions', listIn(file) ?? [], placeOf(file.id));
  });
}

/** The folder's own files, and those of the folders above it, are not the user's settings. */
function isUsersOwn(path: string, facts: Facts): boolean {
  if (isWithin(facts.workspace, path)) return false;
  return [opencodeHome(facts), joinPath(facts.home, '.opencode')].some((folder) => isWithin(folder, path));
}

function listIn(file: SourceFile | undefined): readonly NamedText[] | undefined {
  if (file === undefined) return undefined;
  const { table, texts } = readJsonc(file);
  return Array.isArray(table['instructions']) ? texts('instructions') : undefined;
}
