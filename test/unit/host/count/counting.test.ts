import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { analyze } from '../../../../shared/analysis/count/analyze';
import { fileModelId, findModel, withTokenizer } from '../../../../shared/analysis/models';
import { frame, message, nodeId, omitted } from '../../../../shared/document/builders';
import { writeJson } from '../../../../shared/document/json-text';
import type { PromptDocument } from '../../../../shared/document/types';
import { readTokenizerFile } from '../../../../shared/tokenizers/file/file-encoding';
import { loadEncoding } from '../../../../shared/tokenizers/load';
import { createCounter, type CounterOptions } from '../../../../electron/host/count/counting';
import { CountingThread } from '../../../../electron/host/count/counting-thread';
import { PathGuard } from '../../../../electron/host/disk/access/allowed-path';
import { findTokenizer } from '../../../../electron/host/count/tokenizer-file';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { createSession } from '../../../../electron/host/session';
import {
  byteLevelTokenizer,
  bytesOnly,
  inOrder,
  split,
  unigramTokenizer,
  wordTokenizer,
} from '../../../support/tokenizers/tokenizer-files';
import { temporaryFolder, writeFiles } from '../../../support/host/temporary';
import { sampleDocument } from '../../../support/sample-document';

const example = { 'agents/a/agent.json': JSON.stringify({ name: 'A', trust: 'sandbox', identity: 'hello world' }) };

function documentOf(...texts: readonly string[]): PromptDocument {
  const messages = texts.map((text, index) =>
    message(nodeId('message', String(index)), 'user', 'L0', 'block', [frame(text)]),
  );
  return sampleDocument({
    messages,
  });
}

function counter(options: Partial<CounterOptions> = {}) {
  const made = createCounter({ boundary: nodeFiles, ...options });
  onTestFinished(() => made.close());
  return made;
}

const long = 'The pilot came aboard at dawn, 你好. '.repeat(4000);

describe('counting', () => {
  it('is the same in the worker as inline, and continues inline from there', async () => {
    const encoding = await loadEncoding('o200k_base');
    const counts = counter({ coldFrom: 1000 });
    for (const modelId of ['claude-sonnet-4-5', 'gpt-5']) {
      for (const texts of [
        [long, 'short'],
        [`${long}!`, 'short'],
        [`${long.slice(0, 50)}x${long.slice(50)}`, long],
      ] as const) {
        const document = documentOf(...texts);
        expect((await counts.count(document, modelId))?.analysis).toEqual(
          analyze(document, findModel(modelId), encoding),
        );
      }
    }
  });

  it('has its worker before there is something to count, and none when closed', async () => {
    const thread = new CountingThread();
    thread.start();
    expect(thread.isRunning).toBe(true);
    expect(await thread.encode({ vocabulary: 'o200k_base', key: 'key', text: long })).toMatchObject({
      kind: 'counted',
    });
    await thread.close();
    expect(thread.isRunning).toBe(false);
  });

  it('that is superseded gives up and loses nothing that was counted', async () => {
    const encoding = await loadEncoding('o200k_base');
    const counts = counter({ coldFrom: 1000 });
    const huge = documentOf(long.repeat(20));
    await counts.count(documentOf(long), 'gpt-5');
    const first = counts.count(huge, 'gpt-5');
    await new Promise((resolve) => setImmediate(resolve));
    counts.supersede();
    await first;
    expect((await counts.count(huge, 'gpt-5'))?.analysis).toEqual(analyze(huge, findModel('gpt-5'), encoding));
  });

  it('that is closed in the middle ends', async () => {
    const counts = createCounter({ boundary: nodeFiles, coldFrom: 1000 });
    const counting = counts.count(documentOf(long.repeat(50)), 'gpt-5');
    await new Promise((resolve) => setImmediate(resolve));
    await counts.close();
    expect(await counting).toBeUndefined();
  });
});

describe('counting with a tokenizer.json', () => {
  function ownTokenizer(json: unknown) {
    const folder = temporaryFolder();
    writeFiles(folder, { '.strata/tokenizer.json': JSON.stringify(json) });
    const guard = new PathGuard(nodeFiles, folder, () => false);
    const file = findTokenizer(folder, undefined, (path) => guard.pass(path));
    if (file === undefined) throw new Error('not found');
    return file;
  }

  async function expected(document: PromptDocument, json: unknown) {
    const read = await readTokenizerFile('.strata/tokenizer.json', JSON.stringify(json));
    if (!read.ok) throw new Error(read.problem);
    return analyze(document, withTokenizer(findModel('llama-9'), '.strata/tokenizer.json'), read.encoding);
  }

  it.each([
    ['can be cut', byteLevelTokenizer()],
    ['cannot be cut', wordTokenizer()],
  ])('whose texts %s counts only changed messages, in the worker, as it would inline', async (_, json) => {
    const file = ownTokenizer(json);
    const encode = vi.spyOn(CountingThread.prototype, 'encode');
    onTestFinished(() => encode.mockRestore());
    const counts = counter();
    const sent: (string | undefined)[][] = [];
    for (const texts of [
      [long, 'short'],
      [`${long}!`, 'short'],
      [`${long}!`, 'short'],
      [`${long.slice(0, 50)}x${long.slice(50)}`, long],
    ] as const) {
      const document = documentOf(...texts);
      expect((await counts.count(document, 'llama-9', file))?.analysis).toEqual(await expected(document, json));
      sent.push(encode.mock.calls.map(([{ key }]) => key));
      encode.mockClear();
    }
    const [first, second] = ['0', '1'].map((index) => nodeId('message', index));
    expect(sent).toEqual([[first, second, undefined], [first], [], [first, second]]);
  });

  it('counts tools and what was left out as well, also beside', async () => {
    const json = byteLevelTokenizer();
    const file = ownTokenizer(json);
    const would = [frame('hello world')];
    const left = omitted(nodeId('left'), 'Left', 'L0', { reason: 'condition-false', condition: 'left' }, would);
    const base = documentOf('hello');
    const document: PromptDocument = {
      ...base,
      tools: [
        {
          type: 'tool',
          id: nodeId('tool', 'a'),
          name: 'a',
          tier: 'L0',
          description: [frame('hello')],
          inputSchema: writeJson({}),
        },
      ],
      messages: [message(nodeId('message', '0'), 'user', 'L0', 'block', [frame('hello'), left])],
      aside: [{ ...left, id: nodeId('aside') }],
    };
    const counts = counter();
    const inline = await expected(document, json);
    expect((await counts.count(document, 'llama-9', file))?.analysis).toEqual(inline);
    expect(await counts.aside(document, 'llama-9', file)).toEqual(inline);
    expect(
      (await counts.count({ ...document, tools: [], aside: [] }, 'llama-9', file))?.analysis.tokens[left.id]?.tokens,
    ).toBe(7);
  });

  it('stays with a document that is corrected or counted for another model meanwhile', async () => {
    const json = byteLevelTokenizer();
    const file = ownTokenizer(json);
    const document = documentOf(long);
    const counts = counter();
    for (const modelId of ['llama-9', 'gpt-5', 'llama-9', 'llama-10', 'llama-9'])
      expect((await counts.count(document, modelId, file))?.analysis.model.id).toBe(modelId);
    expect((await counts.count(document, 'llama-9', file))?.analysis).toEqual(await expected(document, json));
  });

  it('is sent to the worker once', async () => {
    const thread = new CountingThread();
    onTestFinished(() => thread.close());
    const [id, text] = ['tokenizer.json', long];
    await expect(thread.encode({ vocabulary: { id, stamp: 'one' }, text })).rejects.toThrow('was not sent');
    expect(thread.has('two')).toBe(false);
    const first = await thread.encode({
      vocabulary: { id, stamp: 'two', json: new TextEncoder().encode(JSON.stringify(byteLevelTokenizer())) },
      text,
    });
    expect(first).toMatchObject({ kind: 'counted' });
    expect(thread.has('two')).toBe(true);
    expect(await thread.encode({ vocabulary: { id, stamp: 'two' }, text })).toEqual(first);
  });

  it('stops superseded counts, but not those counted aside', async () => {
    const thread = new CountingThread();
    onTestFinished(() => thread.close());
    const vocabulary = {
      id: 'tokenizer.json',
      stamp: 'one',
      json: new TextEncoder().encode(JSON.stringify(wordTokenizer())),
    };
    const ask = (text: string, isAside: boolean) => thread.encode({ vocabulary, key: 'key', text, isAside });
    const [, ...later] = [ask(long, false), ask(`${long}1`, false), ask(`${long}2`, true), ask(`${long}3`, false)];
    thread.supersede();
    expect((await Promise.all(later)).map(({ kind }) => kind)).toEqual(['stopped', 'counted', 'stopped']);
  });

  it('is given up, with a finding, when a pattern of it takes for ever; what others wait for is counted', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      '.strata/tokenizer.json': JSON.stringify({
        ...byteLevelTokenizer(),
        pre_tokenizer: inOrder(split('(a+)+$'), bytesOnly),
      }),
    });
    const guard = new PathGuard(nodeFiles, folder, () => false);
    const file = findTokenizer(folder, undefined, (path) => guard.pass(path));
    const counts = counter({ coldFrom: 1000, patienceFor: () => 1000 });
    const document = documentOf(`${'a'.repeat(100)}b`);
    const [own, other] = await Promise.all([
      counts.count(document, fileModelId, file),
      counts.aside(documentOf(long), 'gpt-5'),
    ]);
    expect(own?.findings).toMatchObject([
      { ruleId: 'tokenizer-file', message: expect.stringContaining('take too long') },
    ]);
    expect(other.total.tokens).toBeGreaterThan(1000);
    // It is not tried again before the file changes.
    expect((await counts.count(document, fileModelId, file))?.findings).toHaveLength(1);
  });

  it('that is closed counts no more', async () => {
    const counts = createCounter({ boundary: nodeFiles });
    const file = ownTokenizer(byteLevelTokenizer());
    await counts.close();
    expect(await counts.count(documentOf('hello'), 'llama-9', file)).toBeUndefined();
    expect((await counts.aside(documentOf('hello'), 'llama-9', file)).total.method).toBe('estimated');
  });

  it.each([
    ['a run of letters', byteLevelTokenizer(), 'a'.repeat(1_600_000)],
    ['a text that cannot be cut', unigramTokenizer(), 'a b '.repeat(20_000)],
  ])('estimates and says so when %s is too long for it', async (_, json, text) => {
    const counted = await counter().count(documentOf(text), 'llama-9', ownTokenizer(json));
    expect(counted?.findings.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([
      ['tokenizer-file', 'warning'],
    ]);
    expect(counted?.analysis.total.method).toBe('estimated');
  });
});

describe('a workspace with a tokenizer', () => {
  async function inspect(files: Readonly<Record<string, string>>, model?: string) {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const session = createSession({ watch: false });
    onTestFinished(() => session.close());
    return session.open(folder, model === undefined ? {} : { model });
  }
  const json = JSON.stringify(byteLevelTokenizer());

  it('is counted by it, exactly, when no model is named', async () => {
    const { analysis, modelId, findings } = await inspect({ ...example, '.strata/tokenizer.json': json });
    expect(modelId).toBe('tokenizer.json');
    const [identity] = Object.entries(analysis.tokens).filter(([id]) => id.endsWith('Identity'));
    expect(identity?.[1]).toMatchObject({ method: 'exact', encoding: '.strata/tokenizer.json' });
    expect(findings.filter(({ ruleId }) => ruleId === 'tokenizer-file' || ruleId === 'unknown-model')).toEqual([]);
  });

  it('is counted by the file its manifest names, for a model nobody else knows', async () => {
    const { analysis, findings } = await inspect({
      ...example,
      'vocab/my.json': json,
      'strata.json': '{"tokenizer": "vocab/my.json", "model": "llama-9"}',
    });
    expect(analysis.tokens).not.toEqual({});
    expect(Object.values(analysis.tokens)[0]).toMatchObject({ method: 'exact', encoding: 'vocab/my.json' });
    expect(findings.filter(({ ruleId }) => ruleId === 'unknown-model' || ruleId === 'manifest')).toEqual([]);
  });

  it('does not count a listed model by it', async () => {
    const { analysis } = await inspect({ ...example, '.strata/tokenizer.json': json }, 'gpt-5');
    expect(Object.values(analysis.tokens)[0]).toMatchObject({ method: 'exact', encoding: 'o200k_base' });
  });

  it.each([
    ['a broken file', { '.strata/tokenizer.json': '{ "model": ' }],
    ['another JSON', { '.strata/tokenizer.json': '{"hello": 1}' }],
    ['a file that is not there', { 'strata.json': '{"tokenizer": "gone.json"}' }],
    ['a file outside', { 'strata.json': '{"tokenizer": "../../etc/passwd"}' }],
    ['no file', { 'strata.json': '{"model": "tokenizer.json"}' }],
  ])('estimates and says so with %s', async (_, files) => {
    const { analysis, findings } = await inspect({ ...example, ...files });
    expect(findings.map(({ ruleId, severity }) => [ruleId, severity])).toContainEqual(['tokenizer-file', 'warning']);
    expect(analysis.total.method).toBe('estimated');
    expect(analysis.total.tokens).toBeGreaterThan(0);
  });
});
