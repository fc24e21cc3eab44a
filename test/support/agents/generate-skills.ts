import { createDice, type Dice } from './dice';
import type { Entry, Workspace } from './sandbox';

const words = ['tide', 'lantern', 'sluice', 'harbour', 'gauge', 'ferry', 'pilot', 'päivä', '日本', '🚢'];

/** A workspace for Codex whose list of skills is longer than the model's window allows, by a little or by far. */
export function generateLongSkills(seed: number): Workspace {
  const dice = createDice(seed);
  const entries: Record<string, Entry> = { 'repo/.git': { git: true } };
  const roots = ['repo/.agents/skills', 'repo/app/.agents/skills', 'home/.agents/skills', 'home/.codex/skills'];
  const used = roots.filter(() => dice.chance(0.6));
  for (let index = 1 + dice.below(40); index > 0; index -= 1) {
    const name = `${dice.pick(words.slice(0, 7))}-${index}`;
    const prose = Array.from({ length: dice.below(60) }, () => dice.pick(words)).join(' ');
    const path = `${dice.pick(used.length === 0 ? roots : used)}/${nested(dice)}${name}/SKILL.md`;
    entries[path] = { text: `---\nname: ${name}\ndescription: Of ${prose}.\n---\n\nDo it.\n` };
  }
  // Two per cent of it, at four bytes a token: 160 to 8,000 bytes.
  const window = dice.pick([2_000, 8_000, 12_000, 20_000, 30_000, 50_000, 100_000]);
  entries['home/.codex/config.toml'] = { text: `model_context_window = ${window + dice.below(500)}\n` };
  return { folder: 'repo/app', entries: { ...entries, 'repo/app/AGENTS.md': { text: 'Be plain.\n' } } };
}

function nested(dice: Dice): string {
  return dice.chance(0.2) ? `${dice.pick(words.slice(0, 7))}/` : '';
}
