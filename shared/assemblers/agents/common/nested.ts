/** Instruction files below the working folder, which some agents send when a tool touches a file beside them. */
import type { PromptNode, Role, SourceId } from '../../../document/types';
import { sourceId } from '../../../document/builders';
import { baseName, folderOf, isWithin, joinPath } from '../../../sources/paths';
import type { Facts, Place, SourceFile, SourceRequest } from '../../../sources/types';
import { textSetting } from '../../settings';
import type { AssembleInput, SettingSpec } from '../../types';
import type { Load } from '../load';
import type { LayoutMessage } from '../types';
import { askNamedFile, fileAt, upwards } from './files';

export const workingFileSetting: SettingSpec = {
  name: 'workingFile',
  label: 'Working file',
  kind: 'text',
  help: 'A file that the agent reads. Rules and instruction files that wait for it are then sent; else on demand.',
};

/** Where such files are sent: in the conversation, once the agent has read the working file. */
export function nestedMessage(role: Role, name: string): LayoutMessage {
  return { id: 'nested', role, purpose: 'history', parts: [{ stretch: 'nested', name, tier: 'L3' }] };
}

/** The absolute path of the working file, if it is set and below the working folder. */
export function workingFile({ settings, facts }: AssembleInput): string | undefined {
  const name = textSetting(settings, 'workingFile');
  if (name === undefined) return undefined;
  const path = joinPath(facts.workspace, name);
  return path !== facts.workspace && isWithin(facts.workspace, path) ? path : undefined;
}

/** The folders from the working folder's child down to the working file's. */
function foldersBelow(input: AssembleInput): readonly string[] {
  const file = workingFile(input);
  if (file === undefined) return [];
  const { workspace } = input.facts;
  return upwards(folderOf(file))
    .filter((folder) => folder !== workspace && isWithin(workspace, folder))
    .toReversed();
}

interface Nested {
  /** Those that the working file makes the agent read, outermost first. */
  readonly read: readonly string[];
  /** All that are below the working folder. */
  readonly listed: readonly string[];
}

export function nestedFiles(input: AssembleInput, names: readonly string[]): Nested {
  const { facts, sources } = input;
  const wanted = new Set(names);
  const listed = (sources.repository ?? [])
    .filter(({ path, excluded }) => excluded !== 'missing' && wanted.has(baseName(path)) && isPlainBelow(path))
    .map(({ path }) => joinPath(facts.workspace, path));
  return { read: foldersBelow(input).flatMap((folder) => names.map((name) => joinPath(folder, name))), listed };
}

/** In a folder below, and in no hidden one. */
function isPlainBelow(path: string): boolean {
  const steps = path.split('/').slice(0, -1);
  return steps.length > 0 && !steps.some((step) => step.startsWith('.'));
}

/** `namedBy`: where the folder's own settings name some of them. */
export function nestedRequest(
  input: AssembleInput,
  names: readonly string[],
  namedBy: ReadonlyMap<string, Place> = new Map(),
): readonly SourceRequest[] {
  const files = foldersBelow(input).flatMap((folder) =>
    names.map((name) => askNamedFile(joinPath(folder, name), namedBy.get(name))),
  );
  return [{ kind: 'repository', as: 'repository' }, ...files];
}

interface NestedRules {
  /** When such a file is sent. */
  readonly rule: string;
  /** Only the first name in a folder is read. */
  readonly onePerFolder?: true;
  /** The texts of the files, in order. */
  wrap(files: readonly SourceFile[]): readonly PromptNode[];
  around(blocks: readonly PromptNode[]): readonly PromptNode[];
}

export function readNested(
  input: AssembleInput,
  names: readonly string[],
  { rule, onePerFolder, wrap, around }: NestedRules,
): { readonly nodes: readonly PromptNode[]; readonly loads: readonly Load[] } {
  const { facts, sources } = input;
  const { read, listed } = nestedFiles(input, names);
  const files = read.flatMap((path) => fileAt(sources, path) ?? []);
  const blocks = wrap(files);
  const sent = new Set(files.map(({ path }) => path));
  return {
    nodes: blocks.some(({ type }) => type === 'section') ? around(blocks) : blocks,
    loads: listed
      .filter((path) => !sent.has(path))
      .map((path): Load => {
        const by = onePerFolder === true ? firstBeside(path, listed, names) : path;
        return by === path
          ? { path: idOf(facts, path), status: 'on-demand', rule }
          : { path: idOf(facts, path), status: 'shadowed', by: idOf(facts, by), rule };
      }),
  };
}

function idOf({ workspace }: Facts, path: string): SourceId {
  return sourceId(path.slice(workspace.length + 1));
}

/** The file of the first name in the same folder. */
function firstBeside(path: string, listed: readonly string[], names: readonly string[]): string {
  const beside = names.map((name) => joinPath(folderOf(path), name));
  return beside.find((each) => listed.includes(each)) ?? path;
}
