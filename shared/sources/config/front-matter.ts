import type { ConfigNode } from './config-node';
import type { Finding } from '../findings';
import { fileRope, type Rope } from '../text/rope';
import type { SourceFile } from '../types';
import { parseYaml, type YamlDialect } from './yaml';

export interface FrontMatter {
  /** Undefined when the file has none, or when its YAML is no map. */
  readonly data: ConfigNode | undefined;
  /** Everything behind the closing fence, untrimmed; the whole file when there is no front matter. */
  readonly body: Rope;
  readonly findings: readonly Finding[];
}

export interface FrontMatterPlaces {
  /** Offsets of the YAML between the fences, and of the first character behind the closing fence's line. */
  readonly yamlStart: number;
  readonly yamlEnd: number;
  readonly bodyStart: number;
}

/**
 * `---` on the first line, then YAML, then `---` on a line of its own (or the end of the file behind it).
 * CRLF counts as one line end. No opener or no closer: no front matter.
 *
 * In the dialect of PyYAML (docs/designs/layered.md, Input) a line end must follow the closing fence, the line right
 * below the opener never closes, and the line end before the closing fence is not part of the YAML.
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
