/**
 * Gemini CLI: the global file at the end of the system prompt; the files of every name from the project root down to
 * the working folder in the first user message. Each is trimmed, with its imports in place.
 */
import { frame } from '../../../document/builders';
import type { PromptNode } from '../../../document/types';
import { finding, type Finding } from '../../../sources/findings';
import { folderOf } from '../../../sources/paths';
import type { Facts, SourceRequest } from '../../../sources/types';
import type { AssembleInput } from '../../types';
import { fileAt } from '../common/files';
import { fewerNewlines } from '../common/text/newlines';
import { nestedFiles, nestedMessage, nestedRequest, readNested, workingFileSetting } from '../common/nested';
import { agentNames } from '../names';
import type { AgentReading, AgentRules } from '../types';
import { configRequests, markerRequests, readConfig, type GeminiConfig } from './config';
import { geminiFrame } from './frame';
import { memoryPaths, memoryRequests } from './memory';
import { expanded, MemoryReader, type PlaceOf } from './memory-reader';
import { geminiSkills, skillRequests } from './skills';

export const geminiCli: AgentRules = {
  ...agentNames['gemini-cli'],
  version: '0.61.0',
  finds: ['GEMINI.md', '.gemini/', '.agents/skills/'],
  settings: [workingFileSetting],
  layout: [
    {
      id: 'system',
      role: 'system',
      purpose: 'system',
      parts: [
        { frame: 'Gemini CLI’s own prompt and skills' },
        { stretch: 'skills', name: 'Skills' },
        { frame: 'the rest of Gemini CLI’s own prompt' },
        { frame: 'heading of the contextual instructions', with: 'global', quiet: true },
        { stretch: 'global', name: 'Global context' },
      ],
    },
    {
      id: 'session',
      role: 'user',
      purpose: 'block',
      parts: [
        { frame: 'session context' },
        { stretch: 'project', name: 'Project context' },
        { frame: 'end of the session context', quiet: true },
      ],
    },
    { id: 'prompt', role: 'user', purpose: 'prompt', parts: [{ frame: 'what you type' }] },
    nestedMessage('tool', 'After a tool touched the working file'),
  ],
  frame: geminiFrame,
  requests,
  read,
};

function requests(input: AssembleInput): readonly SourceRequest[] {
  const { facts, sources } = input;
  const config = readConfig(facts, sources);
  const about = configRequests(facts, sources);
  if (sources.files.length + sources.missing.length === 0) return about;
  const { global, extension, project, memory } = memoryPaths(facts, sources, config);
  const nested = nestedFiles(input, config.names);
  const imports = [...global, ...extension, ...project, ...memory, ...nested.read].flatMap((path) => {
    const file = fileAt(sources, path);
    return file === undefined ? [] : expanded(file, facts, sources, config).requests;
  });
  const folders = [...global, ...extension, ...project, ...memory, ...nested.read].map(folderOf);
  return [
    ...about,
    ...markerRequests(folders, config),
    ...memoryRequests(facts, sources, config),
    ...skillRequests(facts, config),
    ...nestedRequest(input, config.names, config.namedBy),
    ...imports,
  ];
}

function read(input: AssembleInput): AgentReading {
  const { facts, sources } = input;
  const config = readConfig(facts, sources);
  const paths = memoryPaths(facts, sources, config);
  const reader = new MemoryReader(facts, sources, config);
  const [index] = paths.memory;
  const memoryNames = index !== undefined && fileAt(sources, index) !== undefined ? [index] : paths.memory.slice(1);
  const global = reader.blocks('global', paths.global, globalPlace);
  const extension = reader.blocks('project', paths.extension, extensionPlace);
  const project = reader.blocks('project', byPath(reader.distinct(paths.project)), projectPlace);
  const memory = reader.blocks('global', memoryNames, memoryPlace);
  const skills = geminiSkills(facts, sources, config);
  const nested = readNested(input, config.names, {
    rule: nestedPlace.rule,
    wrap: (files) =>
      reader.blocks(
        'nested',
        files.map(({ path }) => path),
        nestedPlace,
      ),
    around: (blocks) => [
      frame('\n\n--- Newly Discovered Project Context ---\n'),
      ...blocks,
      frame('\n--- End Project Context ---'),
    ],
  });
  return {
    stretches: [
      // In the system prompt no more than two newlines stand in a row.
      { key: 'skills', nodes: fewerNewlines(skills.nodes, 2) },
      { key: 'global', nodes: fewerNewlines(globalNodes(global, memory), 2) },
      { key: 'project', nodes: projectNodes(extension, project) },
      { key: 'nested', nodes: nested.nodes },
    ],
    loads: [...reader.loads, ...nested.loads, ...skills.loads],
    findings: [...config.findings, ...trustFindings(config, facts), ...reader.findings, ...skills.findings],
  };
}

const globalPlace: PlaceOf = {
  role: 'system',
  place: 'end of the system prompt',
  rule: 'The global files of every name, trimmed, with their imports.',
};
const memoryPlace: PlaceOf = {
  role: 'system',
  place: 'end of the system prompt, private memory',
  rule: 'What Gemini CLI itself noted about this folder.',
};
const projectPlace: PlaceOf = {
  role: 'user',
  place: 'first user message, session context',
  rule: 'Files of every name from the project root down to the working folder, trimmed, with their imports.',
};
const extensionPlace: PlaceOf = {
  role: 'user',
  place: 'first user message, session context',
  rule: 'Context files of installed extensions, before the project’s.',
};
const nestedPlace: PlaceOf = {
  role: 'tool',
  place: 'end of the tool result',
  rule: 'Sent when a tool touches a file in or below its folder, once.',
};

function hasText(nodes: readonly PromptNode[]): boolean {
  return nodes.some(({ type }) => type === 'section');
}

function wrapped(start: string, nodes: readonly PromptNode[], end: string): readonly PromptNode[] {
  return hasText(nodes) ? [frame(start), ...nodes, frame(end)] : nodes;
}

/** The tags around the parts are sent only if there is private memory. */
function globalNodes(global: readonly PromptNode[], memory: readonly PromptNode[]): readonly PromptNode[] {
  if (!hasText(memory)) return [...wrapped('<loaded_context>\n', global, '\n</loaded_context>'), ...memory];
  return [
    frame('<loaded_context>\n'),
    ...wrapped('<global_context>\n', global, '\n</global_context>\n'),
    ...wrapped(
      '<user_project_memory>\n--- Private Project Memory Index (private, not committed to repo) ---\n',
      memory,
      '\n--- End Private Project Memory Index ---\n</user_project_memory>',
    ),
    frame('\n</loaded_context>'),
  ];
}

function projectNodes(extension: readonly PromptNode[], project: readonly PromptNode[]): readonly PromptNode[] {
  if (!hasText(extension) && !hasText(project)) return [...extension, ...project];
  return [
    frame('\n<loaded_context>\n'),
    ...wrapped('<extension_context>\n', extension, `\n</extension_context>${hasText(project) ? '\n' : ''}`),
    ...wrapped('<project_context>\n', project, '\n</project_context>'),
    frame('\n</loaded_context>'),
  ];
}

/** By UTF-16 code units, as JavaScript sorts. */
function byPath(paths: readonly string[]): readonly string[] {
  return paths.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function trustFindings({ trust }: GeminiConfig, { workspace }: Facts): readonly Finding[] {
  if (trust === 'trusted') return [];
  const message =
    trust === 'asked'
      ? 'Gemini CLI asks whether you trust this folder before it reads its files. This is what it sends if you do'
      : `Gemini CLI does not trust ${workspace}: its files and settings are left out`;
  return [finding(trust === 'asked' ? 'info' : 'warning', 'agent-trust', message)];
}
