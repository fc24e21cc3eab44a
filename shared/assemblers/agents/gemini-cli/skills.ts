import type { PromptNode } from '../../../document/types';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import { configAt } from '../../../sources/config/config-node';
import { baseName, folderOf, joinPath } from '../../../sources/paths';
import { changedRope, ropeText } from '../../../sources/text/rope';
import type { Facts, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { askGlob } from '../common/files';
import { readSkill, type Skill } from '../common/skills/skill-file';
import { walked } from '../common/skills/skill-files';
import { xmlSkill } from '../common/skills/skill-list';
import type { Load } from '../load';
import { geminiHome, userHome, type GeminiConfig } from './config';

/** In the order in which they are read; a later skill of a name takes the place of an earlier one. */
function rootsOf(facts: Facts, { trust }: GeminiConfig): readonly string[] {
  const user = [joinPath(geminiHome(facts), 'skills'), joinPath(userHome(facts), '.agents/skills')];
  const own = [joinPath(facts.workspace, '.gemini/skills'), joinPath(facts.workspace, '.agents/skills')];
  return [...new Set(trust === 'untrusted' ? user : [...user, ...own])];
}

export function skillRequests(facts: Facts, config: GeminiConfig): readonly SourceRequest[] {
  return rootsOf(facts, config).map((folder) => askGlob(`skills ${folder}`, folder, '{SKILL.md,*/SKILL.md}'));
}

export function geminiSkills(
  facts: Facts,
  sources: Sources,
  config: GeminiConfig,
): { readonly nodes: readonly PromptNode[]; readonly loads: readonly Load[]; readonly findings: readonly Finding[] } {
  const loads = new Map<string, Load>();
  const listed = new Map<string, Skill>();
  const findings: Finding[] = [];
  for (const root of rootsOf(facts, config)) {
    const files = walked(sources, `skills ${root}`).filter(({ path }) => !isIgnored(root, path));
    const skills = files.flatMap((file) => {
      const skill = named(readSkill(file));
      if (skill === undefined)
        loads.set(file.path, {
          path: file.id,
          status: 'never',
          rule: 'A skill without a name or a description is skipped.',
        });
      return skill === undefined ? [] : [skill];
    });
    const [first, second] = skills;
    if (first !== undefined && second !== undefined) findings.push(diskOrder(root, first.file));
    for (const skill of skills) {
      const name = ropeText(skill.name);
      const before = listed.get(name)?.file;
      if (before !== undefined)
        loads.set(before.path, {
          path: before.id,
          status: 'shadowed',
          by: skill.file.id,
          rule: 'A later skill of the same name is listed in its place.',
        });
      listed.set(name, skill);
      loads.set(skill.file.path, listedLoad(skill.file));
    }
  }
  return { nodes: [...listed.values()].map((skill) => xmlSkill(skill, false)), loads: [...loads.values()], findings };
}

function isIgnored(root: string, path: string): boolean {
  const folder = folderOf(path);
  return folder !== root && (baseName(folder).startsWith('.') || baseName(folder) === 'node_modules');
}

/** Name and description must both be there. Characters that no file name may have become hyphens. */
function named(skill: Skill | undefined): Skill | undefined {
  if (skill === undefined || configAt(skill.data, ['name'])?.kind !== 'string') return undefined;
  const name = ropeText(skill.name);
  const clean = name.replaceAll(/[:\\/<>*?"|]/g, '-');
  if (clean === name) return skill;
  const origin = skill.name[0]?.origin;
  const span = origin?.kind === 'file' ? origin.span : { start: 0, end: 0 };
  return { ...skill, name: changedRope(skill.file.id, span.start, span.end, clean, 'replaced') };
}

function listedLoad(file: SourceFile): Load {
  return {
    path: file.id,
    status: 'on-demand',
    role: 'system',
    place: 'system prompt, list of skills',
    rule: 'Name and description are listed; the file itself is sent when the model activates the skill.',
  };
}

function diskOrder(root: string, first: SourceFile): Finding {
  const message = `Gemini CLI lists the skills of ${root} in the order of the disk; here they are sorted by name`;
  return finding('info', 'disk-order', message, placeOf(first.id));
}
