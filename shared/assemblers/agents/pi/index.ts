/**
 * pi: one instruction file a folder, the global one first, then from `/` down to the working folder; whole and
 * untrimmed, in the system prompt.
 */
import { frame } from '../../../document/builders';
import type { PromptNode } from '../../../document/types';
import { utf8Length } from '../../../document/utf8-length';
import { joinPath } from '../../../sources/paths';
import { ropeText } from '../../../sources/text/rope';
import type { Facts, SourceRequest, Sources } from '../../../sources/types';
import type { AssembleInput } from '../../types';
import { askFile, sizeOf, upwards } from '../common/files';
import { firstOf } from '../common/first-of';
import { fileSection } from '../common/sections';
import { xmlSkills } from '../common/skills/skill-list';
import { wholeRope } from '../common/text/file-rope';
import type { Load } from '../load';
import { agentNames } from '../names';
import type { AgentReading, AgentRules, Stretch } from '../types';
import { piHome } from './home';
import { piFrame } from './frame';
import { piSkills, skillRequests } from './skills';
import { readSystemFile, systemFileRequests } from './system-files';

const names = ['AGENTS.md', 'AGENTS.MD', 'CLAUDE.md', 'CLAUDE.MD'];
const place = 'system prompt, under "Project Context"';

export const pi: AgentRules = {
  ...agentNames.pi,
  version: '0.73.1',
  finds: ['AGENTS.md', 'CLAUDE.md', '.pi/', '.agents/skills/'],
  settings: [],
  layout: [
    {
      id: 'system',
      role: 'system',
      purpose: 'system',
      parts: [
        { frame: 'pi’s own prompt', unless: 'base' },
        { stretch: 'base', name: 'SYSTEM.md' },
        { stretch: 'append', name: 'APPEND_SYSTEM.md' },
        { stretch: 'context', name: 'Project Context' },
        { frame: 'how to use skills', with: 'skills' },
        { stretch: 'skills', name: 'Skills' },
        { frame: 'date and working folder' },
      ],
    },
    { id: 'prompt', role: 'user', purpose: 'prompt', parts: [{ frame: 'what you type' }] },
  ],
  frame: piFrame,
  requests,
  read,
};

/** The global folder, then every folder from the top down to the working folder. */
function foldersOf(facts: Facts): readonly string[] {
  return [piHome(facts), ...upwards(facts.workspace).toReversed()];
}

function requests({ facts, sources }: AssembleInput): readonly SourceRequest[] {
  const candidates = foldersOf(facts).flatMap((folder) => names.map((name) => askFile(joinPath(folder, name))));
  return [...candidates, ...systemFileRequests(facts), ...skillRequests(facts, sources)];
}

function read({ facts, sources }: AssembleInput): AgentReading {
  const parts: PromptNode[] = [];
  const loads: Load[] = [];
  for (const folder of foldersOf(facts)) readFolder(folder, sources, parts, loads);
  const isAny = parts.some((node) => node.type === 'section');
  const lead = frame('\n\n# Project Context\n\nProject-specific instructions and guidelines:\n\n');
  const context: Stretch = { key: 'context', nodes: isAny ? [lead, ...parts] : parts };
  const skills = piSkills(facts, sources);
  const base = readSystemFile('base', facts, sources);
  const append = readSystemFile('append', facts, sources);
  return {
    stretches: [
      { key: 'base', nodes: base.nodes },
      { key: 'append', nodes: append.nodes },
      context,
      { key: 'skills', nodes: xmlSkills(skills.listed, true) },
    ],
    loads: [...base.loads, ...append.loads, ...loads, ...skills.loads],
    findings: skills.findings,
  };
}

function readFolder(folder: string, sources: Sources, parts: PromptNode[], loads: Load[]): void {
  const paths = names.map((name) => joinPath(folder, name));
  const first = firstOf('context', paths, sources, {
    rule: `Of ${names.join(', ')} only the first in a folder is read.`,
    passes: ['unreadable'],
  });
  const file = first.chosen;
  if (file !== undefined) {
    const body = wholeRope(file);
    parts.push(fileSection('context', file.id, [frame(`## ${file.as}\n\n`), ...body, frame('\n\n')]));
    loads.push({
      path: file.id,
      status: 'loaded',
      role: 'system',
      place,
      bytes: sizeOf(sources, file),
      sentBytes: utf8Length(ropeText(body)),
      rule: 'The global file, then one file a folder from / down to the working folder; whole, never cut.',
    });
  }
  parts.push(...first.nodes);
  loads.push(...first.loads);
}
