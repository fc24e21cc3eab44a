import type { Finding } from '../../../sources/findings';
import { configAt } from '../../../sources/config/config-node';
import { baseName, folderOf, joinPath } from '../../../sources/paths';
import { ropeText } from '../../../sources/text/rope';
import type { Facts, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { askFolder, askGlob, isThere, upwards } from '../common/files';
import { readSkill, type Skill } from '../common/skills/skill-file';
import { isHiddenBelow, stepsBelow, walked } from '../common/skills/skill-files';
import type { Load } from '../load';
import { piHome } from './home';

interface Root {
  readonly folder: string;
  /** Markdown files directly in it are skills too. */
  readonly loose: boolean;
}

/** In the order in which pi collects them; the first skill of a name wins. */
function rootsOf(facts: Facts, sources: Sources): readonly Root[] {
  const { home, workspace } = facts;
  const folders = upwards(workspace);
  const top = folders.find((folder) => isThere(sources, joinPath(folder, '.git')));
  const searched = top === undefined ? folders : folders.slice(0, folders.indexOf(top) + 1);
  const own = joinPath(home, '.agents/skills');
  return [
    { folder: joinPath(workspace, '.pi/skills'), loose: true },
    ...searched
      .map((folder) => joinPath(folder, '.agents/skills'))
      .filter((folder) => folder !== own)
      .map((folder) => ({ folder, loose: false })),
    { folder: joinPath(piHome(facts), 'skills'), loose: true },
    { folder: own, loose: false },
  ];
}

export function skillRequests(facts: Facts, sources: Sources): readonly SourceRequest[] {
  const folders = upwards(facts.workspace);
  const markers = folders.map((folder) => askFolder(joinPath(folder, '.git')));
  // The roots depend on where `.git` is, which is known from the second round on.
  if (sources.files.length + sources.missing.length === 0) return markers;
  return [
    ...markers,
    ...rootsOf(facts, sources).map(({ folder, loose }) =>
      askGlob(skillKey(folder), folder, loose ? '{*.md,**/SKILL.md}' : '**/SKILL.md'),
    ),
  ];
}

function skillKey(folder: string): string {
  return `skills ${folder}`;
}

interface PiSkills {
  readonly listed: readonly Skill[];
  readonly loads: readonly Load[];
  readonly findings: readonly Finding[];
}

export function piSkills(facts: Facts, sources: Sources): PiSkills {
  const listed: Skill[] = [];
  const loads: Load[] = [];
  const names = new Map<string, SourceFile>();
  for (const { folder } of rootsOf(facts, sources))
    for (const file of skillsIn(folder, walked(sources, skillKey(folder)))) {
      const skill = readSkill(file);
      const name = skill === undefined ? '' : ropeText(skill.name);
      const before = names.get(name);
      if (skill === undefined)
        loads.push({ path: file.id, status: 'never', rule: 'A skill without a description is skipped.' });
      else if (before !== undefined)
        loads.push({
          path: file.id,
          status: 'shadowed',
          by: before.id,
          rule: 'Of two skills with one name the first found is listed.',
        });
      else if (isUncalled(skill)) {
        names.set(name, file);
        loads.push({ path: file.id, status: 'never', rule: 'disable-model-invocation keeps it out of the list.' });
      } else {
        names.set(name, file);
        listed.push(skill);
        loads.push(listedLoad(skill));
      }
    }
  return { listed, loads, findings: [] };
}

function isUncalled({ data }: Skill): boolean {
  const node = configAt(data, ['disable-model-invocation']);
  return node?.kind === 'scalar' && node.value === true;
}

function listedLoad({ file }: Skill): Load {
  return {
    path: file.id,
    status: 'on-demand',
    role: 'system',
    place: 'system prompt, list of skills',
    rule: 'Name and description are listed; the file itself is read when the model asks for it.',
  };
}

/** A folder with SKILL.md is one skill: nothing below it is looked at. */
function skillsIn(root: string, files: readonly SourceFile[]): readonly SourceFile[] {
  const tops = new Set(files.filter(({ path }) => baseName(path) === 'SKILL.md').map(({ path }) => folderOf(path)));
  return files.filter(({ path }) => {
    const steps = stepsBelow(root, path);
    if (isHiddenBelow(root, path) || steps.includes('node_modules') || baseName(path).startsWith('.')) return false;
    const above = steps.map((_, index) => [root, ...steps.slice(0, index)].join('/'));
    return !above.some((folder) => tops.has(folder)) && (steps.length > 0 || !tops.has(root) || isSkill(path));
  });
}

function isSkill(path: string): boolean {
  return baseName(path) === 'SKILL.md';
}
