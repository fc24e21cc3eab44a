/** Which files Gemini CLI keeps in mind: global ones, those of extensions, of the project, and its private memory. */
import { baseName, joinPath } from '../../../sources/paths';
import type { Facts, Place, SourceRequest, Sources } from '../../../sources/types';
import { askFile, askGlob, askNamedFile, downTo, fileAt } from '../common/files';
import { firstNames } from '../common/named-limit';
import { geminiHome, readJson, rootOf, type GeminiConfig } from './config';

export interface MemoryPaths {
  readonly global: readonly string[];
  readonly extension: readonly string[];
  readonly project: readonly string[];
  readonly memory: readonly string[];
}

const extensionsKey = 'extensions';

/** `own`: Gemini CLI's folders for global files and for what it noted. `folders`: from the project root down. */
function placesOf(
  facts: Facts,
  sources: Sources,
  config: GeminiConfig,
): { readonly own: readonly [string, string]; readonly folders: readonly string[] } {
  const home = geminiHome(facts);
  return {
    own: [home, joinPath(home, `tmp/${slugOf(facts, sources)}/memory`)],
    folders: downTo(rootOf(facts.workspace, sources, config), facts.workspace).filter((folder) => folder !== home),
  };
}

/** All candidates; whether they exist is known later. */
export function memoryPaths(facts: Facts, sources: Sources, config: GeminiConfig): MemoryPaths {
  const {
    own: [home, index],
    folders,
  } = placesOf(facts, sources, config);
  return {
    global: config.names.map((name) => joinPath(home, name)),
    extension: extensionPaths(sources),
    project:
      config.trust === 'untrusted'
        ? []
        : folders.flatMap((folder) => config.names.map((name) => joinPath(folder, name))),
    memory: ['MEMORY.md', ...config.names].map((name) => joinPath(index, name)),
  };
}

export function memoryRequests(facts: Facts, sources: Sources, config: GeminiConfig): readonly SourceRequest[] {
  const { global, extension, project, memory } = memoryPaths(facts, sources, config);
  const named = namedPaths(facts, sources, config);
  return [
    askFile(registryPath(facts)),
    askGlob(extensionsKey, joinPath(geminiHome(facts), 'extensions'), '*/gemini-extension.json'),
    ...[...global, ...extension, ...project, ...memory].map((path) => askNamedFile(path, named.get(path))),
  ];
}

/** The files outside the agent's own places that only the folder's settings name, and where they do. */
function namedPaths(facts: Facts, sources: Sources, config: GeminiConfig): ReadonlyMap<string, Place> {
  const { own, folders } = placesOf(facts, sources, config);
  return new Map(
    [...config.namedBy].flatMap(([name, by]) => [
      ...own.filter(() => !isNote(name)).map((folder): [string, Place] => [joinPath(folder, name), by]),
      ...folders.map((folder): [string, Place] => [joinPath(folder, name), by]),
    ]),
  );
}

/** A note right in a folder of Gemini CLI's own is what that folder is for, whoever chose its name. */
function isNote(name: string): boolean {
  return /^[\w-]+\.md$/i.test(name);
}

function registryPath(facts: Facts): string {
  return joinPath(geminiHome(facts), 'projects.json');
}

/** The short name under which Gemini CLI keeps what it knows about a folder. */
function slugOf(facts: Facts, sources: Sources): string {
  const projects: unknown = readJson(fileAt(sources, registryPath(facts))).table['projects'];
  const known: unknown =
    typeof projects === 'object' && projects !== null
      ? Object.entries(projects).find(([path]) => path === facts.workspace)?.[1]
      : undefined;
  if (typeof known === 'string' && /^[a-z0-9-]+$/.test(known)) return known;
  const slug = baseName(facts.workspace)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? 'project' : slug;
}

function extensionPaths(sources: Sources): readonly string[] {
  return sources.files
    .filter(({ as }) => as === extensionsKey)
    .flatMap((file) => {
      const name: unknown = readJson(file).table['contextFileName'];
      const names = typeof name === 'string' ? [name] : Array.isArray(name) ? name.filter(isText) : ['GEMINI.md'];
      return firstNames(names).map((each) => joinPath(file.path.slice(0, file.path.lastIndexOf('/')), each));
    })
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
