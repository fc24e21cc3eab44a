/**
 * A part in the public catalogue's file format: a leading HTML comment that holds YAML (`name`, `description`,
 * `ccVersion`, `variables`, `agentMetadata`), then the body with `${VAR}`. Without the comment the whole file is the
 * body.
 */
import type { SourceId } from '../../../document/types';
import { configChild, type ConfigNode } from '../../../sources/config/config-node';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import { parseYaml } from '../../../sources/config/yaml';

interface PartFile {
  readonly header: ConfigNode | undefined;
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** Offset of the body before trimming. */
  readonly bodyStart: number;
  readonly findings: readonly Finding[];
}

const opener = /^\s*<!--/;

export function parsePartFile(source: { readonly id: SourceId; readonly text: string }): PartFile {
  const open = opener.exec(source.text);
  if (open === null) return { header: undefined, name: undefined, version: undefined, bodyStart: 0, findings: [] };
  const start = open[0].length;
  const close = source.text.indexOf('-->', start);
  if (close === -1) {
    const unclosed = finding(
      'warning',
      'part-header',
      'The leading comment is never closed, so the whole file counts as text',
      placeOf(source.id, start - 4, start),
      {
        note: 'End the comment with -->.',
      },
    );
    return { header: undefined, name: undefined, version: undefined, bodyStart: 0, findings: [unclosed] };
  }
  const { root, findings } = parseYaml(source, start, close, 'part-header');
  const header = root?.kind === 'object' ? root : undefined;
  return {
    header,
    name: scalarText(source.text, configChild(header, 'name')),
    version: scalarText(source.text, configChild(header, 'ccVersion')),
    bodyStart: close + 3,
    findings: findings.map((each): Finding => (each.severity === 'error' ? { ...each, severity: 'warning' } : each)),
  };
}

/** YAML reads a version such as 2.10 as a number; use its characters instead. */
function scalarText(text: string, node: ConfigNode | undefined): string | undefined {
  if (node?.kind === 'string') return node.value;
  return node?.kind === 'scalar' && node.value !== null ? text.slice(node.span.start, node.span.end) : undefined;
}
