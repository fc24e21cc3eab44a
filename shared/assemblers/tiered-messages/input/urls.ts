import { z } from 'zod';
import { frame, nodeId, omitted, section } from '../../../document/builders';
import type { PromptNode, TextNode } from '../../../document/types';
import { configChild, stringAt, type ConfigNode } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import { parseJson } from '../../../sources/config/json';
import { ropeText, sliceRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';
import { codePoints, offsetOf } from '../count';
import { grouped } from '../../../basics/grouped';

export const urlsSchema = z.array(
  z.object({
    url: z.string(),
    title: z.string().optional(),
    summary: z.string().optional(),
    readme: z.string().optional(),
    content: z.string().optional(),
    symbolMap: z.string().optional(),
  }),
);

/** Characters of a body that are sent; a longer body ends in `...`. */
const bodyLimit = 4000;

const fence = '```';

export interface Urls {
  /** One section per URL, or an omitted node in its position. */
  readonly nodes: readonly PromptNode[];
  readonly findings: readonly Finding[];
}

/**
 * Formats address, title, the first of summary, readme and content, and the symbol map, where present. The map's
 * heading has one more blank line above it.
 */
export function readUrls(source: SourceFile | undefined): Urls {
  if (source === undefined) return { nodes: [], findings: [] };
  const { root, findings: syntax } = parseJson(source, 'urls-syntax');
  const findings: Finding[] = [...syntax];
  if (root === undefined) return { nodes: [], findings };
  if (root.kind !== 'array') {
    findings.push(
      finding(
        'error',
        'urls-shape',
        'The URL file should be a list of {url, title, summary, readme, content, symbolMap}',
        { source: source.id, span: root.span },
      ),
    );
    return { nodes: [], findings };
  }
  const nodes = root.items.map((item, index) => urlNode(item, index, source, findings));
  return { nodes, findings };
}

function urlNode(item: ConfigNode, index: number, source: SourceFile, findings: Finding[]): PromptNode {
  const id = nodeId('url', String(index));
  const place = { source: source.id, span: item.span };
  const address = stringAt(item, ['url']);
  const name = ropeText(address) || `URL ${index + 1}`;
  const left = (problem: string): PromptNode => {
    findings.push(finding('warning', 'url-entry', `${name} is left out: ${problem}`, place));
    return omitted(id, name, 'active', { reason: 'source-broken', source: source.id, problem });
  };
  if (item.kind !== 'object') return left('the entry is not an object');
  if (address.length === 0) return left('it has no url');
  for (const field of ['title', 'summary', 'readme', 'content', 'symbolMap']) {
    const node = configChild(item, field);
    if (node !== undefined && node.kind !== 'string')
      findings.push(
        finding('warning', 'url-entry', `${field} should be text and is ignored`, {
          source: source.id,
          span: node.span,
        }),
      );
  }
  const chosen = ['summary', 'readme', 'content'].find((field) => stringAt(item, [field]).length > 0);
  const body = chosen === undefined ? [] : stringAt(item, [chosen]);
  const map = stringAt(item, ['symbolMap']);
  const title = stringAt(item, ['title']);
  const cut = cutBody(body);
  if (cut.note !== undefined)
    findings.push(
      finding('warning', 'url-truncated', `${name}: ${cut.note}`, {
        source: source.id,
        span: configChild(item, chosen ?? '')?.span ?? item.span,
      }),
    );
  const pieces = [
    [frame('## '), ...address],
    title.length === 0 ? [] : [frame('**'), ...title, frame('**')],
    cut.body,
    map.length === 0 ? [] : [frame(`\n### Symbol Map\n${fence}\n`), ...map, frame(`\n${fence}`)],
  ];
  const filled = pieces.filter((piece) => piece.length > 0);
  return section(id, name, 'active', joinPieces(filled), { note: cut.note === undefined ? undefined : 'truncated' });
}

function joinPieces(pieces: readonly (readonly TextNode[])[]): readonly TextNode[] {
  return pieces.flatMap((piece, index) => (index === 0 ? piece : [frame('\n\n'), ...piece]));
}

function cutBody(body: Rope): { readonly body: Rope; readonly note?: string } {
  const text = ropeText(body);
  const size = codePoints(text);
  if (size <= bodyLimit) return { body };
  return {
    body: [...sliceRope(body, 0, offsetOf(text, bodyLimit)), frame('...')],
    note: `cut to ${grouped(bodyLimit)} of ${grouped(size)} characters`,
  };
}
