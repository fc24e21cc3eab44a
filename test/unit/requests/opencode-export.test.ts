/** What `opencode export` prints, in its shape; the words in it are ours. */
import { expect, it } from 'vitest';
import { parseUsage } from '../../../shared/cache/usage/usage';
import { sourceId } from '../../../shared/document/builders';
import { checkDocument } from '../../../shared/document/check';
import { nodeText } from '../../../shared/document/walk';
import { readRequests } from '../../../shared/requests/requests';

const info = { id: 'ses_1', slug: 's', projectID: 'global', directory: '/w', title: 't', version: '1.18.33' };
const user = (text: string, ...more: readonly object[]): object => ({
  info: { role: 'user', time: { created: 1 }, id: 'msg_u' },
  parts: [{ type: 'text', text }, ...more],
});
const assistant = (created: number, read: number, ...parts: readonly object[]): object => ({
  info: {
    role: 'assistant',
    modelID: 'claude-sonnet-4-5',
    time: { created },
    tokens: { input: 3, output: 2, cache: { read, write: 7 } },
    id: `msg_${created}`,
  },
  parts: [{ type: 'step-start' }, ...parts, { type: 'step-finish', tokens: {} }],
});
const call = (state: object): object => ({ type: 'tool', tool: 'read', callID: 'c1', state });
const done = { status: 'completed', input: { filePath: 'a' }, output: 'the text' };
const failed = { status: 'error', input: { filePath: 'b' }, error: 'no such file' };

const opened = (value: unknown) => {
  const text = JSON.stringify(value, null, 2);
  const source = { id: sourceId('export.json'), path: '/w/export.json', as: 'log', text };
  const read = readRequests(source);
  for (const { document } of read.requests) expect(checkDocument(document, new Map([[source.id, text]]))).toEqual([]);
  return read;
};

it('gives one request for each message of the assistant, with usage, time and what is not recorded', () => {
  const { requests, findings } = opened({
    info,
    messages: [
      user('Do it.', { type: 'text', text: 'not sent', ignored: true }),
      assistant(1_794_997_272_584, 0, { type: 'reasoning', text: 'Hm.' }, call(done), call(failed)),
      assistant(1_794_997_276_744, 40, { type: 'text', text: 'Done.' }),
      user('More?'),
      assistant(1_794_997_286_744, 50, { type: 'text', text: 'No.' }),
    ],
  });
  expect(requests.map(({ document }) => document.messages.map((each) => [each.role, nodeText(each)]))).toEqual([
    [['user', 'Do it.']],
    [
      ['user', 'Do it.'],
      ['assistant', 'Hm.read {"filePath":"a"}read {"filePath":"b"}'],
      ['user', 'the textno such file'],
    ],
    [
      ['user', 'Do it.'],
      ['assistant', 'Hm.read {"filePath":"a"}read {"filePath":"b"}'],
      ['user', 'the textno such file'],
      ['assistant', 'Done.'],
      ['user', 'More?'],
    ],
  ]);
  expect(requests.map(({ at }) => at)).toEqual([
    '2026-11-18T10:21:12.584Z',
    '2026-11-18T10:21:16.744Z',
    '2026-11-18T10:21:26.744Z',
  ]);
  const usage = requests.map(({ response }) => parseUsage(JSON.stringify(response)).usage);
  expect(usage.map((each) => [each?.read, each?.written, each?.uncached, each?.output])).toEqual([
    [0, 7, 3, 2],
    [40, 7, 3, 2],
    [50, 7, 3, 2],
  ]);
  expect(requests[0]?.document.aside.map(({ name }) => name)).toEqual([
    'System prompt',
    'Tools',
    'Parameters and cache breakpoints',
  ]);
  expect(findings.map(({ ruleId }) => ruleId)).toContain('request-rebuilt');
});

it('goes on from a summary', () => {
  const summary = { info: { role: 'assistant', summary: true, modelID: 'm', id: 'msg_s' }, parts: [] };
  const { requests } = opened({
    info,
    messages: [
      user('Long ago.'),
      assistant(1, 0, { type: 'text', text: 'Yes.' }),
      user('Sum up.'),
      { ...summary, parts: [{ type: 'text', text: 'It was long.' }] },
      user('Now?'),
      assistant(9, 0, { type: 'text', text: 'Now.' }),
    ],
  });
  expect(requests.at(-1)?.document.messages.map(nodeText)).toEqual(['Sum up.', 'It was long.', 'Now?']);
});
