import { parse, TomlError } from 'smol-toml';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import { folderOf, isWithin, joinPath } from '../../../sources/paths';
import type { Facts, Place, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { agentHome } from '../common/agent-home';
import { askFile, askFolder, downTo, fileAt, isThere, upwards } from '../common/files';
import { firstNames, namesLeftOut } from '../common/named-limit';

/** The parts of config.toml that decide what Codex makes of a folder's files. */
export interface CodexConfig {
  readonly markers: readonly string[];
  readonly fallbacks: readonly string[];
  /** Where the folder's own config names the fallbacks; undefined for the user's own. */
  readonly fallbacksBy: Place | undefined;
  readonly maxBytes: number;
  readonly trust: 'trusted' | 'untrusted' | undefined;
  readonly listsSkills: boolean;
  readonly model: string | undefined;
  /** Tokens of the model's window, if it is set. */
  readonly window: number | undefined;
  readonly developer: { readonly text: string; readonly source: SourceFile } | undefined;
  /** The file whose text takes the place of Codex's own prompt. */
  readonly modelFile: { readonly path: string; readonly by: Place | undefined } | undefined;
  readonly findings: readonly Finding[];
}

const defaultMarkers = ['.git'];
const defaultMaxBytes = 32768;

/** `CODEX_HOME`, or `~/.codex`. */
export function codexHome(facts: Facts): string {
  return agentHome(facts, 'CODEX_HOME') ?? joinPath(facts.home, '.codex');
}

function userConfigPath(facts: Facts): string {
  return joinPath(codexHome(facts), 'config.toml');
}

type Table = Readonly<Record<string, unknown>>;

interface ReadToml {
  readonly file: SourceFile | undefined;
  readonly table: Table;
  readonly findings: readonly Finding[];
}

function readToml(sources: Sources, path: string): ReadToml {
  const file = fileAt(sources, path);
  if (file === undefined) return { file, table: {}, findings: [] };
  try {
    return { file, table: parse(file.text), findings: [] };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const at = offsetOf(file.text, error.line, error.column);
    const message = `Codex does not start with this file: ${error.message.split('\n')[0] ?? 'broken TOML'}`;
    return { file, table: {}, findings: [finding('error', 'toml-syntax', message, placeOf(file.id, at, at + 1))] };
  }
}

function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let passed = 1; passed < line; passed += 1) at = text.indexOf('\n', at) + 1;
  return Math.min(text.length, at + Math.max(0, column - 1));
}

export function configRequests(facts: Facts, sources: Sources): readonly SourceRequest[] {
  const user = askFile(userConfigPath(facts));
  if (sources.files.length + sources.missing.length === 0) return [user];
  const markers = markersOf(readToml(sources, userConfigPath(facts)).table);
  const folders = upwards(facts.workspace);
  return [
    user,
    ...folders.flatMap((folder) => [...new Set([...markers, '.git'])].map((name) => askFolder(joinPath(folder, name)))),
    ...folders.map((folder) => askFile(joinPath(folder, '.codex/config.toml'))),
  ];
}

/** Project files may not change the markers. */
function markersOf(table: Table): readonly string[] {
  return firstNames(texts(table['project_root_markers']) ?? defaultMarkers);
}

/** The nearest folder with a marker; undefined if there is none. */
export function rootOf(facts: Facts, sources: Sources, markers: readonly string[]): string | undefined {
  return upwards(facts.workspace).find((folder) => markers.some((name) => isThere(sources, joinPath(folder, name))));
}

export function readConfig(facts: Facts, sources: Sources): CodexConfig {
  const user = readToml(sources, userConfigPath(facts));
  const markers = markersOf(user.table);
  const trust = trustOf(user.table, [facts.workspace, rootOf(facts, sources, defaultMarkers)]);
  const root = rootOf(facts, sources, markers) ?? facts.workspace;
  const project =
    trust === 'trusted'
      ? downTo(root, facts.workspace).map((folder) => readToml(sources, joinPath(folder, '.codex/config.toml')))
      : [];
  const layers = [user, ...project];
  const last = <T>(pick: (table: Table) => T | undefined): T | undefined =>
    layers.reduce<T | undefined>((found, { table }) => pick(table) ?? found, undefined);
  const developer = layers.findLast(({ table }) => typeof table['developer_instructions'] === 'string');
  // A home that the folder itself has put inside itself is not the user's.
  const isUsers = (layer: ReadToml | undefined): boolean =>
    layer === user && !isWithin(facts.workspace, userConfigPath(facts));
  const fallbacks = layers.findLast(({ table }) => texts(table['project_doc_fallback_filenames']) !== undefined);
  const allFallbacks = texts(fallbacks?.table['project_doc_fallback_filenames']) ?? [];
  return {
    markers,
    fallbacksBy: isUsers(fallbacks) ? undefined : lineOf(fallbacks, 'project_doc_fallback_filenames'),
    fallbacks: firstNames(allFallbacks),
    maxBytes: last((table) => size(table['project_doc_max_bytes'])) ?? defaultMaxBytes,
    trust,
    listsSkills: last((table) => toggle(tableAt(table, 'skills')['include_instructions'])) ?? true,
    model: last((table) => (typeof table['model'] === 'string' ? table['model'] : undefined)),
    window: last((table) => size(table['model_context_window'])),
    developer:
      developer?.file === undefined
        ? undefined
        : { text: String(developer.table['developer_instructions']), source: developer.file },
    modelFile: modelFileOf(layers, isUsers),
    findings: [
      ...layers.flatMap(({ findings }) => findings),
      ...namesLeftOut(
        'project_doc_fallback_filenames',
        allFallbacks,
        lineOf(fallbacks, 'project_doc_fallback_filenames'),
      ),
    ],
  };
}

/** Relative to the folder of the config file that names it. */
function modelFileOf(layers: readonly ReadToml[], isUsers: (layer: ReadToml) => boolean): CodexConfig['modelFile'] {
  const named = layers.findLast(({ table }) => typeof table['model_instructions_file'] === 'string');
  const path = named?.table['model_instructions_file'];
  if (named?.file === undefined || typeof path !== 'string') return undefined;
  return {
    path: joinPath(folderOf(named.file.path), path),
    by: isUsers(named) ? undefined : lineOf(named, 'model_instructions_file'),
  };
}

/** The line of a key at the top of the file; the start of the file if it is written in another way. */
function lineOf(read: ReadToml | undefined, key: string): Place | undefined {
  if (read?.file === undefined) return undefined;
  const found = new RegExp(`^[ \\t]*["']?${key}\\b.*$`, 'm').exec(read.file.text);
  const at = found?.index ?? 0;
  return placeOf(read.file.id, at, at + (found?.[0].length ?? 0));
}

function trustOf(table: Table, keys: readonly (string | undefined)[]): CodexConfig['trust'] {
  const projects = tableAt(table, 'projects');
  for (const key of keys) {
    const level = key === undefined ? undefined : tableAt(projects, key)['trust_level'];
    if (level === 'trusted' || level === 'untrusted') return level;
  }
  return undefined;
}

function tableAt(table: Table, key: string): Table {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}

function size(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

function toggle(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
