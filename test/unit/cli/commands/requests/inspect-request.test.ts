import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema, type Report } from '../../../../../shared/ipc/written/report-schema';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

async function inspected(body: unknown): Promise<Report> {
  const file = join(temporaryCopy(), 'anything.txt');
  writeFileSync(file, JSON.stringify(body));
  const { code, out } = await strata('inspect', file, '--json', ...pinned);
  expect(code).toBe(0);
  return reportSchema.parse(JSON.parse(out));
}

const schema = { type: 'object' };

describe('strata inspect --json of a request', () => {
  it('names every tool, those inside a group and inside the input too', async () => {
    const report = await inspected({
      model: 'gpt-5.6',
      input: [
        {
          type: 'additional_tools',
          role: 'developer',
          tools: [
            { type: 'namespace', name: 'functions', tools: [{ type: 'custom', name: 'exec', description: 'Runs.' }] },
          ],
        },
        { role: 'user', content: 'Hi' },
      ],
      tools: [
        { type: 'function', name: 'read', parameters: schema },
        {
          type: 'namespace',
          name: 'mcp__demo',
          description: 'Demo.',
          tools: [
            { type: 'function', name: 'one', description: 'One.', parameters: schema },
            { type: 'function', name: 'two', description: 'Two.', parameters: schema },
          ],
        },
        { type: 'web_search' },
      ],
    });
    expect(report.tools.map(({ name, depth, kind }) => [name, depth, kind])).toEqual([
      ['read', 0, undefined],
      ['mcp__demo', 0, 'namespace'],
      ['one', 1, undefined],
      ['two', 1, undefined],
      ['web_search', 0, 'web_search'],
      ['functions', 0, 'namespace'],
      ['exec', 1, 'custom'],
    ]);
    const own = report.tools.map(({ tokens }) => tokens?.tokens ?? 0);
    expect(own.every((tokens) => tokens > 0)).toBe(true);
    expect(report.sent).toEqual({
      form: 'openai-responses',
      model: 'gpt-5.6',
      provider: null,
      at: null,
      address: null,
    });
  });

  it('names every block, those inside a result too, and every parameter as it was sent', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };
    const report = await inspected({
      model: 'claude-sonnet-4-5',
      max_tokens: 10,
      thinking: { type: 'adaptive' },
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Look' }, image] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 's' },
            { type: 'tool_use', id: 't', name: 'read', input: { path: 'a' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'A' }, image] },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'D' }, title: 'Notes' },
            { type: 'hologram', x: 1 },
          ],
        },
      ],
    });
    expect(report.sections.map(({ id, type, name, block }) => [id, type, name, block?.kind, block?.type])).toEqual([
      ['messages/0', 'message', 'history', undefined, undefined],
      ['messages/0/block-0', 'section', 'text', 'text', 'text'],
      ['messages/0/block-1', 'image', 'image/png', undefined, undefined],
      ['messages/1', 'message', 'history', undefined, undefined],
      ['messages/1/block-0', 'section', 'thinking', 'thinking', 'thinking'],
      ['messages/1/block-1', 'section', 'read', 'tool-call', 'tool_use'],
      ['messages/2', 'message', 'prompt', undefined, undefined],
      ['messages/2/block-0', 'section', 'result', 'tool-result', 'tool_result'],
      ['messages/2/block-0/block-0', 'section', 'text', 'text', 'text'],
      ['messages/2/block-0/block-1', 'image', 'image/png', undefined, undefined],
      ['messages/2/block-1', 'section', 'Notes', 'document', 'document'],
      ['messages/2/block-2', 'section', 'hologram', 'opaque', 'hologram'],
    ]);
    expect(report.parameters).toEqual([
      { name: 'model', value: '"claude-sonnet-4-5"' },
      { name: 'max_tokens', value: '10' },
      { name: 'thinking', value: '{"type":"adaptive"}' },
    ]);
  });
});

it('says which request of several is shown, and how to see the others', async () => {
  const morning = join(import.meta.dirname, '../../../../../build/examples/requests/morning.requests.jsonl');
  const note = (number: number) =>
    `Request ${number} of 3; --set index=N shows another, \`strata sequence\` all of them.\n`;
  expect((await strata('inspect', morning)).out.endsWith(note(1))).toBe(true);
  expect((await strata('inspect', morning, '--set', 'index=2')).out.endsWith(note(2))).toBe(true);
});
