import type { AgentName } from '../../../build/agents/versions.mjs';
import { contentOf } from './generate-content';
import { configEntries } from './generate-config';
import { createDice, type Dice } from './dice';
import { knownAgents } from './known';
import type { Entry, Workspace } from './sandbox';

/** A random workspace for one agent: nesting, overrides, odd entries and bytes, skills, configuration. */
export function generate(agent: AgentName, seed: number): Workspace {
  const dice = createDice(seed);
  const known = knownAgents[agent];
  const depth = dice.below(4);
  const steps = ['repo', ...['app', 'packages', 'core'].slice(0, depth)];
  const chain = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  const folder = chain.at(-1) ?? 'repo';
  const entries: Record<string, Entry> = {};
  const root = dice.chance(0.85) ? dice.pick(chain) : undefined;
  if (root !== undefined) entries[`${root}/.git`] = { git: true };
  const places = [...chain, `${folder}/below`];
  for (const place of places) {
    for (const name of known.names)
      if (dice.chance(0.3)) entries[`${place}/${name}`] ??= fileEntry(dice, agent, place, chain);
    for (const skills of known.skills) if (dice.chance(0.15)) addSkills(entries, agent, `${place}/${skills}`, dice);
  }
  for (const name of known.globals) if (dice.chance(0.35)) entries[`home/${name}`] = contentOf(dice, agent);
  for (const skills of known.homeSkills) if (dice.chance(0.15)) addSkills(entries, agent, `home/${skills}`, dice);
  for (const [path, entry] of Object.entries(configEntries(agent, dice, { folder, root, chain })))
    entries[path] = entry;
  return { entries, folder };
}

function fileEntry(dice: Dice, agent: AgentName, place: string, chain: readonly string[]): Entry {
  if (dice.chance(0.05)) return { folder: true };
  if (dice.chance(0.04)) return { link: 'nowhere.md' };
  if (dice.chance(0.06)) return { link: `/${dice.pick(chain)}/shared-note.md` };
  return contentOf(dice, agent, place);
}

const words = ['tide', 'lantern', 'sluice', 'harbour', 'gauge', 'ferry', 'pilot', 'chart'];

/**
 * opencode lists one of two skills of a name, whichever it reads last: there every name is its own. Gemini CLI lists
 * the skills of a folder in the order of the disk: there a folder has one.
 */
function addSkills(entries: Record<string, Entry>, agent: AgentName, root: string, dice: Dice): void {
  const count = agent === 'gemini-cli' ? 1 : 1 + dice.below(3);
  for (let index = 0; index < count; index += 1) {
    const own = agent === 'opencode' ? `-${Object.keys(entries).length}` : '';
    const name = `${dice.pick(words)}-${dice.pick(words)}${own}`;
    const nested = dice.chance(0.2) ? `${dice.pick(words)}/` : '';
    entries[`${root}/${nested}${name}/SKILL.md`] = { text: skillText(dice, name, agent === 'opencode') };
    if (dice.chance(0.1))
      entries[`${root}/${nested}${name}/agents/openai.yaml`] = {
        text: 'policy:\n  allow_implicit_invocation: false\n',
      };
  }
}

function skillText(dice: Dice, name: string, isOwnName: boolean): string {
  if (dice.chance(0.1)) return `# ${name}\n\nNo front matter at all.\n`;
  const description = dice.pick([
    `description: Reads the ${name} tables when the ${dice.pick(words)} changes.\n`,
    `description: Use it for <${name}> & "friends", it's fine.\n`,
    `description: >\n  Folds over\n  two lines.\n`,
    `description: "Quoted \\u00e9t\\u00e9 ${name}"\n`,
    `description: ${'Long text about the harbour. '.repeat(45).trim()}\n`,
    '',
  ]);
  const named = dice.chance(0.85) ? `name: ${isOwnName || dice.chance(0.8) ? name : dice.pick(words)}\n` : '';
  return `---\n${named}${description}---\n\nDo what ${name} says.\n`;
}
