/** Requests in the shapes that real agents send; the words in them are ours. */
import { describe, expect, it } from 'vitest';
import { firstDivergence } from '../../../shared/analysis/compare/divergence';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import { requestOf } from '../../../shared/cache/simulate/blocks';
import { checkDocument } from '../../../shared/document/check';
import { withoutSpace } from '../../../shared/document/json-text';
import { allTools } from '../../../shared/document/tool-text';
import type { PromptDocument } from '../../../shared/document/types';
import { nodeText, visit } from '../../../shared/document/walk';
import { exportDocument } from '../../../shared/exporters';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { openBody } from '../../support/request-bodies';

const encoding = await loadEncoding('o200k_base');
const schema = {
  type: 'object',
  properties: { path: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
};

function opened(body: unknown, address?: string): PromptDocument {
  const text = JSON.stringify(body);
  const read = openBody(text, address);
  if (read === undefined) throw new Error('not read');
  const { document } = read;
  expect(checkDocument(document, read.sources)).toEqual([]);
  expect(read.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(exportDocument(document, 'sent').body).toBe(text);
  const form = document.sent?.form ?? 'messages';
  expect(withoutSpace(exportDocument(document, form === 'messages' ? 'sent' : form).body)).toBe(text);
  return document;
}

const names = (document: PromptDocument): readonly string[] => allTools(document.tools).map(({ name }) => name);
const said = (document: PromptDocument): readonly (readonly [string, string])[] =>
  document.messages.map((message) => [message.role, nodeText(message)] as const);
const hashes = (document: PromptDocument): readonly string[] =>
  requestOf(document, analyze(document, findModel('gpt-5'), encoding)).blocks.map(({ hash }) => hash);

const codexMessage = (id: string, role: string, ...texts: readonly string[]) => ({
  type: 'message',
  id: `msg_${id}`,
  role,
  content: texts.map((text) => ({ type: 'input_text', text })),
});
const codexFrame = {
  tool_choice: 'auto',
  store: false,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: 'S',
};
const execTool = { type: 'function', name: 'exec_command', description: 'Runs.', strict: false, parameters: schema };
const patchTool = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Changes files.',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
};

describe('Codex', () => {
  it('with tools of every shape', () => {
    const document = opened({
      model: 'gpt-5.5',
      stream: true,
      input: [
        codexMessage('0', 'developer', 'Base text.'),
        codexMessage(
          '1',
          'developer',
          '<skills_instructions>\n## Skills\n</skills_instructions>',
          '<permissions instructions>\nx',
        ),
        codexMessage(
          '2',
          'user',
          '# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>',
          '<environment_context>\n</environment_context>',
        ),
        codexMessage('3', 'user', 'Say ok'),
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
        { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'exec_command', arguments: '{"cmd":"echo hi"}' },
        { type: 'function_call_output', id: 'fco_1', call_id: 'c1', output: 'hi' },
        { type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch', input: '*** Begin Patch' },
        { type: 'custom_tool_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'done' }] },
      ],
      tools: [
        execTool,
        patchTool,
        {
          type: 'namespace',
          name: 'mcp__demo',
          description: 'Demo.',
          tools: [execTool, { ...execTool, name: 'view_image' }],
        },
        { type: 'tool_search', execution: 'client', description: 'Finds.', parameters: schema },
        { type: 'web_search', external_web_access: false, search_content_types: ['text'] },
      ],
      parallel_tool_calls: true,
      reasoning: { effort: 'high' },
      ...codexFrame,
      text: { verbosity: 'low' },
      client_metadata: { session_id: 'S' },
    });
    expect(names(document)).toEqual([
      'exec_command',
      'apply_patch',
      'mcp__demo',
      'exec_command',
      'view_image',
      'tool_search',
      'web_search',
    ]);
    expect(said(document).slice(4)).toEqual([
      ['assistant', ''],
      ['assistant', 'exec_command {"cmd":"echo hi"}'],
      ['tool', 'hi'],
      ['assistant', 'apply_patch *** Begin Patch'],
      ['tool', 'done'],
    ]);
    expect(document.sent).toMatchObject({ form: 'openai-responses', model: 'gpt-5.5', provider: null });
  });

  it('with tools inside the input', () => {
    const document = opened(
      {
        model: 'gpt-5.6-sol',
        stream: true,
        input: [
          {
            type: 'additional_tools',
            id: 'at_1',
            role: 'developer',
            tools: [
              {
                type: 'namespace',
                name: 'functions',
                description: '',
                tools: [
                  { ...patchTool, name: 'exec' },
                  { ...execTool, name: 'wait' },
                ],
              },
              {
                type: 'namespace',
                name: 'collaboration',
                description: 'Others.',
                tools: [{ ...execTool, name: 'spawn' }],
              },
            ],
          },
          codexMessage('1', 'developer', 'Base text.'),
          codexMessage('2', 'user', 'Say ok'),
        ],
        parallel_tool_calls: false,
        reasoning: { effort: 'high', context: 'all_turns' },
        ...codexFrame,
      },
      'https://api.openai.com/v1/responses',
    );
    expect(names(document)).toEqual(['functions', 'exec', 'wait', 'collaboration', 'spawn']);
    expect(document.sent?.provider).toBe('openai');
    expect(hashes(document)).toHaveLength(4);
  });
});

describe('opencode', () => {
  const ephemeral = { cache_control: { type: 'ephemeral' } };
  const tools = ['edit', 'read'].map((name) => ({
    name,
    description: 'Does.',
    input_schema: schema,
    eager_input_streaming: true,
  }));
  /** Each turn marks the last block of its last two messages, and no other. */
  const turn = (count: number) => {
    const all = Array.from({ length: count }, (_, index) =>
      index % 2 === 0
        ? { role: 'user', content: [{ type: 'text', text: `"Ask ${index}"` }] }
        : {
            role: 'assistant',
            content: [
              { type: 'text', text: 'I look.' },
              { type: 'tool_use', id: `t${index}`, name: 'read', input: { filePath: 'a.ts' } },
            ],
          },
    );
    const messages = all.map(({ role, content }, index) => ({
      role,
      content: content.map((block, at) =>
        index >= count - 2 && at === content.length - 1 ? { ...block, ...ephemeral } : block,
      ),
    }));
    return {
      model: 'claude-sonnet-4-5',
      max_tokens: 32_000,
      system: [{ type: 'text', text: 'You are helpful.', ...ephemeral }],
      messages,
      tools,
      tool_choice: { type: 'auto' },
      stream: true,
    };
  };

  it('sends the same blocks again while its markers move', () => {
    const turns = [1, 3, 5, 7].map((count) => opened(turn(count)));
    for (const [index, next] of turns.slice(1).entries()) {
      const before = turns[index];
      if (before === undefined) throw new Error('no turn');
      const [was, now] = [hashes(before), hashes(next)];
      expect(now.slice(0, was.length)).toEqual(was);
      expect(firstDivergence(before, next)?.message).toBe(`messages/${before.messages.length}`);
      expect(next.breakpoints).toHaveLength(3);
    }
  });
});

it('Gemini CLI', () => {
  const document = opened(
    {
      contents: [
        { role: 'user', parts: [{ text: '<session_context>\nToday.\n</session_context>' }, { text: 'Say ok' }] },
        {
          role: 'model',
          parts: [
            { functionCall: { id: 'c1', args: { file_path: 'a' }, name: 'read_file' }, thoughtSignature: 'skip' },
          ],
        },
        { role: 'user', parts: [{ functionResponse: { name: 'read_file', response: { output: 'A' }, id: 'c1' } }] },
      ],
      systemInstruction: {
        parts: [{ text: 'You are helpful.\n<loaded_context>\nx\n</loaded_context>' }],
        role: 'user',
      },
      tools: [
        {
          functionDeclarations: ['read_file', 'mcp_demo_x'].map((name) => ({
            name,
            description: 'Does.',
            parametersJsonSchema: schema,
          })),
        },
      ],
      generationConfig: { temperature: 1, topP: 0.95, topK: 64, thinkingConfig: { includeThoughts: true } },
    },
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse&key=x',
  );
  expect(document.sent).toMatchObject({ model: 'gemini-2.5-pro', provider: 'gemini' });
  expect(document.sent?.address).not.toContain('key');
  expect(names(document)).toEqual(['read_file', 'mcp_demo_x']);
  expect(said(document)[2]).toEqual(['assistant', 'read_file {"file_path":"a"}']);
});

it('pi', () => {
  const ephemeral = { cache_control: { type: 'ephemeral' } };
  const document = opened({
    model: 'claude-sonnet-4-5',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', ...ephemeral }] }],
    max_tokens: 21_333,
    stream: true,
    system: [{ type: 'text', text: '# Project Context\n\n## /p/AGENTS.md\n\nx\n', ...ephemeral }],
    tools: [
      { name: 'read', description: 'Reads.', input_schema: schema },
      { name: 'bash', description: 'Runs.', input_schema: schema, ...ephemeral },
    ],
    thinking: { type: 'enabled', budget_tokens: 1024 },
  });
  expect(document.breakpoints.map(({ after }) => after)).toEqual(['tools/1', 'system', 'messages/1']);
});

it('Claude Code', () => {
  const ephemeral = { cache_control: { type: 'ephemeral', ttl: '1h' } };
  const document = opened({
    model: 'claude-opus-4-5',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: '<system-reminder>\nProject rules.\n</system-reminder>\n' },
          { type: 'text', text: 'Say ok' },
        ],
      },
      { role: 'system', content: [{ type: 'text', text: 'The date is another.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '', signature: 'c2ln' },
          { type: 'text', text: 'Ok.' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'More', ...ephemeral }] },
    ],
    system: [
      { type: 'text', text: 'x-billing: 1' },
      { type: 'text', text: 'You are an agent.', ...ephemeral },
      { type: 'text', text: '# Tone\nShort.', ...ephemeral },
    ],
    tools: Array.from({ length: 24 }, (_, index) => ({
      name: `Tool${index}`,
      description: 'Does.',
      input_schema: schema,
    })),
    betas: ['one'],
    metadata: { user_id: '{"session_id":"S"}' },
    max_tokens: 32_000,
    thinking: { type: 'adaptive' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    output_config: { effort: 'high' },
    stream: true,
  });
  expect(said(document).map(([role]) => role)).toEqual(['system', 'user', 'system', 'assistant', 'user']);
  expect(hashes(document)).toHaveLength(24 + 3 + 2 + 1 + 2 + 1);
  const sections: string[] = [];
  visit(document, (node) => node.type === 'section' && sections.push(node.name));
  expect(sections).toContain('system-reminder');
  expect(document.breakpoints.map(({ after, ttl }) => [after, ttl])).toEqual([
    ['system/block-1', '1h'],
    ['system', '1h'],
    ['messages/4', '1h'],
  ]);
});
