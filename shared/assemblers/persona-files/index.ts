/**
 * docs/designs/persona-files.md: one system prompt of twelve components from persona files, project, runtime, skills
 * and tools.
 */
import { memoByIdentity } from '../../basics/memo';
import { z } from 'zod';
import { finding, type Finding } from '../../sources/findings';
import type { SourceRequest } from '../../sources/types';
import { control, textSetting, toggleSetting } from '../settings';
import type { Architecture, AssembleInput, Assembled, Control, SettingSpec } from '../types';
import { sentPrompt } from './format';
import { toolNodes } from './format-lists';
import { configurationOf, entries, type Entry, type PersonaModel } from './model';
import { dataFileRequests, readDataFiles } from './data-files';
import { projectFolder, projectRequests, readProject } from './project';
import { runtimeSchema } from './runtime';
import { sizesPanel } from './sizes';
import { skillSchema } from './skills';
import { toolsSchema } from './tools';

const settings: readonly SettingSpec[] = [
  {
    name: 'entry',
    label: 'Entry point',
    kind: 'choice',
    values: entries,
    default: 'full',
    help: 'full: everything. minimal: no tools, for titles and summaries. simple: tools and project context only.',
  },
  {
    name: 'project',
    label: 'Project folder',
    kind: 'text',
    help:
      'Its CLAUDE.md, CLAUDE.local.md, AGENTS.md and rules, and those of the folders above it, become ' +
      'project context.',
  },
  {
    name: 'nativeTools',
    label: 'Native tools',
    kind: 'toggle',
    default: true,
    help: 'On: a line for each tool, schemas go over the tool interface. Off: full JSON schemas in the prompt.',
  },
  {
    name: 'useThisMachine',
    label: 'Use this machine',
    kind: 'toggle',
    default: false,
    help: 'Without runtime.json, fill host, os, arch, shell and time zone from this machine.',
  },
  { name: 'worktree', label: 'Worktree', kind: 'text', help: 'A working directory named under the project heading.' },
  {
    name: 'projectPrompt',
    label: 'Project prompt',
    kind: 'text',
    long: true,
    help: "The project's own instructions, before its files.",
  },
];

export const personaFiles: Architecture = {
  id: 'persona-files',
  title: 'Persona files',
  variants: entries,
  detect: { anyOf: ['IDENTITY.md', 'SOUL.md'] },
  settings,
  fileSchemas: () => [
    { pattern: 'tools.json', schema: z.toJSONSchema(toolsSchema) },
    { pattern: 'runtime.json', schema: z.toJSONSchema(runtimeSchema) },
    { pattern: 'skills/*/SKILL.md', schema: z.toJSONSchema(skillSchema) },
  ],
  requests: (input) =>
    requestsFor(projectRequests(projectFolder(input.settings, input.facts), input.facts.workspace, input.sources)),
  assemble,
};

const requestsFor = memoByIdentity((project: readonly SourceRequest[]): readonly SourceRequest[] => [
  ...dataFileRequests,
  ...project,
]);

function assemble(input: AssembleInput): Assembled {
  const { sources, facts } = input;
  const asked = textSetting(input.settings, 'entry');
  const valid = entries.find((entry) => entry === asked);
  const entry: Entry = valid ?? 'full';
  const nativeTools = toggleSetting(input.settings, 'nativeTools') ?? true;
  const useThisMachine = toggleSetting(input.settings, 'useThisMachine') ?? false;
  const configuration = configurationOf(entry, nativeTools);

  const project = readProject(input.settings, facts, sources);
  const { own, findings: about } = readDataFiles(sources, facts, useThisMachine);
  const model: PersonaModel = { own, project: project.value };
  const { includeTools } = configuration;
  const sent = sentPrompt(model, configuration, entry);
  const findings: readonly Finding[] = [
    ...(asked !== undefined && valid === undefined ? [unknownEntry(asked)] : []),
    ...(configuration.persona ? about.persona : []),
    ...project.findings,
    ...(configuration.runtime ? about.runtime : []),
    ...(configuration.skills ? about.skills : []),
    ...(configuration.workspaceFiles ? about.workspaceFiles : []),
    ...(includeTools ? about.tools : []),
  ];
  return {
    document: {
      irVersion: 2,
      architecture: 'persona-files',
      variant: entry,
      parameters: [],
      tools: includeTools && nativeTools ? toolNodes(own.tools) : [],
      messages: [sent],
      breakpoints: [],
      aside: [],
    },
    findings,
    controls: controls(input, entry, nativeTools, useThisMachine),
    usable: true,
    panels: { sizes: sizesPanel(model, configuration, sent) },
  };
}

function unknownEntry(asked: string): Finding {
  return finding(
    'error',
    'unknown-entry',
    `There is no entry point "${asked}"; the prompt is built as full`,
    undefined,
    { note: `Choose ${entries.join(', ')}.` },
  );
}

function controls(
  { settings: given }: AssembleInput,
  entry: Entry,
  nativeTools: boolean,
  useThisMachine: boolean,
): readonly Control[] {
  return [
    control(given, 'entry', entry, { choices: entries.map((each) => ({ value: each, label: each })) }),
    control(given, 'project', textSetting(given, 'project') ?? ''),
    control(given, 'nativeTools', nativeTools),
    control(given, 'useThisMachine', useThisMachine),
    control(given, 'worktree', textSetting(given, 'worktree') ?? ''),
    control(given, 'projectPrompt', textSetting(given, 'projectPrompt') ?? ''),
  ];
}
