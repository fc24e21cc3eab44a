/**
 * Claude Code, by its documentation: files of the machine, of the user, then of every folder from the top down to the
 * working folder, with their rules and imports, in a user message after the system prompt. How the files are wrapped
 * and parted there is not documented, so the text between them is a blank line of ours.
 */
import { joinWith } from '../../../document/builders';
import { finding, type Finding } from '../../../sources/findings';
import { baseName, joinPath } from '../../../sources/paths';
import type { Facts, SourceRequest, Sources } from '../../../sources/types';
import type { AssembleInput } from '../../types';
import { askFile, askFolder, askGlob, fileAt } from '../common/files';
import { nestedFiles, nestedMessage, nestedRequest, readNested, workingFileSetting } from '../common/nested';
import type { Load } from '../load';
import { agentNames } from '../names';
import type { AgentReading, AgentRules } from '../types';
import { claudeFrame } from './frame';
import { importsOf } from './imports';
import { memoryPath, readMemory } from './memory';
import { claudeHome, folderNames, foldersOf, managedPath, nestedNames, unread } from './places';
import { Reader, unreadRule } from './reader';
import { ruleRequest, rulesIn } from './rules';

export const claudeCode: AgentRules = {
  ...agentNames['claude-code'],
  version: undefined,
  finds: ['CLAUDE.md', 'CLAUDE.local.md', '.claude/'],
  settings: [workingFileSetting],
  layout: [
    { id: 'system', role: 'system', purpose: 'system', parts: [{ frame: 'Claude Code’s own prompt' }] },
    {
      id: 'instructions',
      role: 'user',
      purpose: 'block',
      parts: [
        { frame: 'how the instructions are introduced' },
        { stretch: 'instructions', name: 'Instructions' },
        { stretch: 'memory', name: 'Memory' },
      ],
    },
    { id: 'prompt', role: 'user', purpose: 'prompt', parts: [{ frame: 'what you type' }] },
    nestedMessage('user', 'After it read the working file'),
  ],
  frame: claudeFrame,
  requests,
  read,
};

function requests(input: AssembleInput): readonly SourceRequest[] {
  const { facts, sources } = input;
  const home = claudeHome(facts);
  const folders = foldersOf(facts);
  const direct = [
    managedPath(facts),
    joinPath(home, 'CLAUDE.md'),
    ...folders.flatMap((folder) => folderNames.map((name) => joinPath(folder, name))),
  ];
  const rules = [home, ...folders.map((folder) => joinPath(folder, '.claude'))];
  const asked = [
    ...folders.map((folder) => askFolder(joinPath(folder, '.git'))),
    ...direct.map(askFile),
    ...[...new Set(rules)].map(ruleRequest),
    ...listedFolders(facts).map(({ folder, pattern }) => askGlob(`listed ${folder}`, folder, pattern)),
    ...nestedRequest(input, nestedNames),
  ];
  if (sources.files.length + sources.missing.length === 0) return asked;
  const top = [
    ...direct.flatMap((path) => fileAt(sources, path) ?? []),
    ...nestedFiles(input, nestedNames).read.flatMap((path) => fileAt(sources, path) ?? []),
    ...rules.flatMap((folder) => rulesIn(sources, folder).map(({ file }) => file)),
  ].filter(({ path }) => !unread.includes(baseName(path)));
  return [
    ...asked,
    askFile(memoryPath(facts, sources, home)),
    ...top.flatMap((file) => importsOf(file, facts, sources, home).requests),
  ];
}

function read(input: AssembleInput): AgentReading {
  const { facts, sources } = input;
  const reader = new Reader(input, claudeHome(facts));
  const nodes = [...reader.machine(), ...foldersOf(facts).flatMap((folder) => reader.folder(folder))];
  const memory = readMemory(facts, sources, claudeHome(facts));
  const rule = 'Sent when Claude Code reads a file in or below its folder.';
  const nested = readNested(input, nestedNames, {
    rule,
    wrap: (files) => [...reader.scoped(), ...files.flatMap((file) => reader.file('nested', file, rule))],
    around: (blocks) => joinWith('\n\n', blocks),
  });
  return {
    stretches: [
      { key: 'instructions', nodes: joinWith('\n\n', nodes) },
      { key: 'memory', nodes: memory.nodes },
      { key: 'nested', nodes: nested.nodes },
    ],
    loads: [...reader.loads, ...memory.loads, ...nested.loads, ...unreadBelow(input), ...listedLoads(facts, sources)],
    findings: [...reader.findings, undocumented],
  };
}

const undocumented: Finding = finding(
  'info',
  'not-measured',
  'Claude Code is built from its documentation: how it wraps and parts the files is known only from a capture',
);

function unreadBelow(input: AssembleInput): readonly Load[] {
  return readNested(input, unread, { rule: unreadRule, wrap: () => [], around: (blocks) => blocks }).loads.map(
    (load) => ({ ...load, status: 'unknown' }),
  );
}

/** Skills and commands: that they exist is documented, what of them is sent was not measured. */
function listedFolders(facts: Facts): readonly { readonly folder: string; readonly pattern: string }[] {
  const folders = [claudeHome(facts), joinPath(facts.workspace, '.claude')];
  return folders.map((folder) => ({ folder, pattern: '{skills/*/SKILL.md,commands/**/*.md}' }));
}

function listedLoads(facts: Facts, sources: Sources): readonly Load[] {
  return listedFolders(facts).flatMap(({ folder }) =>
    sources.files
      .filter(({ as }) => as === `listed ${folder}`)
      .map(({ id, path }): Load =>
        baseName(path) === 'SKILL.md'
          ? { path: id, status: 'unknown', rule: 'Skills are read; how they are listed was not measured.' }
          : { path: id, status: 'unknown', rule: 'A command is sent when you type it; what else was not measured.' },
      ),
  );
}
