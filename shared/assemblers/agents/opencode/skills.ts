import type { PromptNode } from '../../../document/types';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import { configAt } from '../../../sources/config/config-node';
import { joinPath } from '../../../sources/paths';
import { ropeText } from '../../../sources/text/rope';
import type { Facts, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { askGlob } from '../common/files';
import { readSkill, type Skill } from '../common/skills/skill-file';
import { xmlSkill } from '../common/skills/skill-list';
import { walked } from '../common/skills/skill-files';
import type { Load } from '../load';
import { opencodeHome, searchedFolders } from './config';

/** opencode sorts with the rules of the user's language; for names of letters, digits and hyphens they agree. */
const byName = new Intl.Collator('en-US').compare;

interface Root {
  readonly folder: string;
  readonly pattern: string;
}

function rootsOf(facts: Facts, sources: Sources): readonly Root[] {
  const folders = searchedFolders(facts, sources);
  const external = ['.claude', '.agents'];
  const own = [
    opencodeHome(facts),
    ...folders.map((folder) => joinPath(folder, '.opencode')),
    joinPath(facts.home, '.opencode'),
  ];
  const all = [
    ...external.map((name) => ({ folder: joinPath(facts.home, name), pattern: 'skills/**/SKILL.md' })),
    ...folders.flatMap((folder) =>
      external.map((name) => ({ folder: joinPath(folder, name), pattern: 'skills/**/SKILL.md' })),
    ),
    ...own.map((folder) => ({ folder, pattern: '{skill,skills}/**/SKILL.md' })),
  ];
  return all.filter(({ folder }, index) => all.findIndex((each) => each.folder === folder) === index);
}

export function skillRequests(facts: Facts, sources: Sources): readonly SourceRequest[] {
  return rootsOf(facts, sources).map(({ folder, pattern }) => askGlob(`skills ${folder}`, folder, pattern));
}

interface OpencodeSkills {
  /** Before opencode's own skill, and after it. */
  readonly before: readonly PromptNode[];
  readonly after: readonly PromptNode[];
  readonly loads: readonly Load[];
  readonly findings: readonly Finding[];
}

/** opencode's own skill stands in the list by its name. */
const ownName = 'customize-opencode';

export function opencodeSkills(facts: Facts, sources: Sources): OpencodeSkills {
  const loads: Load[] = [];
  const findings: Finding[] = [];
  const listed = new Map<string, Skill>();
  for (const { folder } of rootsOf(facts, sources))
    for (const file of walked(sources, `skills ${folder}`)) {
      const skill = readSkill(file);
      if (skill === undefined || configAt(skill.data, ['name'])?.kind !== 'string') {
        loads.push({ path: file.id, status: 'never', rule: 'A skill without a name or a description is skipped.' });
        continue;
      }
      const name = ropeText(skill.name);
      const before = listed.get(name);
      if (before !== undefined) findings.push(twice(name, before.file, file));
      listed.set(name, skill);
      loads.push({
        path: file.id,
        status: before === undefined ? 'on-demand' : 'unknown',
        role: 'system',
        place: 'system prompt, list of skills',
        rule: 'Name and description are listed; the file itself is read when the model asks for it.',
      });
    }
  const skills = [...listed.values()].toSorted((a, b) => byName(ropeText(a.name), ropeText(b.name)));
  const isBefore = ({ name }: Skill): boolean => byName(ropeText(name), ownName) < 0;
  return {
    before: skills.filter(isBefore).map((skill) => xmlSkill(skill, false)),
    after: skills.filter((skill) => !isBefore(skill)).map((skill) => xmlSkill(skill, false)),
    loads,
    findings,
  };
}

function twice(name: string, first: SourceFile, second: SourceFile): Finding {
  return finding(
    'warning',
    'skill-twice',
    `Two skills are called ${name}: ${first.id} and ${second.id}. opencode lists the one it happens to read last`,
    placeOf(second.id),
    { note: 'Give one of them another name.' },
  );
}
