/** Reads `skills/{id}/SKILL.md`: name and description from the front matter (persona-files, rule 8). */
import { z } from 'zod';
import { byCodePoint } from '../../basics/code-point-order';
import { configChild } from '../../sources/config/config-node';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { findFrontMatter, parseFrontMatter } from '../../sources/config/front-matter';
import { filesAs } from '../../sources/lookup';
import { baseName, folderOf } from '../../sources/paths';
import { ropeText, type Rope } from '../../sources/text/rope';
import type { SourceFile, Sources } from '../../sources/types';
import type { Listed, Read, Skill } from './model';

export const skillSchema = z.looseObject({ name: z.string().min(1), description: z.string().optional() });

export function readSkills(sources: Sources): Read<Listed<Skill>> {
  const read = filesAs(sources, 'skills')
    .map(readSkill)
    .toSorted((a, b) => byCodePoint(a.value.id, b.value.id));
  const items = read.map((each) => each.value);
  const absent =
    items.length === 0
      ? ({ reason: 'source-missing', looked: ['skills/*/SKILL.md'] } as const)
      : ({ reason: 'condition-false', condition: 'a skill can be read' } as const);
  return { value: { items, absent }, findings: read.flatMap((each) => each.findings) };
}

function readSkill(source: SourceFile): Read<Skill> {
  const id = baseName(folderOf(source.path));
  const { data, findings: syntax } = parseFrontMatter(source, 'skill-front-matter');
  const findings: Finding[] = [...syntax];
  const name = stringOf(data === undefined ? undefined : configChild(data, 'name'));
  if (name.length === 0) {
    const problem =
      findFrontMatter(source.text) === undefined ? 'it has no front matter' : 'its front matter names no skill';
    findings.push(
      finding(
        'warning',
        'skill-unnamed',
        `The skill is not listed: ${problem}`,
        { source: source.id, span: data?.span ?? { start: 0, end: 0 } },
        { note: 'Set name and description between two lines of ---.' },
      ),
    );
    return { value: { id, absent: { reason: 'source-broken', source: source.id, problem } }, findings };
  }
  const description = stringOf(data === undefined ? undefined : configChild(data, 'description'));
  if (description.length === 0) {
    findings.push(
      finding(
        'warning',
        'skill-undescribed',
        'The skill has no description, so the model cannot know when to use it',
        data === undefined ? placeOf(source.id) : { source: source.id, span: data.span },
      ),
    );
  }
  return { value: { id, source: source.id, name, description }, findings: [...findings, ...markup(name, description)] };
}

function stringOf(node: ReturnType<typeof configChild>): Rope {
  return node?.kind === 'string' ? node.rope : [];
}

/** The block is not escaped. Warns about text that breaks the attribute or closes the tag. */
function markup(name: Rope, description: Rope): readonly Finding[] {
  const check = (rope: Rope, pattern: RegExp, message: string): readonly Finding[] => {
    const origin = rope[0]?.origin;
    if (!pattern.test(ropeText(rope)) || origin?.kind !== 'file') return [];
    return [finding('warning', 'closes-tag-early', message, { source: origin.source, span: origin.span })];
  };
  return [
    ...check(name, /["<]/, 'The name contains " or <, which breaks the name attribute'),
    ...check(description, /<\/(?:skill|available_skills)>/, 'The description closes the skill list early'),
  ];
}
