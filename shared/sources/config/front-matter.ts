import type { ConfigNode } from './config-node';
import type { Finding } from '../findings';
import { fileRope, type Rope } from '../text/rope';
import type { SourceFile } from '../types';
import { parseYaml, type YamlDialect } from './yaml';

export interface FrontMatter {
  /** Undefined if the file has no front matter, or if its YAML is not a map. */
  readonly data: ConfigNode | undefined;
  /** Everything after the closing fence, untrimmed; the whole file if there is no front matter. */
  readonly body: Rope;
  readonly findings: readonly Finding[];
}

export interface FrontMatterPlaces {
  /** Offsets of the YAML between the fences, and of the first character after the closing fence's line. */
  readonly yamlStart: number;
  readonly yamlEnd: number;
  readonly bodyStart: number;
}

/**
 * `---` on the first line, then YAML, then `---` on its own line (or at the end of the file). CRLF is one line end.
 * Without an opening or a closing fence there is no front matter. In the PyYAML dialect (docs/designs/layered.md,
 * Input) a line end must follow the closing fence, the line directly below the opening fence never closes, and the line
 * end before the closing fence is not part of the YAML.
 */
export function findFrontMatter(text: string, dialect: YamlDialect = 'core'): FrontMatterPlaces | undefined {
  const opener = /^---\r?\n/.exec(text);
  if (opener === null) return undefined;
  const yamlStart = opener[0].length;
  const closer = (dialect === 'core' ? /(?:^|\n)---(?:\r?\n|$)/ : /\r?\n---\r?\n/).exec(text.slice(yamlStart));
  if (closer === null) return undefined;
  const yamlEnd = yamlStart + closer.index + (dialect === 'core' && closer[0].startsWith('\n') ? 1 : 0);
  return { yamlStart, yamlEnd, bodyStart: yamlStart + closer.index + closer[0].length };
}

export function parseFrontMatter(
  source: SourceFile,
  ruleId = 'front-matter',
  dialect: YamlDialect = 'core',
): FrontMatter {
  const found = findFrontMatter(source.text, dialect);
  if (found === undefined) return { data: undefined, body: fileRope(source), findings: [] };
  const { root, findings } = parseYaml(source, found.yamlStart, found.yamlEnd, ruleId, dialect);
  return { data: root?.kind === 'object' ? root : undefined, body: fileRope(source, found.bodyStart), findings };
}
