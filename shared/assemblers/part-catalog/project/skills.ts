import { checkConfig } from '../../../sources/config/config-node';
import type { Finding } from '../../../sources/findings';
import { baseName, folderOf } from '../../../sources/paths';
import { ropeText, trimRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';
import { asWarnings, trimmedString } from './file-text';
import { projectFrontMatter } from './front-matter-lines';
import { skillSchema } from './schemas';

export interface Skill {
  readonly file: SourceFile;
  readonly body: Rope;
  readonly findings: readonly Finding[];
}

/** Finds `.claude/skills/{folder}/SKILL.md` by its folder or by the name in its front matter. */
export function findSkill(files: readonly SourceFile[], name: string): Skill | undefined {
  const file =
    files.find((each) => baseName(folderOf(each.path)) === name) ??
    files.find((each) => ropeText(trimmedString(projectFrontMatter(each).data, 'name')) === name);
  if (file === undefined) return undefined;
  const { data, body, findings: syntax } = projectFrontMatter(file, 'skill-front-matter');
  const checked =
    data === undefined || syntax.length > 0
      ? []
      : checkConfig(skillSchema, data, file.id, 'skill-front-matter', 'warning').findings;
  return { file, body: trimRope(body), findings: [...asWarnings(syntax), ...checked] };
}
