import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import { lint, type LintOptions } from '../../../shared/analysis/lint';
import { fileText, part, system } from '../../../shared/analysis/rules/example';
import { LintMemo } from '../../../shared/analysis/chunks/lint-memo';
import { textsOf } from '../../../shared/analysis/chunks/texts';
import { findArchitecture } from '../../../shared/assemblers/registry';
import { message, nodeId, sourceId } from '../../../shared/document/builders';
import { layoutDocument } from '../../../shared/document/layout';
import type { PromptDocument } from '../../../shared/document/types';
import { finding, placeOf } from '../../../shared/sources/findings';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { assembleFiles } from '../../support/assemble';
import { testFacts } from '../../support/memory';

const encoding = await loadEncoding('o200k_base');
const limits = { minimum: 1024, markers: 4, lookback: 20 };
const check = (document: PromptDocument, options: LintOptions = {}) =>
  lint({ document, analysis: analyze(document, findModel('claude-sonnet-4-5'), encoding), limits }, options);
const found = (document: PromptDocument, options: LintOptions = {}) =>
  check(document, options).map(({ ruleId, node }) => `${ruleId} ${node}`);

const examples = join(import.meta.dirname, '../../../build/examples');

describe('the bundled examples', () => {
  it.each(readdirSync(examples).filter((name) => findArchitecture(name) !== undefined))(
    'carry no warning that is not meant: %s',
    (name) => {
      const files = readdirSync(join(examples, name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const memory = new Map(
        files.map((path) => [
          `${testFacts.workspace}/${relative(join(examples, name), path).split(sep).join('/')}`,
          readFileSync(path, 'utf8'),
        ]),
      );
      const architecture = findArchitecture(name);
      if (architecture === undefined) throw new Error(`${name} is no architecture`);
      const built = assembleFiles(architecture, memory);
      const loud = check(built.document, { assemblerFindings: built.findings }).filter(
        ({ severity }) => severity !== 'info',
      );
      expect(loud.map(({ ruleId, node }) => `${ruleId} ${node}`)).toEqual(
        name === 'tagged-sections' ? ['clock-in-prefix system/Context'] : [],
      );
    },
  );
});

describe('rules keep quiet', () => {
  it('about code in fences, however the fences nest', () => {
    const code = [
      '````md',
      '```ts',
      'const a = `{{x}}`;',
      '```',
      '{{y}} ${NAME}',
      '<Open>',
      '</Open>',
      '<Open>',
      '````',
      '',
    ].join('\n');
    expect(found(system(part('Files', 'L0', code)))).toEqual([]);
  });

  it('about a fence that stays open over several chunks', () => {
    const long = Array.from({ length: 200 }, (_, index) => `line ${index} of a file that is rather long`).join('\n\n');
    expect(found(system(part('Files', 'L0', `\`\`\`\n${long}\n\n{{left}} in code\n\`\`\`\n`)))).toEqual([]);
  });

  it('about messages of people', () => {
    const said = 'How do I write {{name}} in a template? <Tag>\n</Tag>\n<Tag>\n';
    const history = message(nodeId('history/0'), 'user', 'active', 'history', [fileText('history.jsonl', said)]);
    expect(found({ ...system(part('A', 'L0', 'a')), messages: [history] })).toEqual([]);
  });

  it('about a licence that is in two files of code, and about the design repeating itself', () => {
    const licence = '// Permission is granted to anyone to use this file in any way whatsoever, for ever and a day.';
    const fenced = (path: string) => part(path, 'L1', [fileText(path, `\`\`\`\n${licence}\n\`\`\`\n`)]);
    expect(found(system(fenced('a.ts'), fenced('b.ts')))).toEqual([]);
    expect(found(system(part('A', 'L0', licence), part('B', 'L0', licence)))).toEqual([]);
  });

  it('about HTML that is commonly left open and placeholders in sentences', () => {
    expect(found(system(part('A', 'L0', '<p>One\n<li>two\n</p>\nGive <name> and\n<br>\nnothing </li> else')))).toEqual(
      [],
    );
  });

  it('about what the assembler reported at the same place, but not elsewhere', () => {
    const document = system(part('A', 'L0', [fileText('a.md', 'Hello {{user}} and {{other}}.')]));
    const assemblerFindings = [
      finding('warning', 'unresolved-variable', 'Nothing replaces {{user}}', placeOf(sourceId('a.md'), 6, 14)),
    ];
    expect(check(document, { assemblerFindings }).map(({ message: text }) => text)).toEqual([
      '{{other}} was not filled in',
    ]);
  });
});

it('reports for one section what was reported only for another', () => {
  const document = system(part('A', 'L0', [fileText('a.md', 'Hello {{user}}.')]), part('B', 'L0', 'Dear {{friend}}.'));
  const findingsOf = (node: string) => [
    finding('warning', 'unresolved-variable', 'said', undefined, { node: nodeId(node) }),
  ];
  expect(found(document, { assemblerFindings: findingsOf('system/A') })).toEqual(['unresolved-variable system/B']);
  expect(found(document, { assemblerFindings: findingsOf('elsewhere') })).toHaveLength(2);
});

it('traces a problem to the character in its file and in the prompt', () => {
  const [first] = check(system(part('A', 'L0', [fileText('a.md', 'Hello {{user}}.')]))).filter(
    ({ ruleId }) => ruleId === 'unresolved-variable',
  );
  expect(first).toMatchObject({
    place: { source: 'a.md', span: { start: 6 } },
    inPrompt: { message: 'system', offset: 6 },
  });
});

it('says how many paragraphs two sections share instead of naming each', () => {
  const paragraphs = ['one', 'two', 'three'].map((word) => `${word}: `.repeat(30)).join('\n\n');
  const duplicates = check(
    system(part('A', 'L0', [fileText('a.md', paragraphs)]), part('B', 'L0', [fileText('b.md', paragraphs)])),
  ).filter(({ ruleId }) => ruleId === 'duplicate-text');
  expect(duplicates.map(({ message: text }) => text)).toEqual([
    expect.stringMatching(/is already in system\/A: .*, and 2 more$/),
  ]);
});

describe('scanning', () => {
  const long = Array.from(
    { length: 400 },
    (_, index) => `Paragraph ${index} is here to make the text long enough to be cut.`,
  ).join('\n\n');
  const contextOf = (document: PromptDocument, memo: LintMemo) => memo.chunk(document, layoutDocument(document));

  it('cuts a text into chunks that together are the text', () => {
    const document = system(part('A', 'L0', long), part('B', 'L0', 'short'));
    expect(
      contextOf(document, new LintMemo())
        .chunks.flatMap(({ facts }) => facts.map(({ text }) => text))
        .join(''),
    ).toBe(layoutDocument(document)[0]?.text);
  });

  it('examines only what changed since the last time, and finds the same', () => {
    const looked: string[] = [];
    const words = (text: string) => {
      looked.push(text);
      return [...text.matchAll(/Paragraph 1\d\d /g)].map(({ index }) => ({ offset: index }));
    };
    const find = (document: PromptDocument, memo: LintMemo) => textsOf(contextOf(document, memo), memo).find(words);
    const memo = new LintMemo();
    const before = find(system(part('A', 'L0', long)), memo);
    const all = looked.length;
    const edited = system(part('A', 'L0', long.replace('Paragraph 200 is', 'Paragraph 200 was')));
    const after = find(edited, memo);
    expect(looked.length - all).toBe(1);
    expect(after).toHaveLength(before.length);
    expect(after.map(({ offset }) => offset)).toEqual(find(edited, new LintMemo()).map(({ offset }) => offset));
  });
});
