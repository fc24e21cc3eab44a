/**
 * Codex CLI: one instruction file a folder, from the project root down to the working folder, in a user message; at
 * most 32 KiB of project files, cut at the byte. Skills are listed in a developer message.
 */
import { frame } from '../../../document/builders';
import type { PromptNode } from '../../../document/types';
import { joinPath } from '../../../sources/paths';
import type { Place, SourceRequest } from '../../../sources/types';
import type { AssembleInput } from '../../types';
import { askFile, askNamedFile, namerOf } from '../common/files';
import { agentNames } from '../names';
import type { AgentReading, AgentRules } from '../types';
import { codexHome, configRequests, readConfig, type CodexConfig } from './config';
import { foldersOf, globalNames, namesOf, readGlobal, readModelFile, readProject } from './instructions';
import { codexFrame } from './frame';
import { codexSkills, skillRequests } from './skills';

export const codex: AgentRules = {
  ...agentNames.codex,
  version: '0.169.0',
  finds: ['AGENTS.md', 'AGENTS.override.md', '.codex/', '.agents/skills/'],
  settings: [],
  layout: [
    {
      id: 'base',
      role: 'developer',
      purpose: 'system',
      parts: [
        { frame: 'Codex’s own prompt', unless: 'base' },
        { stretch: 'base', name: 'Model instructions' },
      ],
    },
    {
      id: 'context',
      role: 'developer',
      purpose: 'block',
      parts: [
        { stretch: 'developer', name: 'Developer instructions', block: true },
        { frame: 'list of skills', with: 'skills', quiet: true },
        { stretch: 'skills', name: 'Skills' },
        { frame: 'how to use skills', with: 'skills', quiet: true },
        { frame: 'permissions and tools' },
      ],
    },
    {
      id: 'instructions',
      role: 'user',
      purpose: 'block',
      parts: [{ stretch: 'instructions', name: 'AGENTS.md instructions', block: true }, { frame: 'environment' }],
    },
    { id: 'prompt', role: 'user', purpose: 'prompt', parts: [{ frame: 'what you type' }] },
  ],
  frame: codexFrame,
  requests,
  read,
};

function requests({ facts, sources }: AssembleInput): readonly SourceRequest[] {
  const global = globalNames.map((name) => askFile(joinPath(codexHome(facts), name)));
  const about = configRequests(facts, sources);
  if (about.length === 1) return [...about, ...global];
  const config = readConfig(facts, sources);
  const candidates = foldersOf(facts, sources, config).flatMap((folder) =>
    namesOf(config).map((name) => askNamedFile(joinPath(folder, name), namedBy(config, name))),
  );
  return [
    ...about,
    ...global,
    ...candidates,
    ...(config.modelFile === undefined ? [] : [askNamedFile(config.modelFile.path, config.modelFile.by)]),
    ...skillRequests(facts, sources, config),
  ];
}

/** Codex's own names need nobody to name them. */
function namedBy({ fallbacksBy }: CodexConfig, name: string): Place | undefined {
  if (fallbacksBy === undefined || globalNames.includes(name)) return undefined;
  return namerOf({ value: name, place: fallbacksBy });
}

function read({ facts, sources }: AssembleInput): AgentReading {
  const config = readConfig(facts, sources);
  const global = readGlobal(facts, sources);
  const project = readProject(facts, sources, config);
  const skills = codexSkills(facts, sources, config);
  const hasGlobal = global.parts.some((node) => node.type === 'section');
  const hasProject = project.parts.some((node) => node.type === 'section');
  const between = hasGlobal && hasProject ? [frame('\n\n--- project-doc ---\n\n')] : [];
  const body = [...global.parts, ...between, ...project.parts];
  const instructions =
    hasGlobal || hasProject
      ? [
          frame(`# AGENTS.md instructions${hasProject ? ` for ${facts.workspace}` : ''}\n\n<INSTRUCTIONS>\n`),
          ...body,
          frame('\n</INSTRUCTIONS>'),
        ]
      : body;
  const base = readModelFile(sources, config);
  return {
    stretches: [
      { key: 'base', nodes: base.parts },
      { key: 'developer', nodes: developerNodes(config) },
      { key: 'instructions', nodes: instructions },
      { key: 'skills', nodes: skills.nodes },
    ],
    loads: [...base.loads, ...global.loads, ...project.loads, ...skills.loads],
    findings: [...config.findings, ...skills.findings],
  };
}

function developerNodes({ developer }: CodexConfig): readonly PromptNode[] {
  if (developer === undefined || developer.text === '') return [];
  return [
    {
      type: 'text',
      value: developer.text,
      origin: { kind: 'derived', by: 'developer_instructions', from: [developer.source.id] },
    },
  ];
}
