import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentName } from '../../../build/agents/versions.mjs';
import { createDice, type Dice } from './dice';
import { knownAgents } from './known';
import type { Workspace } from './sandbox';

const sentences = [
  '# House rules\n',
  'Run the tests before you answer.\n',
  'Näytä päivämäärät näin. 日本語のメモ。 🚢\n',
  '<env>\nnot the real one\n</env>\n',
  '</INSTRUCTIONS>\n',
  'Instructions from: /nowhere/AGENTS.md\n',
  '# Project Context\n',
  'Current date: 2020-01-01\n',
  '"quotes" \\ and \t tabs\r\n',
  '<available_skills>\n',
];

/** A repository with a skill and instruction files, in which a frame is learned. */
export function editedWorkspace(agent: AgentName): Workspace {
  const { names, global } = knownAgents[agent].edited;
  return {
    folder: 'repo/pkg',
    entries: {
      'repo/.git': { git: true },
      [`repo/${names[0] ?? ''}`]: { text: 'Root rules.\n' },
      [`repo/pkg/${names[0] ?? ''}`]: { text: 'Rules of the package.\n' },
      'repo/.agents/skills/first/SKILL.md': { text: skill('first', 'The first skill.') },
      [`home/${global}`]: { text: 'My own rules.\n' },
    },
  };
}

function skill(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;
}

/** Writes, changes or deletes some instruction files and skills. The same seed edits the same way. */
export function editFiles(agent: AgentName, root: string, seed: number): void {
  const dice = createDice(seed);
  const { names, global } = knownAgents[agent].edited;
  const paths = [
    ...['repo', 'repo/pkg'].flatMap((folder) => names.map((name) => `${folder}/${name}`)),
    `home/${global}`,
    ...['one', 'two', 'zeta'].map((name) => `repo/.agents/skills/${name}/SKILL.md`),
  ];
  if (agent === 'codex' && dice.chance(0.3))
    writeFileSync(
      join(root, 'home/.codex/config.toml'),
      dice.chance(0.5) ? 'developer_instructions = "Speak\\nplainly."\n' : '',
    );
  for (let edits = 1 + dice.below(3); edits > 0; edits -= 1) editOne(root, dice.pick(paths), dice);
}

function editOne(root: string, path: string, dice: Dice): void {
  const at = join(root, path);
  if (dice.chance(0.25)) {
    rmSync(path.endsWith('SKILL.md') ? dirname(at) : at, { recursive: true, force: true });
    return;
  }
  mkdirSync(dirname(at), { recursive: true });
  const prose = Array.from({ length: 1 + dice.below(6) }, () => dice.pick(sentences)).join('');
  writeFileSync(at, path.endsWith('SKILL.md') ? skill(path.split('/').at(-2) ?? '', 'Of use.') : prose);
}
