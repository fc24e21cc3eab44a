import { append } from '../../../sources/text/append';
import { checkConfig } from '../../../sources/config/config-node';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import { fileRope, isBlank, ropeText, trimRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';
import { asWarnings, stem, trimmedString } from './file-text';
import { projectFrontMatter } from './front-matter-lines';
import { outputStyleSchema } from './schemas';

interface OutputStyle {
  readonly name: string;
  readonly file: SourceFile;
  readonly nameRope: Rope;
  readonly body: Rope;
}

export interface OutputStyles {
  readonly names: readonly string[];
  readonly chosen: OutputStyle | undefined;
  readonly findings: readonly Finding[];
}

/** A style is found by the name in its front matter or by its file name. */
export function readOutputStyles(files: readonly SourceFile[], asked: string | undefined): OutputStyles {
  const findings: Finding[] = [];
  const styles = files.map((file): OutputStyle => {
    const { data, body, findings: syntax } = projectFrontMatter(file);
    append(findings, asWarnings(syntax));
    if (data !== undefined && syntax.length === 0)
      findings.push(...checkConfig(outputStyleSchema, data, file.id, 'output-style-front-matter', 'warning').findings);
    const named = trimmedString(data, 'name');
    const name = named.length > 0 ? ropeText(named) : stem(file);
    return { name, file, nameRope: named, body: trimRope(body) };
  });
  const names = styles.map(({ name }) => name);
  const chosen =
    asked === undefined
      ? undefined
      : (styles.find(({ name }) => name === asked) ?? styles.find(({ file }) => stem(file) === asked));
  if (asked !== undefined && chosen === undefined) {
    findings.push(
      finding(
        'error',
        'unknown-output-style',
        `There is no output style "${asked}"; found: ${names.join(', ') || 'none'}`,
        undefined,
        {
          note: `Write .claude/output-styles/${asked}.md, or choose another style.`,
        },
      ),
    );
  }
  if (chosen !== undefined && isBlank(chosen.body)) {
    findings.push(
      finding(
        'warning',
        'empty-output-style',
        `The output style "${chosen.name}" has no text`,
        placeOf(chosen.file.id, 0, fileRope(chosen.file)[0]?.value.length ?? 0),
      ),
    );
  }
  return { names, chosen, findings };
}
