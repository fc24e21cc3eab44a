import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import { lint } from '../../../shared/analysis/lint';
import { LintMemo } from '../../../shared/analysis/chunks/lint-memo';
import { frame, message, nodeId, section, sourceId, text as textNode } from '../../../shared/document/builders';
import { clock, documentOf, fileText } from '../../../shared/analysis/rules/example';
import type { PromptNode, SectionNode } from '../../../shared/document/types';
import { loadEncoding } from '../../../shared/tokenizers/load';

const encoding = await loadEncoding('o200k_base');
const model = findModel('gpt-5');
const limits = { minimum: 1024, markers: 4, lookback: 20 };

const paragraphs = ['one', 'two', 'three'].map((word) =>
  `${word} is a paragraph that is said again and again, `.repeat(2),
);
const pieces = [
  ...paragraphs,
  '\n\n',
  '\n',
  '```',
  '\n```\n',
  '~~~',
  '<Rules>',
  '</Rules>',
  '\n<Rules>\n',
  '{{name}}',
  'session 3f2b8c1e-9a4d-4e6f-8b1a-2c3d4e5f6a7b',
  '\u200B',
  'x',
  'long text. '.repeat(220),
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((parts) => parts.join(''));

const change = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), at: fc.nat(9), text }),
  fc.record({ kind: fc.constant('type' as const), at: fc.nat(9), text: fc.constantFrom(...pieces) }),
  fc.record({ kind: fc.constant('add' as const), at: fc.nat(9), text }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat(9), text: fc.constant('') }),
);

const now = clock();
const cut = textNode('[cut]', {
  kind: 'file',
  source: sourceId('long.md'),
  span: { start: 0, end: 9 },
  change: 'truncated',
});

interface NamedText {
  readonly name: number;
  readonly text: string;
}

function changed(
  parts: readonly NamedText[],
  next: number,
  {
    kind,
    at,
    text: by,
  }: { readonly kind: 'put' | 'type' | 'add' | 'drop'; readonly at: number; readonly text: string },
): readonly NamedText[] {
  const index = parts.length === 0 ? 0 : at % parts.length;
  const before = parts[index];
  if (kind === 'add' || before === undefined) return parts.toSpliced(index, 0, { name: next, text: by });
  if (kind === 'drop') return parts.toSpliced(index, 1);
  const half = before.text.length >> 1;
  return parts.with(index, {
    name: before.name,
    text: kind === 'put' ? by : before.text.slice(0, half) + by + before.text.slice(half),
  });
}

it('finds the same with its memo as without, edit after edit', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 6 }),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      (texts, changes) => {
        const memo = new LintMemo();
        const sections = new WeakMap<NamedText, SectionNode>();
        const sectionOf = (part: NamedText): SectionNode => {
          const id = nodeId('system', 'list', String(part.name));
          const made =
            sections.get(part) ?? section(id, id, 'L1', [fileText(`${part.name}.md`, part.text), frame('\n')]);
          sections.set(part, made);
          return made;
        };
        let parts: readonly NamedText[] = texts.map((each, name) => ({ name, text: each }));
        for (const [index, each] of [undefined, ...changes].entries()) {
          if (each !== undefined) parts = changed(parts, texts.length + index, each);
          const list: readonly PromptNode[] = [
            frame('list:'),
            now,
            ...parts.flatMap((part) => [sectionOf(part), frame('\n\n')]),
            cut,
            frame(' end'),
          ];
          const document = documentOf([
            message(nodeId('system'), 'system', 'L0', 'system', [
              section(nodeId('system', 'list'), 'list', 'L1', list),
              frame('tail'),
            ]),
            message(
              nodeId('last'),
              'user',
              'active',
              'block',
              parts.slice(0, 1).map((part) => frame(part.text)),
            ),
          ]);
          const input = { document, analysis: analyze(document, model, encoding), limits };
          expect(lint(input, { memo })).toEqual(lint(input));
        }
      },
    ),
    { numRuns: 300 },
  );
});
