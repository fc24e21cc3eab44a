import { finding, placeOf, type Finding } from '../../../sources/findings';
import { baseName, isAbsolute, isWithin, joinPath, normalizePath } from '../../../sources/paths';
import type { Facts, Place, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { agentHome } from '../common/agent-home';
import { askFile, askFolder, fileAt, isThere, namerOf, upwards } from '../common/files';
import { readJsonc, tableOf, type NamedText, type Table } from '../common/jsonc';
import { firstNames, namesLeftOut } from '../common/named-limit';

/** The parts of settings.json that decide what Gemini CLI makes of a folder's files. */
export interface GeminiConfig {
  /** All of them are read. */
  readonly names: readonly string[];
  /** Where the folder's own settings name them; not for the usual names, nor for what the user's settings name. */
  readonly namedBy: ReadonlyMap<string, Place>;
  readonly isFlat: boolean;
  readonly markers: readonly string[];
  /** `asked`: nothing says whether the folder is trusted, so Gemini CLI asks before it reads anything. */
  readonly trust: 'trusted' | 'untrusted' | 'asked';
  readonly findings: readonly Finding[];
}

/** Below `GEMINI_CLI_HOME`, or below the home. */
export function geminiHome(facts: Facts): string {
  return joinPath(userHome(facts), '.gemini');
}

export function userHome(facts: Facts): string {
  return agentHome(facts, 'GEMINI_CLI_HOME') ?? facts.home;
}

function settingsPaths(facts: Facts): readonly string[] {
  const user = joinPath(geminiHome(facts), 'settings.json');
  const own = joinPath(facts.workspace, '.gemini/settings.json');
  return own === user ? [user] : [user, own];
}

function trustPath(facts: Facts): string {
  return joinPath(geminiHome(facts), 'trustedFolders.json');
}

export function readJson(file: SourceFile | undefined): {
  readonly table: Table;
  readonly findings: readonly Finding[];
} {
  if (file === undefined) return { table: {}, findings: [] };
  const { table, problem } = readJsonc(file);
  if (problem === undefined) return { table, findings: [] };
  return {
    table: {},
    findings: [
      finding('error', 'json-syntax', `Gemini CLI does not start with this file: ${problem.text}`, problem.place),
    ],
  };
}

function texts(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}

/** `context.fileName` of a settings file; undefined if it has none, or is broken. */
function namesIn(file: SourceFile | undefined): readonly NamedText[] | undefined {
  if (file === undefined) return undefined;
  const { problem, texts: textsAt } = readJsonc(file);
  if (problem !== undefined) return undefined;
  return textsAt('context', 'fileName')
    ?.map(({ value, place }) => ({ value: value.trim(), place }))
    .filter(({ value }) => value !== '')
    .map(({ value, place }) => ({ value: normalizePath(value), place }));
}

function placedName(name: NamedText): readonly [string, Place][] {
  const by = name.value === 'GEMINI.md' ? undefined : namerOf(name);
  return by === undefined ? [] : [[name.value, by]];
}

const defaultMarkers = ['.git'];

export function configRequests(facts: Facts, sources: Sources): readonly SourceRequest[] {
  const settings = [...settingsPaths(facts), trustPath(facts)].map(askFile);
  return [...settings, ...markerRequests([facts.workspace, geminiHome(facts)], readConfig(facts, sources))];
}

/** The markers that decide the roots of these folders. */
export function markerRequests(folders: readonly string[], { markers }: GeminiConfig): readonly SourceRequest[] {
  const all = [...new Set(folders.flatMap(upwards))];
  return all.flatMap((folder) => markers.map((name) => askFolder(joinPath(folder, name))));
}

export function readConfig(facts: Facts, sources: Sources): GeminiConfig {
  const [user = '', own] = settingsPaths(facts);
  const userTable = readJson(fileAt(sources, user));
  const trust = trustOf(facts, sources, userTable.table);
  const ownTable = own === undefined || trust === 'untrusted' ? readJson(undefined) : readJson(fileAt(sources, own));
  const context = { ...tableOf(userTable.table['context']), ...tableOf(ownTable.table['context']) };
  const ownNames = trust === 'untrusted' ? undefined : namesIn(fileAt(sources, own ?? ''));
  // A home that the folder itself has put inside itself is not the user's.
  const isUsers = ownNames === undefined && !isWithin(facts.workspace, user);
  const allNamed = ownNames ?? namesIn(fileAt(sources, user)) ?? [];
  const named = firstNames(allNamed);
  const allMarkers = texts(context['memoryBoundaryMarkers']) ?? defaultMarkers;
  const settings = fileAt(sources, own ?? '') ?? fileAt(sources, user);
  const settingsPlace = settings === undefined ? undefined : placeOf(settings.id);
  return {
    names: [...new Set([...named.map(({ value }) => value), 'GEMINI.md'])],
    namedBy: new Map((isUsers ? [] : named).flatMap(placedName)),
    isFlat: context['importFormat'] === 'flat',
    markers: firstNames(allMarkers).filter((name) => !isAbsolute(name) && !name.includes('..')),
    trust,
    findings: [
      ...userTable.findings,
      ...ownTable.findings,
      ...namesLeftOut('context.fileName', allNamed, allNamed[0]?.place),
      ...namesLeftOut('context.memoryBoundaryMarkers', allMarkers, settingsPlace),
      ...unmodelled(context, settings),
    ],
  };
}

/** Settings that add text which only a running agent knows. */
function unmodelled(context: Table, file: SourceFile | undefined): readonly Finding[] {
  const folders = texts(context['includeDirectories']) ?? [];
  if (folders.length === 0 || file === undefined) return [];
  const message = `context.includeDirectories adds the instruction files of ${folders.join(', ')}. They are not shown`;
  return [finding('warning', 'not-modelled', message, placeOf(file.id))];
}

/** The longest entry of trustedFolders.json decides. */
function trustOf(facts: Facts, sources: Sources, user: Table): GeminiConfig['trust'] {
  const folderTrust = tableOf(tableOf(user['security'])['folderTrust']);
  if (folderTrust['enabled'] === false) return 'trusted';
  const entries = Object.entries(readJson(fileAt(sources, trustPath(facts))).table)
    .map(([path, level]) => ({ folder: level === 'TRUST_PARENT' ? parentOf(path) : normalizePath(path), level }))
    .filter(({ folder }) => isWithin(folder, facts.workspace))
    .toSorted((a, b) => b.folder.length - a.folder.length);
  const level = entries[0]?.level;
  if (level === undefined) return 'asked';
  return level === 'DO_NOT_TRUST' ? 'untrusted' : 'trusted';
}

function parentOf(path: string): string {
  const normal = normalizePath(path);
  return normal.slice(0, -baseName(normal).length - 1) || '/';
}

/** The nearest folder with a marker, else the folder itself. */
export function rootOf(folder: string, sources: Sources, { markers }: GeminiConfig): string {
  const found = upwards(folder).find((each) => markers.some((name) => isThere(sources, joinPath(each, name))));
  return found ?? folder;
}
