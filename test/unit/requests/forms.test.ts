import { describe, expect, it } from 'vitest';
import { requestFile } from '../../../shared/assemblers/request-file';
import { checkDocument } from '../../../shared/document/check';
import { leaves, nodeText, visit } from '../../../shared/document/walk';
import { assembleWorkspace } from '../../support/assemble';
import { openBody } from '../../support/request-bodies';

function open(text: string, name = 'a.request.json', settings = {}) {
  const built = assembleWorkspace(requestFile, { [name]: text }, settings);
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  const sections: string[] = [];
  visit(built.document, (node) => sections.push(node.id));
  return { ...built, sections, messages: built.document.messages.map((message) => [message.role, nodeText(message)]) };
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

it('keeps a part without text in its place, and shows a non-text value as it is written', () => {
  const content = [
    { type: 'text', text: '' },
    { type: 'text', text: { wrong: 'shape' }, cache_control: { type: 'ephemeral' } },
    { type: 'text', text: '', cache_control: { type: 'ephemeral' } },
    { type: 'text', text: 'x' },
  ];
  const built = open(json({ model: 'm', messages: [{ role: 'user', content }] }));
  expect(
    built.document.messages[0]?.children.map((node) =>
      node.type === 'section' ? [node.block?.kind, nodeText(node)] : node.type,
    ),
  ).toEqual([
    ['text', ''],
    ['opaque', '{"type":"text","text":{"wrong":"shape"}}'],
    ['text', ''],
    ['text', 'x'],
  ]);
  expect(built.document.breakpoints.map(({ after }) => after)).toEqual(['messages/0/block-1', 'messages/0/block-2']);
});

describe('providers', () => {
  it('reads an Anthropic request with blocks, tools, images and markers', () => {
    const built = open(
      json({
        model: 'claude-sonnet-4-5',
        max_tokens: 100,
        tools: [
          {
            name: 'grep',
            description: 'Search',
            input_schema: { type: 'object' },
            cache_control: { type: 'ephemeral', ttl: '1h' },
          },
        ],
        system: [
          { type: 'text', text: '<Identity>\nI\n</Identity>' },
          { type: 'text', text: 'Rules', cache_control: { type: 'ephemeral' } },
        ],
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'grep', input: { q: 'x' } }] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 't', content: 'found' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
              { type: 'hologram', x: 1 },
            ],
          },
        ],
      }),
    );
    expect(built.document.variant).toBe('anthropic');
    expect(built.document.tools).toMatchObject([{ name: 'grep', description: [{ value: 'Search' }] }]);
    expect(built.document.breakpoints).toMatchObject([
      { after: 'tools/0', ttl: '1h', tier: 'L0' },
      { after: 'system', ttl: '5m', tier: 'L1' },
    ]);
    expect(built.messages[0]).toEqual(['system', '<Identity>\nI\n</Identity>Rules']);
    expect(built.sections).toContain('system/block-0/Identity');
    expect(built.messages[3]?.[1]).toContain('found');
    expect(built.findings.map(({ ruleId }) => ruleId)).toEqual(['request-unknown-block']);
    expect(built.document.messages.at(-1)?.tier).toBe('active');
  });

  it('reads OpenAI chat and responses requests', () => {
    const chat = open(
      json({
        model: 'gpt-5',
        messages: [
          { role: 'developer', content: 'D' },
          { role: 'user', content: [{ type: 'text', text: 'Q' }] },
          { role: 'assistant', content: null, tool_calls: [{ id: '1' }] },
        ],
        tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
      }),
    );
    expect(chat.document.variant).toBe('openai-chat');
    expect(chat.messages).toEqual([
      ['developer', 'D'],
      ['user', 'Q'],
      ['assistant', '{"id":"1"}'],
    ]);
    expect(chat.document.tools[0]?.name).toBe('f');
    const responses = open(
      json({
        model: 'gpt-5.6',
        instructions: 'I',
        input: [
          { role: 'user', content: [{ type: 'input_text', text: 'Q', prompt_cache_breakpoint: { mode: 'explicit' } }] },
        ],
      }),
    );
    expect(responses.document.variant).toBe('openai-responses');
    expect(responses.messages).toEqual([
      ['system', 'I'],
      ['user', 'Q'],
    ]);
    expect(responses.document.breakpoints).toHaveLength(1);
    expect(open(json({ model: 'gpt-5', input: 'just text' })).messages).toEqual([['user', 'just text']]);
  });

  it('reads Gemini and Bedrock requests', () => {
    const gemini = open(
      json({
        systemInstruction: { parts: [{ text: 'S' }] },
        contents: [
          { role: 'user', parts: [{ text: 'Q' }] },
          { role: 'model', parts: [{ text: 'A' }] },
        ],
        tools: [{ functionDeclarations: [{ name: 'f' }] }],
      }),
    );
    expect(gemini.document.variant).toBe('gemini');
    expect(gemini.messages).toEqual([
      ['system', 'S'],
      ['user', 'Q'],
      ['assistant', 'A'],
    ]);
    const bedrock = open(
      json({
        modelId: 'x',
        system: [{ text: 'S' }, { cachePoint: { type: 'default' } }],
        messages: [{ role: 'user', content: [{ text: 'Q' }] }],
        toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: {} } } }] },
      }),
    );
    expect(bedrock.document.variant).toBe('bedrock');
    expect(bedrock.messages).toEqual([
      ['system', 'S'],
      ['user', 'Q'],
    ]);
    expect(bedrock.document.breakpoints).toMatchObject([{ after: 'system' }]);
  });
});

describe('wrappings', () => {
  const body = { model: 'claude-sonnet-4-5', system: 'Say "hi"\nnow', messages: [{ role: 'user', content: 'Q' }] };

  it('reads a cURL command and traces its characters', () => {
    const curl =
      `curl https://api.example.com/v1/messages \\\n  -H 'x-api-key: nope' \\\n  --data ` +
      `'${JSON.stringify(body)}'\n`;
    const built = open(curl, 'a.curl');
    expect(built.messages).toEqual([
      ['system', 'Say "hi"\nnow'],
      ['user', 'Q'],
    ]);
    const verbatim = built.document.messages
      .flatMap(leaves)
      .filter(({ origin }) => origin.kind === 'file' && origin.change === undefined);
    expect(verbatim.map(({ value }) => value)).toContain('now');
  });

  it('reads double-quoted and ANSI-quoted cURL bodies, and refuses a body in another file', () => {
    expect(
      open(`curl -d "${JSON.stringify(body).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}" https://x`, 'a.curl')
        .messages[0]?.[1],
    ).toBe('Say "hi"\nnow');
    expect(open(String.raw`curl --json $'{"system":"it\'s","messages":[]}' https://x`, 'a.curl').messages[0]?.[1]).toBe(
      "it's",
    );
    expect(open('curl -d @body.json https://x', 'a.curl').findings.map(({ ruleId }) => ruleId)).toEqual([
      'request-data-file',
      'request-no-body',
    ]);
  });

  it('reads a HAR, with provenance through both layers of escapes', () => {
    const har = JSON.stringify({
      log: {
        entries: [
          { request: { method: 'GET', url: 'https://x' } },
          {
            request: {
              method: 'POST',
              url: 'https://api.example.com/v1/messages',
              postData: { text: JSON.stringify(body) },
            },
            response: { content: { text: '{"usage":{"input_tokens":5}}' } },
          },
          { request: { method: 'POST', url: 'https://y' } },
        ],
      },
    });
    const built = open(har, 'a.har');
    expect(built.messages).toEqual([
      ['system', 'Say "hi"\nnow'],
      ['user', 'Q'],
    ]);
    expect(built.findings.map(({ ruleId }) => ruleId)).toEqual(['request-others']);
  });

  it('reads JSON lines, batch files and logged pairs, one broken line spoiling only itself', () => {
    const lines = [
      JSON.stringify(body),
      '{"broken',
      JSON.stringify({ custom_id: 'b-2', params: { ...body, system: 'two' } }),
      JSON.stringify({ request: { ...body, system: 'three' }, response: { usage: { input_tokens: 1 } } }),
    ].join('\n');
    const built = open(lines, 'a.requests.jsonl');
    expect(built.findings).toMatchObject([{ ruleId: 'request-syntax', severity: 'error' }]);
    expect(built.controls.find(({ name }) => name === 'index')?.choices?.map(({ label }) => label)).toEqual([
      '1 line 1',
      '2 b-2',
      '3 line 4',
    ]);
    expect(open(lines, 'a.requests.jsonl', { index: 3 }).messages[0]).toEqual(['system', 'three']);
  });

  it.each([
    '',
    '{',
    '[]',
    '{"a":1}',
    '"text"',
    'curl https://x',
    '{"log":{"entries":[]}}',
    '{"messages":[{"role":"user","content":[5,null,{}]}]}',
  ])('survives %j', (text) => {
    expect(() => open(text)).not.toThrow();
  });
});

describe('sections of unknown text', () => {
  it('cuts at tags on their own lines, else at the highest heading, never inside a fence', () => {
    const tagged = open(
      json({ system: 'Intro\n<Rules>\n# Not me\n</Rules>\n\n<Rules>\nagain\n</Rules>\n', messages: [] }),
    );
    expect(tagged.sections).toEqual(['system', 'system/Rules', 'system/Rules~2']);
    const headed = open(json({ system: '# One\ntext\n```\n# no\n```\n## sub\n# Two\nmore', messages: [] }));
    expect(headed.sections).toEqual(['system', 'system/One', 'system/Two']);
  });
});

describe('a body with the content of two forms', () => {
  it('is read as one of them, and says what else is there', () => {
    const text = JSON.stringify({
      model: 'm',
      messages: [{ role: 'user', content: 'chat' }],
      contents: [{ role: 'user', parts: [{ text: 'gemini' }] }],
    });
    const read = openBody(text);
    expect(read?.document.messages.map(nodeText)).toEqual(['gemini']);
    expect(read?.document.parameters.map(({ name }) => name)).toContain('messages');
    expect(read?.findings.map(({ message }) => message)).toEqual([
      'The body is read as gemini; messages cannot be read as its content and is kept as written',
    ]);
  });
});
