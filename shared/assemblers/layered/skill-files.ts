/** `skills/{id}/SKILL.md`: only name and description reach the prompt (layered, rule 6). */
import { z } from 'zod';
import { byCodePoint } from '../../basics/code-point-order';
import type { Omission } from '../../document/types';
import { append } from '../../sources/text/append';
import { configChild } from '../../sources/config/config-node';
import { finding, type Finding } from '../../sources/findings';
import { baseName, folderOf } from '../../sources/paths';
import { isBlank, type Rope } from '../../sources/text/rope';
import type { SourceFile } from '../../sources/types';
import { fieldPlace, missingField, readDefinition, textField } from './front-matter-fields';

export const skillSchema = z.looseObject({ name: z.string(), description: z.string() });

export type Skill =
  | { readonly id: string; readonly name: Rope; readonly description: Rope; readonly absent?: undefined }
  | { readonly id: string; readonly absent: Omission };

export interface SkillList {
  /** Sorted by id. */
  readonly skills: readonly Skill[];
  readonly findings: readonly Finding[];
}

export function readSkills(sources: readonly SourceFile[]): SkillList {
  const findings: Finding[] = [];
  const skills = sources
    .map((source) => ({ source, id: baseName(folderOf(source.path)) }))
    .toSorted((a, b) => byCodePoint(a.id, b.id))
    .map(({ source, id }) => readSkill(source, id, findings));
  return { skills, findings };
}

function readSkill(source: SourceFile, id: string, findings: Finding[]): Skill {
  const definition = readDefinition(source, 'skill-definition', 'warning');
  append(findings, definition.findings);
  const [name, description] = ['name', 'description'].map((key) => textField(configChild(definition.data, key)));
  if (!definition.broken && name !== undefined && description !== undefined) {
    const empty = isBlank(name) ? 'name' : isBlank(description) ? 'description' : undefined;
    if (empty !== undefined)
      findings.push(
        finding(
          'warning',
          'skill-definition',
          `The ${empty} of the skill "${id}" is empty; the skill is listed all the same`,
          fieldPlace(definition, empty),
        ),
      );
    return { id, name, description };
  }
  const key = name === undefined ? 'name' : 'description';
  const problem = definition.broken ? 'its YAML is broken' : missingField(definition, key);
  const note = 'A skill needs name and description between two lines of ---.';
  findings.push(
    finding('warning', 'skill-definition', `The skill "${id}" is left out: ${problem}`, fieldPlace(definition, key), {
      note,
    }),
  );
  return { id, absent: { reason: 'source-broken', source: source.id, problem } };
}
