/** A request converted to another provider's form: exactly what is lost is listed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../shared/document/builders';
import { withoutSpace } from '../../../shared/document/json-text';
import { allTools } from '../../../shared/document/tool-text';
import type { PromptDocument, SectionNode } from '../../../shared/document/types';
import { nodeText, visit } from '../../../shared/document/walk';
import { exportDocument } from '../../../shared/exporters';
import type { Exported } from '../../../shared/exporters/types';
import { parseBody } from '../../../shared/requests/body';
import { configJson, type ConfigNode } from '../../../shared/sources/config/config-node';
import { analysisFor } from '../../support/analysis-for';
import { runs } from '../../fuzz/runs';
import { forms, openBody } from '../../support/request-bodies';
import { marksArbitrary, nonce, spell } from '../../support/request-bodies/tree';

const targets = [
  { format: 'anthropic', provider: 'anthropic' },
  { format: 'openai-chat', provider: 'openai' },
  { format: 'openai-responses', provider: 'openai' },
  { format: 'gemini', provider: 'google' },
  { format: 'bedrock', provider: 'bedrock' },
] as const;

/** One feature of a request, and what a reader of another form must see to have it too. */
interface Item {
  readonly id: string;
  readonly seen: string;
}

function callSeen(section: SectionNode): string {
  return `call ${withoutSpace(nodeText(section))}`;
}

/** Calls, results, images, documents, tools: each by its content, in any form. */
function inventory(document: PromptDocument): readonly Item[] {
  const items: Item[] = [];
  visit(document, (node) => {
    if (node.type === 'image') items.push({ id: node.id, seen: `image ${node.mediaType} ${node.data}` });
    if (node.type !== 'section' || node.block === undefined) return;
    const { kind } = node.block;
    if (kind === 'tool-call') items.push({ id: node.id, seen: callSeen(node) });
    else if (kind === 'tool-result' || kind === 'document') items.push({ id: node.id, seen: kind });
    else if (kind !== 'text') items.push({ id: node.id, seen: `${kind} ${nodeText(node)}` });
  });
  for (const tool of allTools(document.tools)) {
    const description = tool.description.map(({ value }) => value).join('');
    const seen =
      tool.tools === undefined ? [tool.kind ?? 'function', tool.name, description, tool.inputSchema] : [tool.name];
    items.push({ id: tool.id, seen: `tool ${seen.join(' ')}` });
  }
  return items;
}

/** Ids of the items in the first that the second lacks. */
function missing(before: readonly Item[], after: readonly Item[]): readonly string[] {
  const left = new Map<string, number>();
  for (const { seen } of after) left.set(seen, (left.get(seen) ?? 0) + 1);
  return before.flatMap(({ id, seen }) => {
    const count = left.get(seen) ?? 0;
    left.set(seen, count - 1);
    return count > 0 ? [] : [id];
  });
}

/** Compared by content: of two equal items either may be listed. */
function seenOf(items: readonly Item[], ids: readonly string[]): readonly string[] {
  return ids.map((id) => items.find((item) => item.id === id)?.seen ?? id).toSorted();
}

function listedNodes({ warnings }: Exported): readonly string[] {
  return warnings
    .filter(({ ruleId }) => ['export-loses', 'export-changes', 'export-loses-images'].includes(ruleId))
    .flatMap(({ node }) => node ?? [])
    .filter((node) => !node.startsWith('breakpoint/'));
}

/** The names in a finding: `A has no fields for x, y (2 times): left out`. */
function listedNames({ warnings }: Exported, rule: string): readonly string[] {
  return warnings
    .filter(({ ruleId }) => ruleId === rule)
    .flatMap(({ message }) =>
      (/(?:no fields for|cannot be given) (.*): left out$/.exec(message)?.[1] ?? '').split(', '),
    )
    .map((name) => name.replace(/ \(\d+ times\)$/, ''));
}

/** All text of a node and its children. */
function saidBy(document: PromptDocument, ids: ReadonlySet<string>): string {
  const said: string[] = [];
  const take = (node: SectionNode): void => {
    said.push(nodeText(node), node.block?.fields ?? '');
    for (const child of node.children) {
      if (child.type === 'section') take(child);
      if (child.type === 'image') said.push(child.fields ?? '');
    }
  };
  visit(document, (node) => {
    if (!ids.has(node.id)) return;
    if (node.type === 'section') take(node);
    if (node.type === 'image') said.push(node.fields ?? '');
  });
  for (const tool of allTools(document.tools))
    if (ids.has(tool.id)) said.push((tool.definition ?? []).map(({ value }) => value).join(''));
  return said.join('\n');
}

/** The values under these keys anywhere in a body, or under these paths at its top. */
function under(node: ConfigNode, names: ReadonlySet<string>, path = ''): readonly ConfigNode[] {
  if (node.kind === 'array') return node.items.flatMap((item) => under(item, names, path));
  if (node.kind !== 'object') return [];
  return node.entries.flatMap(({ key, value }) => {
    const own = path === '' ? key : `${path}.${key}`;
    return names.has(key) || names.has(own) ? [value] : under(value, names, own);
  });
}

/** The markers at the start of generated texts. */
function generated(text: string): readonly string[] {
  return text.match(new RegExp(`${nonce}[0-9a-f]+ `, 'g')) ?? [];
}

/** Every form converted to every other. */
const pairs = Object.entries(forms).flatMap(([name, { form, body }]) =>
  targets.filter(({ format }) => format !== form).map((target) => ({ name, body, ...target })),
);

describe('a request of', () => {
  it.each(pairs)('$name as $format lists exactly what is lost', ({ body, format, provider }) => {
    fc.assert(
      fc.property(body, marksArbitrary, (made, marks) => {
        const text = spell(made.tree, { marks, spaces: [''] });
        const document = openBody(text, made.address)?.document;
        if (document === undefined) throw new Error('not read');
        const written = exportDocument(document, format, analysisFor(provider));
        const back = openBody(written.body, `https://example.test${addresses[format]}`)?.document;
        if (back === undefined) throw new Error(`not read again: ${written.body}`);
        const [had, has] = [inventory(document), inventory(back)];
        const isItem = new Set(had.map(({ id }) => id));
        const listed = listedNodes(written);
        expect(
          seenOf(
            had,
            listed.filter((id) => isItem.has(id)),
          ),
        ).toEqual(seenOf(had, missing(had, has)));

        const names = new Set([
          ...listedNames(written, 'export-loses-fields'),
          ...listedNames(written, 'export-loses-parameters'),
        ]);
        const { root } = parseBody({ id: sourceId('a'), text });
        const named = root === undefined ? [] : under(root, names).map(configJson);
        const known = new Set([written.body, saidBy(document, new Set(listed)), ...named].flatMap(generated));
        expect(generated(text).filter((each) => !known.has(each))).toEqual([]);

        const marked = document.breakpoints.length - back.breakpoints.length;
        const unmarked = written.warnings.filter(
          ({ ruleId, node }) => ruleId.startsWith('export-') && node?.startsWith('breakpoint/') === true,
        );
        expect(unmarked).toHaveLength(marked);
      }),
      runs(100),
    );
  });
});

const addresses = {
  anthropic: '/v1/messages',
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  gemini: '/v1beta/models/gemini-2.5-pro:generateContent',
  bedrock: '/model/m/converse',
} as const;
