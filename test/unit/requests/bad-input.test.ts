import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import { requestOf } from '../../../shared/cache/simulate/blocks';
import { sourceId } from '../../../shared/document/builders';
import { checkDocument } from '../../../shared/document/check';
import { allTools } from '../../../shared/document/tool-text';
import type { PromptDocument } from '../../../shared/document/types';
import { nodeText, visit } from '../../../shared/document/walk';
import { exportDocument } from '../../../shared/exporters';
import { exportFormats } from '../../../shared/exporters/types';
import { readRequests } from '../../../shared/requests/requests';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { runs } from '../../fuzz/runs';
import { analysisFor } from '../../support/analysis-for';
import { forms, openBody } from '../../support/request-bodies';
import { shownOf, textsIn } from '../../support/request-bodies/shown';
import { anythingUnmarked, marksArbitrary, spell, type Tree } from '../../support/request-bodies/tree';

const encoding = await loadEncoding('o200k_base');

function read(text: string) {
  return readRequests({ id: sourceId('a.json'), path: '/w/a.json', as: 'files', text });
}

function expectSound(document: PromptDocument, text: string): void {
  expect(checkDocument(document, new Map([[sourceId('a.json'), text]]))).toEqual([]);
  const analysis = analyze(document, findModel('gpt-5'), encoding);
  requestOf(document, analysis);
  for (const format of exportFormats) expect(typeof exportDocument(document, format, analysis).body).toBe('string');
}

/** The same tree with the value at one place, counted in the order it is written, replaced. */
function replaced(tree: Tree, place: number, by: Tree): Tree {
  let passed = 0;
  const walk = (node: Tree): Tree => {
    passed += 1;
    if (passed - 1 === place) return by;
    if (typeof node === 'string') return node;
    if ('items' in node) return { ...node, items: node.items.map(walk) };
    return { ...node, entries: node.entries.map(([key, value]) => [key, walk(value)] as const) };
  };
  return walk(tree);
}

function placesIn(tree: Tree): number {
  if (typeof tree === 'string') return 1;
  const inner = 'items' in tree ? tree.items : tree.entries.map(([, value]) => value);
  return 1 + inner.reduce((sum, each) => sum + placesIn(each), 0);
}

describe.each(Object.entries(forms))('%s', (_, { body }) => {
  const wrong = body
    .chain((made) =>
      fc.record({
        address: fc.constant(made.address),
        text: fc
          .tuple(fc.nat(Math.max(0, placesIn(made.tree) - 1)), anythingUnmarked, marksArbitrary)
          .map(([place, by, marks]) => spell(replaced(made.tree, place, by), { marks, spaces: [''] })),
      }),
    )
    .map(({ text, address }) => ({ text, opened: openBody(text, address) }));
  /** What was replaced may be what makes it a request. */
  const requests = wrong.filter(({ opened }) => opened !== undefined);

  it('with a value of a wrong type anywhere is read as far as it can be, and shown', () => {
    fc.assert(
      fc.property(requests, ({ text, opened }) => {
        if (opened === undefined) throw new Error('not read');
        expectSound(opened.document, text);
        const shown = shownOf(opened.document);
        expect(
          textsIn(text).filter((each) => !shown.includes(each)),
          text,
        ).toEqual([]);
      }),
      runs(200),
    );
  });

  it('that is cut off gives findings with their place, and no throw', () => {
    fc.assert(
      fc.property(body, fc.double({ min: 0, max: 1, noNaN: true }), (made, share) => {
        const whole = spell(made.tree, { marks: [{ value: '5m', isFirst: false }], spaces: [' '] });
        const text = whole.slice(0, Math.floor(whole.length * share));
        const { requests, findings } = read(text);
        for (const { document } of requests) expectSound(document, text);
        for (const { place } of findings) {
          expect(place?.source).toBe('a.json');
          expect((place?.span.end ?? 0) <= text.length).toBe(true);
        }
        expect(requests.length + findings.length).toBeGreaterThan(0);
      }),
      runs(100),
    );
  });
});

function only(text: string): PromptDocument {
  const { requests } = read(text);
  const [first] = requests;
  if (first === undefined || requests.length !== 1) throw new Error(`${requests.length} requests`);
  return first.document;
}

describe('a body that is too much of something', () => {
  it('an image of 40 MB', () => {
    const data = 'A'.repeat(40 * 1024 * 1024);
    const source = { type: 'base64', media_type: 'image/png', data };
    const text = JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 1,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    });
    const document = only(text);
    const images: string[] = [];
    visit(document, (node) => node.type === 'image' && images.push(node.data));
    expect(images.map(({ length }) => length)).toEqual([data.length]);
    expect(exportDocument(document, 'sent').body === text).toBe(true);
  });

  it.each(['text', 'tool_use', 'tool_result', 'hologram'])('10,000 blocks of type %s, each with a marker', (type) => {
    const content = Array.from({ length: 10_000 }, (_, index) => ({
      type,
      text: `text ${index}`,
      id: `t${index}`,
      name: 'read',
      input: { index },
      tool_use_id: `t${index}`,
      content: [{ type: 'text', text: String(index), cache_control: { type: 'ephemeral' } }],
      cache_control: { type: 'ephemeral' },
    }));
    const document = only(JSON.stringify({ model: 'claude-x', max_tokens: 1, messages: [{ role: 'user', content }] }));
    const { blocks } = requestOf(document, analyze(document, findModel('gpt-5'), encoding));
    expect(blocks).toHaveLength(10_000);
    for (const format of exportFormats) exportDocument(document, format, analysisFor('openai'));
  });

  it('10,000 messages of calls and results', () => {
    const messages = Array.from({ length: 10_000 }, (_, index) => ({
      role: index % 2 === 0 ? 'assistant' : 'user',
      content:
        index % 2 === 0
          ? [{ type: 'tool_use', id: `t${index}`, name: 'read', input: { index } }]
          : [{ type: 'tool_result', tool_use_id: `t${index - 1}`, content: 'ok' }],
    }));
    const document = only(JSON.stringify({ model: 'claude-x', max_tokens: 1, messages }));
    expect(document.messages).toHaveLength(10_000);
    const back = exportDocument(document, 'gemini', analysisFor('google')).body;
    expect(JSON.parse(back)).toMatchObject({ contents: { length: 10_000 } });
  });

  it('5,000 tools, and 5,000 in one group', () => {
    const tools = Array.from({ length: 5000 }, (_, index) => ({
      type: 'function',
      name: `tool_${index}`,
      description: 'Does.',
      parameters: { type: 'object', properties: { path: { type: 'string' } } },
    }));
    const group = { type: 'namespace', name: 'all', tools };
    const document = only(JSON.stringify({ model: 'gpt-5', input: 'Hi', tools: [...tools, group] }));
    expect(allTools(document.tools)).toHaveLength(10_001);
    expect(requestOf(document, analyze(document, findModel('gpt-5'), encoding)).blocks).toHaveLength(5002);
    for (const format of exportFormats) exportDocument(document, format, analysisFor('openai'));
  });

  it.each([
    ['arguments', (inner: string) => `[{"type":"tool_use","id":"t","name":"f","input":{"a":${inner}}}]`],
    [
      'a schema',
      (inner: string) => `[{"type":"text","text":"x"}]}],"tools":[{"name":"f","input_schema":{"a":${inner}}`,
    ],
    ['results in results', (inner: string) => inner],
  ])('%s nested deeper than any stack', (_, around) => {
    const depth = 20_000;
    const inner = around('') === '' ? nestedResults(depth) : `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const text = `{"model":"claude-x","max_tokens":1,"messages":[{"role":"user","content":${around(inner)}}]}`;
    const { requests, findings } = read(text);
    expect(requests).toHaveLength(1);
    for (const { document } of requests) expectSound(document, text);
    expect(findings.map(({ ruleId }) => ruleId)).toContain('cut-off');
  });

  it('a parameter nested deeper than any stack, with all the rest shown', () => {
    const deep = `${'[{"a":'.repeat(50_000)}"]}"${'}]'.repeat(50_000)}`;
    const text = `{"model":"claude-x","max_tokens":1,"metadata":${deep},"messages":[{"role":"user","content":"Hi"}]}`;
    const { requests, findings } = read(text);
    const [document] = requests.map((each) => each.document);
    expect(document?.messages.map(nodeText)).toEqual(['Hi']);
    expect(document?.parameters.map(({ name }) => name)).toEqual(['model', 'max_tokens', 'metadata']);
    expect(findings).toMatchObject([{ severity: 'warning', ruleId: 'cut-off', place: { source: 'a.json' } }]);
    expect(requests.map((each) => exportDocument(each.document, 'sent').body)).toEqual([text]);
  });

  it('400 levels, which is deep and still read', () => {
    const document = only(
      `{"model":"claude-x","max_tokens":1,"messages":[{"role":"user","content":${nestedResults(100)}}]}`,
    );
    expectSound(
      document,
      `{"model":"claude-x","max_tokens":1,"messages":[{"role":"user","content":${nestedResults(100)}}]}`,
    );
    expect(document.messages.map(nodeText)).toEqual(['x']);
  });

  it('a long text full of escapes, wrapped twice', () => {
    const body = JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: '"\n'.repeat(200_000) }] });
    const har = JSON.stringify({
      log: {
        entries: [{ request: { method: 'POST', url: 'https://x/v1/chat/completions', postData: { text: body } } }],
      },
    });
    expect(only(har).messages.map(nodeText)).toEqual(['"\n'.repeat(200_000)]);
  });
});

function nestedResults(depth: number): string {
  const open = '[{"type":"tool_result","tool_use_id":"t","content":';
  return `${open.repeat(depth)}"x"${'}]'.repeat(depth)}`;
}

it('two forms in one file are each read by their own', () => {
  const anthropic = '{"model":"claude-x","max_tokens":1,"system":"S","messages":[{"role":"user","content":"A"}]}';
  const gemini = '{"contents":[{"role":"user","parts":[{"text":"G"}]}]}';
  const responses = '{"model":"gpt-5","input":[{"role":"user","content":"R"}]}';
  for (const text of [`[${anthropic},${gemini},${responses}]`, [anthropic, gemini, responses].join('\n')])
    expect(read(text).requests.map(({ document }) => document.sent?.form)).toEqual([
      'anthropic',
      'gemini',
      'openai-responses',
    ]);
});

it('a body with the keys of two forms is one request, and keeps both', () => {
  const text =
    '{"model":"gpt-5","messages":[{"role":"user","content":"A"}],"contents":[{"role":"user","parts":[{"text":"G"}]}]}';
  const document = only(text);
  expectSound(document, text);
  expect(shownOf(document)).toContain('"A"');
  expect(shownOf(document)).toContain('G');
});

it('the last of two equal keys counts, as providers read it, and the bytes keep both', () => {
  const text =
    '{"model":"gpt-5","messages":[{"role":"user","content":"A"}],"messages":[{"role":"user","content":"B"}]}';
  const document = only(text);
  expect(document.messages.map(nodeText)).toEqual(['B']);
  expect(exportDocument(document, 'openai-chat').body.match(/"messages"/g)).toHaveLength(2);
  expect(read(text).findings).toMatchObject([
    {
      message: 'The key "messages" is there twice; the last one is used',
      place: { span: { start: text.lastIndexOf('"messages"') } },
    },
  ]);
});

it('what has a wrong type is named with its type and place', () => {
  const text =
    '{"model":7,"max_tokens":1,"system":{"a":1},"tools":"none","messages":[1,{"role":"user","content":[true,"A"]}]}';
  const { findings } = read(text);
  expect(findings.map(({ message, place }) => [message, place?.span.start])).toEqual([
    ['The body is read as anthropic; tools cannot be read as its content and is kept as written', 0],
    ['model is a number, a text was expected', text.indexOf('7')],
    ['The block "a" is shown as it was sent', text.indexOf('{"a"')],
    ['Where a block was expected, a number is shown as it was sent', text.indexOf('1,{"role"')],
    ['Where a block was expected, true or false is shown as it was sent', text.indexOf('true')],
    ['Where a block was expected, a text is shown as it was sent', text.indexOf('"A"')],
  ]);
});

it.each(['anthropic', 'sent'] as const)('a broken body is exported as it is, and said to be broken: %s', (format) => {
  const text = '{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"hi"}]]],"max_tokens":1}';
  const [request] = read(text).requests;
  if (request === undefined) throw new Error('nothing was read');
  const { body, warnings } = exportDocument(request.document, format);
  expect(body.trimEnd()).toBe(request.document.sent?.text);
  expect(warnings.map(({ ruleId }) => ruleId)).toEqual(['export-broken']);
});
