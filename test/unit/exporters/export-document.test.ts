import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  breakpoint,
  frame,
  image,
  message,
  nodeId,
  omitted,
  section,
  textBlock,
  tool,
} from '../../../shared/document/builders';
import { writeJson } from '../../../shared/document/json-text';
import type { CacheBreakpoint, PromptDocument, PromptMessage, ToolNode } from '../../../shared/document/types';
import { exportDocument } from '../../../shared/exporters';
import { exportFormats, type ExportFormat } from '../../../shared/exporters/types';
import { exportFormat } from '../../../shared/ipc/contract';
import { analysisFor } from '../../support/analysis-for';
import { sampleDocument } from '../../support/sample-document';

function documentOf(
  messages: readonly PromptMessage[],
  breakpoints: readonly CacheBreakpoint[] = [],
  tools: readonly ToolNode[] = [],
): PromptDocument {
  return sampleDocument({
    tools,
    messages,
    breakpoints,
  });
}

const system = message(nodeId('system'), 'system', 'L0', 'system', [
  section(nodeId('system', 'a'), 'A', 'L0', [frame('Be kind.')]),
]);
const prompt = message(nodeId('prompt'), 'user', 'active', 'prompt', [frame('Hello')]);
const picture = image(nodeId('prompt', 'image'), 'image/png', 'QUJD');
const pictured = message(nodeId('prompt'), 'user', 'active', 'prompt', [frame('Look'), picture]);
const search = tool(
  nodeId('tool', 'search'),
  'search',
  'L1',
  [frame('Finds '), frame('things')],
  writeJson({ type: 'object' }),
);

function json(document: PromptDocument, format: 'messages' | 'anthropic' | 'openai-chat' | 'document'): unknown {
  return JSON.parse(exportDocument(document, format).body);
}

test('the contract and the exporters name the same formats', () => {
  expect(exportFormat.options).toEqual([...exportFormats]);
});

describe('text', () => {
  test('a single message is exactly its text, and nothing is lost', () => {
    const single = message(nodeId('system'), 'system', 'L0', 'system', [frame('One\r\n'), frame('two ')]);
    expect(exportDocument(documentOf([single]), 'text')).toEqual({
      mediaType: 'text/plain',
      body: 'One\r\ntwo ',
      warnings: [],
    });
  });

  test('several messages are separated by a blank line, and what text cannot express is reported', () => {
    const out = exportDocument(documentOf([system, pictured], [breakpoint(system.id, 'L0')], [search]), 'text');
    expect(out.body).toBe('Be kind.\n\nLook');
    expect(out.warnings.map((warning) => warning.ruleId)).toEqual([
      'export-loses-roles',
      'export-loses-images',
      'export-loses-tools',
      'export-loses-breakpoints',
    ]);
  });
});

describe('messages', () => {
  test('plain contents are strings, marked ones a list', () => {
    expect(json(documentOf([system, prompt], [breakpoint(system.id, 'L0')]), 'messages')).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }] },
      { role: 'user', content: 'Hello' },
    ]);
  });

  test('images follow the text as data URLs, and the mark never falls on one', () => {
    expect(json(documentOf([pictured], [breakpoint(pictured.id, 'L1', '1h')]), 'messages')).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look', cache_control: { type: 'ephemeral', ttl: '1h' } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
        ],
      },
    ]);
  });

  test('of two text parts the mark is on the second', () => {
    const two = message(nodeId('m'), 'user', 'L0', 'history', [
      textBlock(section(nodeId('m', '0'), '0', 'L0', [frame('one')])),
      textBlock(section(nodeId('m', '1'), '1', 'L0', [frame('two')])),
    ]);
    expect(json(documentOf([two], [breakpoint(two.id, 'L0')]), 'messages')).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two', cache_control: { type: 'ephemeral' } },
        ],
      },
    ]);
  });

  test('a breakpoint after a section splits the text there', () => {
    const split = message(nodeId('m'), 'system', 'L0', 'system', [
      section(nodeId('m', 'a'), 'A', 'L0', [frame('slow')]),
      frame('\n\nfast'),
    ]);
    expect(json(documentOf([split], [breakpoint(nodeId('m', 'a'), 'L0')]), 'messages')).toEqual([
      {
        role: 'system',
        content: [
          { type: 'text', text: 'slow', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: '\n\nfast' },
        ],
      },
    ]);
  });

  test('a message without text carries its mark on an empty one', () => {
    const empty = message(nodeId('empty'), 'user', 'L1', 'history', []);
    const marked = documentOf([empty], [breakpoint(empty.id, 'L1')]);
    const content = [{ type: 'text', text: '', cache_control: { type: 'ephemeral' } }];
    expect(json(marked, 'messages')).toEqual([{ role: 'user', content }]);
    expect(json(marked, 'anthropic')).toEqual({ max_tokens: 1024, messages: [{ role: 'user', content }] });
    expect(exportDocument(marked, 'anthropic').warnings.map(({ ruleId }) => ruleId)).toContain('export-empty-message');
  });

  test('a fifth breakpoint and one with an image alone are left out with a warning', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((id) => message(nodeId(id), 'user', 'L1', 'history', [frame(id)]));
    const out = exportDocument(
      documentOf(
        many,
        many.map((each) => breakpoint(each.id, 'L1')),
      ),
      'messages',
    );
    expect(out.body.match(/cache_control/g)).toHaveLength(4);
    expect(out.warnings.map((warning) => warning.ruleId)).toEqual(['export-breakpoint-limit']);
    const shown = message(nodeId('shown'), 'user', 'L1', 'history', [image(nodeId('shown', 'i'), 'image/png', 'QQ==')]);
    expect(
      exportDocument(documentOf([shown], [breakpoint(shown.id, 'L1')]), 'messages').warnings.map(
        (warning) => warning.ruleId,
      ),
    ).toEqual(['export-breakpoint-unplaced']);
  });

  test('tools are reported', () => {
    expect(
      exportDocument(documentOf([prompt], [], [search]), 'messages').warnings.map((warning) => warning.ruleId),
    ).toEqual(['export-loses-tools']);
  });
});

describe('anthropic', () => {
  test('system blocks, messages, tools and marks', () => {
    const tools = [search];
    expect(
      json(
        documentOf([system, pictured], [breakpoint(search.id, 'L0'), breakpoint(system.id, 'L0')], tools),
        'anthropic',
      ),
    ).toEqual({
      max_tokens: 1024,
      tools: [
        {
          name: 'search',
          description: 'Finds things',
          input_schema: { type: 'object' },
          cache_control: { type: 'ephemeral' },
        },
      ],
      system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
          ],
        },
      ],
    });
  });

  test('a late system message stays in its place; a foreign image and an empty message are reported', () => {
    const odd = message(nodeId('odd'), 'user', 'active', 'history', [
      frame('x'),
      image(nodeId('odd', 'i'), 'image/bmp', 'QQ=='),
    ]);
    const empty = message(nodeId('empty'), 'assistant', 'active', 'history', []);
    const out = exportDocument(documentOf([odd, system, empty]), 'anthropic');
    expect(JSON.parse(out.body).messages).toMatchObject([{ role: 'user' }, { role: 'system' }, { role: 'assistant' }]);
    expect(out.warnings.map(({ ruleId, node }) => [ruleId, node])).toEqual([
      ['export-stand-in', undefined],
      ['export-loses-images', 'odd/i'],
      ['export-empty-message', 'empty'],
    ]);
    expect(out.warnings[0]?.message).toContain('`max_tokens` 1024');
  });
});

describe('openai-chat', () => {
  test('one warning a breakpoint, a stream that reports usage', () => {
    const out = exportDocument(
      documentOf([system, prompt], [breakpoint(system.id, 'L0'), breakpoint(prompt.id, 'L1')], [search]),
      'openai-chat',
    );
    expect(JSON.parse(out.body)).toEqual({
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hello' },
      ],
      tools: [
        { type: 'function', function: { name: 'search', description: 'Finds things', parameters: { type: 'object' } } },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(out.warnings.map((warning) => warning.node)).toEqual(['breakpoint/system', 'breakpoint/prompt']);
  });

  test('an image outside a user message is reported', () => {
    const drawn = message(nodeId('drawn'), 'assistant', 'active', 'history', [
      frame('here'),
      image(nodeId('drawn', 'i'), 'image/png', 'QQ=='),
    ]);
    const out = exportDocument(documentOf([drawn]), 'openai-chat');
    expect(JSON.parse(out.body).messages).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'here' }] },
      { role: 'user', content: '(your message)' },
    ]);
    expect(out.warnings.map((warning) => warning.ruleId)).toEqual(['export-stand-in', 'export-loses-images']);
  });
});

describe('markdown', () => {
  test('tells messages, tokens, breakpoints and omissions, and fences longer than the text', () => {
    const told = message(nodeId('system'), 'system', 'L0', 'system', [
      section(nodeId('system', 'a'), 'Identity', 'L0', [frame('```\ncode\n```')]),
      omitted(nodeId('system', 'b'), 'Tools', 'L1', { reason: 'source-missing', looked: ['TOOLS.md'] }),
    ]);
    const exact = { tokens: 7, low: 7, high: 7, method: 'exact' as const, encoding: 'o200k_base' };
    const out = exportDocument(documentOf([told], [breakpoint(told.id, 'L0')]), 'markdown', {
      model: { id: 'gpt-x', label: 'GPT X', provider: 'openai-chat', contextWindow: null },
      method: 'exact',
      tokens: { [told.id]: exact },
      overhead: exact,
      total: { ...exact, tokens: 14, low: 12, high: 16 },
      cacheable: exact,
    });
    expect(out.body).toBe(
      [
        '# Prompt (sample, plain)',
        '',
        'GPT X: = 14 tokens (12–16), exact 12–16 by o200k_base; = 7 tokens of them are request framing',
        '',
        '## 1. system (system, L0, = 7 tokens)',
        '',
        '````',
        '```',
        'code',
        '```',
        '````',
        '',
        '- Identity (L0)',
        '- left out: Tools (L1): not found: TOOLS.md',
        '',
        '--- cache breakpoint (L0) ---',
        '',
      ].join('\n'),
    );
  });
});

test('document is the document itself', () => {
  const document = documentOf([system, pictured], [breakpoint(system.id, 'L0')], [search]);
  expect(json(document, 'document')).toEqual(document);
});

describe('curl', () => {
  const quotes = message(nodeId('prompt'), 'user', 'active', 'prompt', [frame("It's $HOME, `id` and \\ \n!")]);
  /** What a shell makes of the command: curl's arguments, then its standard input. */
  const argumentsOf = (command: string): readonly string[] =>
    JSON.parse(
      execFileSync('sh', {
        encoding: 'utf8',
        input:
          `curl() { "$NODE" -e 'console.log(JSON.stringify([...process.argv.slice(1), ` +
          `require("fs").readFileSync(0, "utf8")]))' -- "$@"; }\n${command}`,
        env: { ...process.env, NODE: process.execPath, ANTHROPIC_API_KEY: 'the key', OPENAI_API_KEY: 'the key' },
      }),
    );

  test('is the Anthropic request for its models, with the key from the environment', () => {
    const words = argumentsOf(
      exportDocument(documentOf([system, quotes], [breakpoint(system.id, 'L0')]), 'curl', analysisFor('anthropic'))
        .body,
    );
    expect(words.slice(0, -2)).toEqual([
      'https://api.anthropic.com/v1/messages',
      '-H',
      'x-api-key: the key',
      '-H',
      'anthropic-version: 2023-06-01',
      '-H',
      'content-type: application/json',
      '--data-raw',
    ]);
    expect(JSON.parse(words.at(-2) ?? '')).toEqual({
      model: 'm-1',
      system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
      messages: [{ role: 'user', content: "It's $HOME, `id` and \\ \n!" }],
      max_tokens: 1024,
    });
  });

  test('is the OpenAI request for theirs', () => {
    const words = argumentsOf(exportDocument(documentOf([system, quotes]), 'curl', analysisFor('openai-chat')).body);
    expect(words).toContain('authorization: Bearer the key');
    expect(JSON.parse(words.at(-2) ?? '')).toMatchObject({ model: 'm-1', stream: true });
  });

  test('a body too long for an argument comes by standard input', () => {
    const long = message(nodeId('prompt'), 'user', 'active', 'prompt', [
      frame("STRATA_BODY\n$(id) it's long. ".repeat(9000)),
    ]);
    const words = argumentsOf(exportDocument(documentOf([long]), 'curl', analysisFor('anthropic')).body);
    expect(words.at(-2)).toBe('@-');
    expect(JSON.parse(words.at(-1) ?? '')).toMatchObject({
      messages: [{ content: "STRATA_BODY\n$(id) it's long. ".repeat(9000) }],
    });
  });

  test('goes to the address of Gemini and Bedrock, which contains the model', () => {
    const addressed = (provider: string) =>
      exportDocument(documentOf([prompt]), 'curl', analysisFor(provider, 'm:1')).body.split('\n')[0];
    expect(addressed('google')).toContain('/v1beta/models/m%3A1:generateContent');
    expect(addressed('bedrock')).toContain('/model/m%3A1/converse');
  });

  test('says when it knows no address of the provider', () => {
    expect(
      exportDocument(documentOf([prompt]), 'curl', analysisFor('deepseek')).warnings.map(({ ruleId }) => ruleId),
    ).toEqual(['export-curl-provider']);
  });
});

describe('what a provider would refuse', () => {
  const filled = (messages: readonly PromptMessage[], format: ExportFormat, provider: string): readonly string[] =>
    exportDocument(documentOf(messages), format, analysisFor(provider)).warnings.map(({ message: text }) => text);

  test('is put there, and named', () => {
    const named = 'Added by Strata; change it before you send: ';
    const both = `${named}the user message "(your message)"; \`max_tokens\` 1024`;
    expect(filled([system], 'anthropic', 'anthropic')).toEqual([both]);
    expect(filled([system], 'curl', 'anthropic')).toEqual([both]);
    expect(filled([prompt], 'anthropic', 'anthropic')).toEqual([`${named}\`max_tokens\` 1024`]);
    expect(filled([], 'openai-chat', 'openai')).toEqual([`${named}the user message "(your message)"`]);
    expect(filled([prompt], 'openai-responses', 'openai')).toEqual([]);
    expect(filled([prompt], 'bedrock', 'bedrock')).toEqual([`${named}\`inferenceConfig.maxTokens\` 1024`]);
    expect(filled([prompt], 'gemini', 'google')).toEqual([]);
  });

  test.each([
    ['openai-chat', 'anthropic', 'm-1 is not a model of OpenAI'],
    ['openai-responses', 'google', 'm-1 is not a model of OpenAI'],
    ['anthropic', 'openai', 'm-1 is not a model of Anthropic'],
    ['gemini', 'openai', 'm-1 is not a model of Gemini'],
    ['bedrock', 'anthropic', 'm-1 is not a model of Bedrock'],
    ['openai-chat', 'rule of thumb', 'm-1 is a way to count, not a model'],
    ['curl', 'workspace', 'm-1 is a way to count, not a model'],
  ] as const)('%s refuses a model of %s', (format, provider, expected) => {
    const { body, warnings } = exportDocument(documentOf([prompt]), format, analysisFor(provider));
    expect(body).toBe('');
    expect(warnings).toMatchObject([
      {
        severity: 'error',
        ruleId: 'export-refused',
        message: `Not exported: ${expected}. Choose another model or another format.`,
      },
    ]);
  });

  test('a model Strata does not know is named: the user chose it', () => {
    expect(
      JSON.parse(exportDocument(documentOf([prompt]), 'openai-chat', analysisFor('unknown', 'my-model')).body),
    ).toMatchObject({ model: 'my-model' });
  });
});
