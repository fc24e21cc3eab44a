/**
 * opencode: the files of one name, from the working folder up to the worktree, nearest first, in the system prompt;
 * whole and untrimmed, without their byte order mark.
 */
import { frame, joinWith, sourceId } from '../../../document/builders';
import type { PromptNode, SourceId } from '../../../document/types';
import { utf8Length } from '../../../document/utf8-length';
import { finding, type Finding } from '../../../sources/findings';
import { folderOf, isAbsolute, joinPath } from '../../../sources/paths';
import { fileRope } from '../../../sources/text/rope';
import type { Facts, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import type { AssembleInput } from '../../types';
import { askFile, askFolder, askNamedGlob, fileAt, isFolderAt, sizeOf, whyNot } from '../common/files';
import { nestedMessage, nestedRequest, readNested, workingFileSetting } from '../common/nested';
import { fileSection, hiddenLoad, isHidden, leftOut, unreadable } from '../common/sections';
import type { Load } from '../load';
import { agentNames } from '../names';
import type { AgentReading, AgentRules } from '../types';
import { configRequests, instructionFindings, instructionPatterns, opencodeHome, searchedFolders } from './config';
import { opencodeFrame } from './frame';
import { opencodeSkills, skillRequests } from './skills';

const names = ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md'];
const place = 'system prompt, after the environment';

export const opencode: AgentRules = {
  ...agentNames.opencode,
  version: '1.18.33',
  finds: ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md', 'opencode.json', 'opencode.jsonc', '.opencode/'],
  settings: [workingFileSetting],
  layout: [
    {
      id: 'system',
      role: 'system',
      purpose: 'system',
      parts: [
        { frame: 'opencode’s own prompt' },
        { stretch: 'instructions', name: 'Instructions' },
        { frame: 'how to use skills', quiet: true },
        { stretch: 'skills', name: 'Skills' },
        { frame: 'opencode’s own skill' },
        { stretch: 'skills-after', name: 'Skills' },
        { frame: 'end of the list of skills', quiet: true },
      ],
    },
    { id: 'prompt', role: 'user', purpose: 'prompt', parts: [{ frame: 'what you type' }] },
    nestedMessage('tool', 'After it read the working file'),
  ],
  frame: opencodeFrame,
  requests,
  read,
};

function globalPaths(facts: Facts): readonly string[] {
  return [joinPath(opencodeHome(facts), 'AGENTS.md'), joinPath(facts.home, '.claude/CLAUDE.md')];
}

/** A pattern of the config: absolute, below the home, or searched upwards. */
function patternRequests(
  facts: Facts,
  sources: Sources,
): readonly { readonly as: string; readonly request: SourceRequest }[] {
  const folders = searchedFolders(facts, sources);
  return instructionPatterns(facts, sources).flatMap(({ text: raw, by }) => {
    const pattern = raw.startsWith('~/') ? joinPath(facts.home, raw.slice(2)) : raw;
    const at = isAbsolute(pattern) ? pattern.lastIndexOf('/') : -1;
    const wanted = isAbsolute(pattern)
      ? [{ folder: pattern.slice(0, at), rest: pattern.slice(at + 1) }]
      : (isEndless(raw, facts, sources) ? [facts.workspace] : folders).map((folder) => ({
          folder,
          rest: pattern.replace(/^\.\//, ''),
        }));
    return wanted.map(({ folder, rest }) => {
      const as = `config ${folder} ${rest}`;
      return { as, request: askNamedGlob(as, folder, rest, by) };
    });
  });
}

/** Without a repository opencode searches such a pattern from every folder up to the top of the disk. */
function isEndless(pattern: string, facts: Facts, sources: Sources): boolean {
  return pattern.startsWith('**') && searchedFolders(facts, sources).at(-1) === '/';
}

function endless(facts: Facts, sources: Sources): readonly Finding[] {
  return instructionPatterns(facts, sources)
    .filter(({ text }) => isEndless(text, facts, sources))
    .map(({ text: pattern }) =>
      finding(
        'warning',
        'not-modelled',
        `opencode searches "${pattern}" on the whole disk, because there is no git repository here. ` +
          'Only the folder is searched for it here',
      ),
    );
}

function requests(input: AssembleInput): readonly SourceRequest[] {
  const { facts, sources } = input;
  const about = configRequests(facts, sources);
  const global = globalPaths(facts).map(askFile);
  if (sources.files.length + sources.missing.length === 0) return [...about, ...global];
  const candidates = searchedFolders(facts, sources).flatMap((folder) => names.map((name) => joinPath(folder, name)));
  return [
    ...about,
    ...global,
    ...candidates.map(askFile),
    // Neither a file nor missing: a folder, or a link that leads nowhere.
    ...[...globalPaths(facts), ...candidates].filter((path) => whyNot(sources, path) === 'not-a-file').map(askFolder),
    ...patternRequests(facts, sources).map(({ request }) => request),
    ...skillRequests(facts, sources),
    ...nestedRequest(input, names),
  ];
}

interface Chosen {
  readonly path: string;
  readonly rule: string;
}

function read(input: AssembleInput): AgentReading {
  const { facts, sources } = input;
  const loads: Load[] = [];
  const left: PromptNode[] = [];
  const chosen = [...chosenGlobal(facts, sources, left, loads), ...chosenProject(facts, sources, left, loads)];
  const named = patternRequests(facts, sources).flatMap(({ as }) =>
    sources.files
      .filter((file) => file.as === as)
      .map(({ path }): Chosen => ({ path, rule: 'Named by "instructions" of opencode.json.' })),
  );
  for (const { as } of patternRequests(facts, sources))
    for (const { path, why } of sources.missing.filter((each) => each.as === as)) {
      if (!isHidden(why)) continue;
      left.push(leftOut('instructions', path, unreadable(path, why)));
      loads.push(hiddenLoad(sourceId(path), why));
    }
  const seen = new Set<string>();
  const nodes: PromptNode[] = [];
  for (const { path, rule } of [...chosen, ...named]) {
    if (seen.has(path)) continue;
    seen.add(path);
    const file = anyFile(sources, path);
    if (file !== undefined) push(file, rule, sources, nodes, loads);
  }
  const skills = opencodeSkills(facts, sources);
  const nested = readNested(input, names, {
    rule: nestedRule,
    onePerFolder: true,
    wrap: nestedNodes,
    around: reminder,
  });
  return {
    stretches: [
      { key: 'instructions', nodes: [...left, ...nodes] },
      { key: 'skills', nodes: skills.before },
      { key: 'skills-after', nodes: skills.after },
      { key: 'nested', nodes: nested.nodes },
    ],
    loads: [...loads, ...nested.loads, ...skills.loads],
    findings: [...instructionFindings(facts, sources), ...endless(facts, sources), ...skills.findings],
  };
}

const nestedRule = 'Sent after the first read of a file in or below its folder; one name a folder.';

/** Nearest first; in each folder the first name that exists. */
function nestedNodes(files: readonly SourceFile[]): readonly PromptNode[] {
  const first = files.filter(
    ({ path }, index) => files.findIndex((each) => folderOf(each.path) === folderOf(path)) === index,
  );
  return joinWith(
    '\n\n',
    first
      .toReversed()
      .map((file) => fileSection('nested', file.id, [frame(`Instructions from: ${file.path}\n`), ...fileRope(file)])),
  );
}

function reminder(blocks: readonly PromptNode[]): readonly PromptNode[] {
  return [frame('\n\n<system-reminder>\n'), ...blocks, frame('\n</system-reminder>')];
}

function anyFile(sources: Sources, path: string): SourceFile | undefined {
  return fileAt(sources, path) ?? sources.files.find((file) => file.path === path);
}

/** Each file begins on a new line after what is before it: the frame ends without one. */
function push(file: SourceFile, rule: string, sources: Sources, nodes: PromptNode[], loads: Load[]): void {
  const bytes = sizeOf(sources, file);
  if (file.text === '') {
    nodes.push(leftOut('instructions', file.id, { reason: 'source-empty', source: file.id }));
    loads.push({
      path: file.id,
      status: 'empty',
      bytes,
      rule: 'A file of 0 bytes is dropped, but still hides other names.',
    });
    return;
  }
  const body = [frame(`\nInstructions from: ${file.path}\n`), ...fileRope(file)];
  nodes.push(fileSection('instructions', file.id, body));
  loads.push({ path: file.id, status: 'loaded', role: 'system', place, bytes, sentBytes: utf8Length(file.text), rule });
}

function chosenGlobal(facts: Facts, sources: Sources, left: PromptNode[], loads: Load[]): readonly Chosen[] {
  const rule = 'Of the two global files the first that exists is read, before the project’s.';
  const there = globalPaths(facts).filter((path) => exists(sources, path));
  for (const path of there.slice(1)) pushShadowed(path, there[0] ?? '', rule, sources, left, loads);
  return there.slice(0, 1).map((path) => ({ path, rule }));
}

/** One name for the whole project: the first of which any folder has a file, or a folder of that name. */
function chosenProject(facts: Facts, sources: Sources, left: PromptNode[], loads: Load[]): readonly Chosen[] {
  const folders = searchedFolders(facts, sources);
  const byName = names.map((name) =>
    folders.map((folder) => joinPath(folder, name)).filter((path) => exists(sources, path)),
  );
  const at = byName.findIndex((paths) => paths.length > 0);
  const first = byName[at]?.[0] ?? '';
  for (const paths of byName.slice(at + 1))
    for (const path of paths)
      pushShadowed(
        path,
        first,
        `One ${names[at] ?? ''} anywhere on the way up hides every file of the names after it.`,
        sources,
        left,
        loads,
      );
  for (const path of byName[at] ?? []) {
    const why = whyNot(sources, path);
    if (!isHidden(why)) continue;
    left.push(leftOut('instructions', path, unreadable(path, why)));
    loads.push(hiddenLoad(sourceId(path), why));
  }
  const rule = 'All files of the first name found, from the working folder up to the worktree, nearest first.';
  return (byName[at] ?? []).map((path) => ({ path, rule }));
}

/** A folder of the name counts as found, and has nothing to send. */
function exists(sources: Sources, path: string): boolean {
  const why = whyNot(sources, path);
  if (why === 'not-a-file') return isFolderAt(sources, path);
  return fileAt(sources, path) !== undefined || (why !== undefined && why !== 'missing');
}

function pushShadowed(
  path: string,
  by: string,
  rule: string,
  sources: Sources,
  left: PromptNode[],
  loads: Load[],
): void {
  const file = fileAt(sources, path);
  const id: SourceId = file?.id ?? sourceId(path);
  left.push(leftOut('instructions', id, { reason: 'overridden', by: anyFile(sources, by)?.id ?? by }));
  loads.push({
    path: id,
    status: 'shadowed',
    by: anyFile(sources, by)?.id ?? by,
    rule,
    ...(file === undefined ? {} : { bytes: sizeOf(sources, file) }),
  });
}
