import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { Folders } from '../../../electron/cli/mcp/folders';
import { promptServer } from '../../../electron/cli/mcp/server';
import {
  differedReportSchema,
  editCostReportSchema,
  explainReportSchema,
  lintReportSchema,
  sequenceReportSchema,
} from '../../../shared/ipc/written/bill-report';
import { pinned, strata, temporaryCopy } from '../../support/run-cli';

const examples = join(import.meta.dirname, '../../../build/examples');

/** A server of one folder, and the official client connected to it. The client checks answers by their schemas. */
async function clientOf(...folders: readonly string[]): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = promptServer(new Folders(folders), '0.0.0-test');
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  await client.listTools();
  return client;
}

const call = (client: Client, name: string, args: Record<string, unknown>) =>
  client.callTool({ name, arguments: args });

describe('strata mcp', () => {
  it('has four tools that only read', async () => {
    const { tools } = await (await clientOf(examples)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['inspect', 'lint', 'explain', 'edit_cost']);
    for (const { annotations, outputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(outputSchema?.type).toBe('object');
      expect(description).not.toBe('');
    }
  });

  it('inspects, lints and explains as the commands do', async () => {
    const client = await clientOf(examples);
    const inspected = await call(client, 'inspect', { path: 'layered' });
    expect(inspected.structuredContent).toMatchObject({ architecture: 'layered', model: { id: 'claude-sonnet-5-5' } });
    const linted = await call(client, 'lint', { path: join(examples, 'layered') });
    expect(lintReportSchema.parse(linted.structuredContent).architecture).toBe('layered');
    const explained = await call(client, 'explain', { path: 'requests/morning.requests.jsonl', number: 3 });
    expect(explained.structuredContent).toEqual(
      JSON.parse((await strata('explain', join(examples, 'requests/morning.requests.jsonl'), '3', '--json')).out),
    );
  });

  it('says what an edit costs, and leaves the file alone', async () => {
    const folder = temporaryCopy(join(examples, 'part-catalog'));
    const before = readFileSync(join(folder, 'CLAUDE.md'), 'utf8');
    const client = await clientOf(folder);
    const edit = async (args: object) => call(client, 'edit_cost', { path: '.', file: 'CLAUDE.md', ...args });
    const word = /\b[a-z]{8,}\b/.exec(before)?.[0] ?? '';
    const line = before.split('\n').find((each) => each.includes(word)) ?? '';
    const answer = editCostReportSchema.parse(
      (await edit({ before: line, after: 'Keep it short.' })).structuredContent,
    );
    expect(answer).toMatchObject({ file: 'CLAUDE.md', changes: true, first: { source: 'CLAUDE.md' } });
    expect(answer.cost ?? 0).toBeGreaterThan(answer.unchangedCost ?? NaN);
    expect(answer.lost?.high).toBeGreaterThan(0);
    expect((await edit({ text: before })).structuredContent).toMatchObject({ changes: false, first: null });
    expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toBe(before);
    for (const wrong of [{}, { text: 'a', before: 'b', after: 'c' }, { before: 'is not there', after: '' }])
      expect(await edit(wrong)).toMatchObject({ isError: true });
  });

  it('refuses what is outside its folders, also through links', async () => {
    const folder = temporaryCopy(join(examples, 'layered'));
    const other = temporaryCopy(join(examples, 'declared'));
    symlinkSync(other, join(folder, 'way-out'));
    mkdirSync(join(folder, 'empty'));
    writeFileSync(join(other, 'secret.txt'), 'not for you');
    const client = await clientOf(folder);
    for (const path of [other, '..', 'way-out', join(folder, '..'), '/etc', 'way-out/secret.txt', '\0', 'nowhere'])
      expect(await call(client, 'inspect', { path })).toMatchObject({ isError: true });
    expect(await call(client, 'inspect', { path: '.' })).not.toMatchObject({ isError: true });
  });

  it('opens a folder as the window does before anything is allowed, whatever its files ask for', async () => {
    const outside = temporaryCopy();
    const folder = join(outside, 'ws');
    mkdirSync(folder);
    const secret = 'OUTSIDE-5c1e';
    writeFileSync(join(outside, 'notes.md'), secret);
    writeFileSync(join(outside, 'AGENTS.md'), 'Above.');
    writeFileSync(join(folder, 'AGENTS.md'), 'Own.');
    writeFileSync(join(folder, 'opencode.json'), JSON.stringify({ instructions: ['../*.md', join(outside, '*.md')] }));
    writeFileSync(join(folder, 'strata.json'), JSON.stringify({ architecture: 'opencode' }));
    symlinkSync(join(outside, 'notes.md'), join(folder, 'CLAUDE.md'));
    const client = await clientOf(folder);
    for (const name of ['inspect', 'lint']) {
      const { content } = await call(client, name, { path: '.' });
      expect(JSON.stringify(content)).not.toContain(secret);
      expect(JSON.stringify(content)).toContain('untrusted');
    }
    const file = join(outside, 'notes.md');
    for (const named of [file, '../notes.md', 'CLAUDE.md', '/etc/hostname'])
      expect(await call(client, 'edit_cost', { path: '.', file: named, before: 'OUT', after: '' })).toMatchObject({
        isError: true,
      });
  });

  it('waits for no pipe and no device, and takes no text without end', async () => {
    const folder = temporaryCopy(join(examples, 'layered'));
    execFileSync('mkfifo', [join(folder, 'pipe'), join(folder, 'pipe.request.json')]);
    symlinkSync('/dev/zero', join(folder, 'zero.request.json'));
    const client = await clientOf(folder);
    for (const path of ['pipe', 'pipe.request.json', 'zero.request.json', '/dev/zero', '/proc/self/environ'])
      for (const name of ['inspect', 'explain'])
        expect(await call(client, name, { path }), `${name} ${path}`).toMatchObject({ isError: true });
    const long = { path: '.', file: 'x', text: 'x'.repeat(17 * 1024 * 1024) };
    expect(await call(client, 'edit_cost', long)).toMatchObject({ isError: true });
  });

  it('writes nothing', async () => {
    const folder = temporaryCopy(join(examples, 'layered'));
    const list = () => new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
    const before = list();
    const client = await clientOf(folder);
    for (const name of ['inspect', 'lint', 'explain']) await call(client, name, { path: '.' });
    expect(list()).toEqual(before);
  });

  it('is wrong usage without a folder', async () => {
    expect(await strata('mcp')).toMatchObject({ code: 2 });
    expect(await strata('mcp', join(examples, 'nowhere'))).toMatchObject({ code: 2 });
  });
});

describe('the published schemas', () => {
  it.each([
    ['sequence-report', sequenceReportSchema],
    ['explain-report', explainReportSchema],
    ['lint-report', lintReportSchema],
    ['edit-cost-report', editCostReportSchema],
    ['differed-report', differedReportSchema],
  ])('%s is up to date', (name, schema) => {
    const path = join(import.meta.dirname, `../../../build/schemas/${name}.schema.json`);
    const current = `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`;
    if (process.env['UPDATE'] === '1') writeFileSync(path, current);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
  });

  it('describe what sequence prints', async () => {
    for (const file of ['morning.requests.jsonl', 'session.har', 'gemini.request.json', 'bedrock.request.json']) {
      const { out } = await strata('sequence', join(examples, 'requests', file), '--json', ...pinned);
      expect(sequenceReportSchema.safeParse(JSON.parse(out)).error).toBeUndefined();
    }
  });

  it('describe what differed in a log', async () => {
    const { out } = await strata('volatile', join(examples, 'requests/morning.requests.jsonl'), '--json', ...pinned);
    const { differed } = differedReportSchema.parse(JSON.parse(out));
    expect(differed).toMatchObject([{ kind: 'number', name: 'system/HouseRules', requests: [3], before: '6' }]);
  });
});
