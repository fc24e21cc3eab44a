import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countRequest } from '../../../electron/host/ask/count-request';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import { frame, nodeId, tool } from '../../../shared/document/builders';
import type { PromptDocument } from '../../../shared/document/types';
import { knownJson, withoutSpace } from '../../../shared/document/json-text';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { parseDocument } from '../../../shared/ipc/written/saved-document';
import { pinned, strata, temporaryCopy } from '../../support/run-cli';

const encoding = await loadEncoding('o200k_base');

/** Values that no JavaScript number or object can hold, in an order that it would change. */
const schema =
  '{"type":"object","properties":{"10":{"maximum":9223372036854775807,"multipleOf":1.0},' +
  '"9":{"minimum":-0,"maximum":1e400},"\\u00e9\\/":{"const":0.10e-7}},"required":[]}';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryCopy();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const spaced = schema.replaceAll(',"', ',\n    "').replaceAll('":', '" : ');

const workspaces = {
  'tools.json of persona-files': () =>
    folderWith({ 'IDENTITY.md': '', 'tools.json': `[{"name": "t", "description": "d", "parameters": ${spaced}}]` }),
  '.mcp.json of part-catalog': () =>
    folderWith({
      'CLAUDE.md': 'x',
      '.mcp.json': `{"mcpServers": {"s": {"tools": [{"name": "t", "description": "d", "inputSchema": ${spaced}}]}}}`,
    }),
  'an Anthropic request': () =>
    join(
      folderWith({
        'a.json':
          '{"model": "claude-sonnet-4-5", "max_tokens": 1, "tools": [{"name": "t", "description": "d", ' +
          `"input_schema": ${spaced}}], "messages": [{"role": "user", "content": "Hi"}]}`,
      }),
      'a.json',
    ),
  'an OpenAI request': () =>
    join(
      folderWith({
        'a.json':
          '{"model": "gpt-5", "tools": [{"type": "function", "function": {"name": "t", "description": ' +
          `"d", "parameters": ${spaced}}}], "messages": [{"role": "user", "content": "Hi"}]}`,
      }),
      'a.json',
    ),
  'a HAR': () =>
    join(
      folderWith({
        'a.har': JSON.stringify({
          log: {
            entries: [
              {
                request: {
                  method: 'POST',
                  url: 'https://x.test/',
                  postData: {
                    text:
                      '{"model": "claude-sonnet-4-5", "tools": [{"name": "t", "description": "d", "input_schema": ' +
                      `${spaced}}], "messages": [{"role": "user", "content": "Hi"}]}`,
                  },
                },
              },
            ],
          },
        }),
      }),
      'a.har',
    ),
} as const;

describe.each(Object.entries(workspaces))('a schema from %s', (_, make) => {
  it.each([
    ['anthropic', 'claude-sonnet-4-5'],
    ['openai', 'gpt-5'],
    ['openai-responses', 'gpt-5'],
    ['gemini', 'gemini-2.5-pro'],
    ['bedrock', 'some-model'],
    ['markdown', 'gpt-5'],
    ['curl', 'gpt-5'],
  ])('is written as it was given by --format %s', async (format, model) => {
    const { out, err } = await strata('build', make(), '--format', format, '--model', model, ...pinned);
    expect(withoutSpace(out)).toContain(schema);
    expect(err).not.toContain('error');
  });

  it('survives a saved document', async () => {
    const folder = make();
    const saved = join(temporaryCopy(), 'saved.json');
    writeFileSync(saved, (await strata('build', folder, '--format', 'document', ...pinned)).out);
    expect(JSON.stringify(JSON.parse(readFileSync(saved, 'utf8')))).toContain(JSON.stringify(schema));
    const changed = join(temporaryCopy(), 'changed.json');
    writeFileSync(changed, readFileSync(saved, 'utf8').replaceAll('9223372036854775807', '9223372036854775806'));
    expect((await strata('diff', saved, changed, ...pinned)).out).toMatch(/^~ +tools\//m);
    expect((await strata('diff', saved, saved, ...pinned)).out).not.toMatch(/^~/m);
  });
});

describe('JSON in a prompt', () => {
  it('of persona-files is sorted by code point, each key once, and keeps its spelling', async () => {
    const parameters =
      '{"\u{1F600}": 1, "type": "x", "\uFF5E": {"b": 1.0, "a": [9223372036854775807, 1e400]}, "type": "object"}';
    const folder = folderWith({ 'IDENTITY.md': '', 'tools.json': `[{"name": "t", "parameters": ${parameters}}]` });
    const { out } = await strata('build', folder, '--set', 'nativeTools=false', ...pinned);
    const lines = [
      '{',
      '  "type": "object",',
      '  "\uFF5E": {',
      '    "a": [',
      '      9223372036854775807,',
      '      1e400',
      '    ],',
      '    "b": 1.0',
      '  },',
      '  "\u{1F600}": 1',
      '}',
    ];
    expect(out).toContain(`\`\`\`json\n${lines.join('\n')}\n\`\`\``);
  });

  it.each([
    [
      'json',
      '{"big": 9223372036854775807, "one": 1.0, "huge": 1e400, "on": true, "all": {"10": 1.0, "9": -0}}',
      '9223372036854775807 1.0 1e400 true {"10": 1.0, "9": -0}',
    ],
    [
      'yaml',
      'big: 9223372036854775807\none: 1.0\nhuge: 1e400\non: True\nall: 0x1F\n',
      '9223372036854775807 1.0 1e400 true 31',
    ],
  ])('of a declared layout stands as it is written in %s', async (kind, text, printed) => {
    const declared = {
      sources: { data: { kind: 'file', path: `data.${kind}`, read: kind } },
      messages: [
        {
          role: 'system',
          sections: [{ id: 's', template: '{{data.big}} {{data.one}} {{data.huge}} {{data.on}} {{data.all}}' }],
        },
      ],
    };
    const folder = folderWith({
      [`data.${kind}`]: text,
      'strata.json': JSON.stringify({ architecture: 'declared', declared }),
    });
    const { out, err } = await strata('build', folder, ...pinned);
    expect({ out, err }).toEqual({ out: printed, err: '' });
  });

  it('moves nothing but its keys when their order is tried', async () => {
    const folder = folderWith({
      'IDENTITY.md': '',
      'tools.json': '[{"name": "t", "description": "d", "parameters": {"maximum": 1.0}}]',
    });
    const { out } = await strata('volatile', folder, '--set', 'nativeTools=false', '--json', ...pinned);
    const { movers }: { movers: readonly unknown[] } = JSON.parse(out);
    expect(JSON.stringify(movers)).not.toContain('key-order');
  });
});

describe('a request for a count', () => {
  it.each(['anthropic', 'openai'] as const)('to %s has the schema as it was given', (provider) => {
    const document: PromptDocument = {
      irVersion: 2,
      architecture: 'x',
      variant: 'y',
      parameters: [],
      tools: [tool(nodeId('t'), 't', 'L0', [frame('d')], knownJson(schema))],
      messages: [],
      breakpoints: [],
      aside: [],
    };
    const analysis = analyze(document, findModel(provider === 'anthropic' ? 'claude-sonnet-4-5' : 'gpt-5'), encoding);
    for (const masked of [false, true])
      expect(countRequest(provider, document, analysis, masked).body).toContain(schema);
  });
});

describe('a saved document', () => {
  const saved = (inputSchema: unknown) => ({
    irVersion: 1,
    architecture: 'x',
    variant: 'y',
    tools: [{ type: 'tool', id: 't', name: 't', tier: 'L0', description: [], inputSchema }],
    messages: [],
    breakpoints: [],
    aside: [],
  });

  it('of a version in which schemas were objects is read', () => {
    expect(parseDocument(JSON.stringify(saved({ type: 'object' }))).document?.tools[0]?.inputSchema).toBe(
      '{"type":"object"}',
    );
  });

  it('of the first version is compared, and the command says what it lacks', async () => {
    const file = join(temporaryCopy(), 'first.json');
    writeFileSync(file, JSON.stringify(saved('{}')));
    const { code, out, err } = await strata('diff', file, file);
    expect({ code, out }).toEqual({ code: 0, out: 'The two are the same.\n' });
    expect(err).toBe(
      '- info saved-document it was saved by an earlier version of Strata, without the parameters of the request\n',
    );
  });

  it.each(['', '[]', '{', '{"a":01}', 7, null])('with the schema %j is refused', (schema) => {
    expect(parseDocument(JSON.stringify(saved(schema)))).toMatchObject({
      document: undefined,
      problem: expect.stringMatching(/^tools\.0\.inputSchema: /),
    });
  });
});
