import { symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { sequenceOfSession } from '../../../../electron/host/analyses/sequence';
import { readRequestFolder } from '../../../../electron/host/read/requests/request-folder';
import { createSession, type Session } from '../../../../electron/host/session';
import { nodeText } from '../../../../shared/document/walk';
import { temporaryWorkspace } from '../../../support/host/temporary';

const sessions: Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

const turns = ['One.', 'Two.', 'Three.'];

function body(upTo: number): string {
  const messages = turns
    .slice(0, upTo)
    .flatMap((text, at) => [
      { role: 'user', content: [{ type: 'text', text }] },
      ...(at === upTo - 1 ? [] : [{ role: 'assistant', content: [{ type: 'text', text: `Answer ${at}.` }] }]),
    ]);
  return JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, system: 'Be kind.', messages });
}

function stream(read: number): string {
  const usage = { input_tokens: 3, cache_read_input_tokens: read, output_tokens: 1 };
  const start = { type: 'message_start', message: { type: 'message', role: 'assistant', content: [], usage } };
  return `event: message_start\ndata: ${JSON.stringify(start)}\n\n`;
}

function captured(): Record<string, string> {
  return {
    'session.json': JSON.stringify({ version: 1, id: 'abcd', agent: 'pi', startedAt: '2026-01-01T00:00:00.000Z' }),
    ...Object.fromEntries(
      turns.flatMap((_, at) => {
        const stem = `000${at + 1}`;
        const about = { at: `2026-01-01T00:00:0${at}.000Z`, method: 'POST', address: 'https://x.example/v1/messages' };
        return [
          [`${stem}.request.json`, body(at + 1)],
          [`${stem}.response.sse`, stream(at * 100)],
          [`${stem}.exchange.json`, JSON.stringify(about)],
        ];
      }),
    ),
  };
}

async function opened(path: string, index?: number) {
  const session = createSession({ watch: false });
  sessions.push(session);
  const inspection = await session.open(path, index === undefined ? {} : { settings: { index } });
  return { session, inspection };
}

describe('a folder of captured exchanges', () => {
  it('opens as one sequence, with the usage of each stream and the time of each request', async () => {
    const { workspace } = temporaryWorkspace(captured());
    const { session, inspection } = await opened(workspace);
    expect(inspection).toMatchObject({ architecture: 'request', usable: true });
    expect(inspection.controls).toMatchObject([
      { name: 'file', value: '', choices: [{ value: '', label: 'All files (3 requests)' }, {}, {}, {}] },
      { name: 'index', choices: [{ label: '1 0001' }, { label: '2 0002' }, { label: '3 0003' }] },
    ]);
    const { steps, findings } = await sequenceOfSession(session, inspection);
    expect(steps.map(({ label, reported }) => [label, reported?.read])).toEqual([
      ['0001', 0],
      ['0002', 100],
      ['0003', 200],
    ]);
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('predicts by the time at which each response began', async () => {
    const long = 'Be kind to ferns, figs and each other. '.repeat(400);
    const marker = { type: 'ephemeral' };
    const request = (more: readonly string[]): string =>
      JSON.stringify({
        model: 'claude-sonnet-4-5',
        max_tokens: 9,
        system: [{ type: 'text', text: long, cache_control: marker }],
        messages: ['One.', ...more].map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
      });
    const about = (ms: number, times: object): string =>
      JSON.stringify({
        version: 1,
        number: 1,
        at: `2026-01-01T00:00:00.${ms}Z`,
        kind: 'turn',
        thread: { id: 'a', parent: null },
        address: 'https://api.anthropic.com/v1/messages',
        request: { file: '' },
        times,
      });
    const predictedRead = async (times: object): Promise<number | undefined> => {
      const { workspace } = temporaryWorkspace({
        '0001.request.json': request([]),
        '0001.exchange.json': about(100, times),
        '0002.request.json': request(['Two.', 'Three.']),
        '0002.exchange.json': about(500, { firstByte: null, ended: null }),
      });
      const { session, inspection } = await opened(workspace);
      return (await sequenceOfSession(session, inspection)).steps[1]?.predicted?.read.high;
    };
    expect(await predictedRead({ firstByte: 20, ended: 900 })).toBeGreaterThan(1024);
    expect(await predictedRead({ firstByte: 700, ended: 900 })).toBe(0);
    expect(await predictedRead({ firstByte: null, ended: 30 })).toBeGreaterThan(1024);
    expect(await predictedRead({ firstByte: null, ended: null })).toBe(0);
  });

  it('shows any of its requests, with time and address', async () => {
    const { workspace } = temporaryWorkspace(captured());
    const { inspection } = await opened(workspace, 2);
    expect(inspection.document.messages.map(nodeText)).toEqual(['Be kind.', 'One.', 'Answer 0.', 'Two.']);
    expect(inspection.document.sent).toMatchObject({
      at: '2026-01-01T00:00:01.000Z',
      address: 'https://x.example/v1/messages',
      text: body(2),
    });
    expect((await opened(workspace, 4)).inspection.findings.map(({ message }) => message)).toContain(
      'There is no request 4; the folder has 3',
    );
  });

  it('gives one file alone when it is named', async () => {
    const { workspace } = temporaryWorkspace(captured());
    const { inspection } = await opened(`${workspace}/0003.request.json`);
    expect(inspection.controls[0]?.value).toBe('0003.request.json');
    expect(inspection.document.messages).toHaveLength(6);
  });

  it('shares the nodes its requests have in common', async () => {
    const { workspace } = temporaryWorkspace(captured());
    const { requests } = await readRequestFolder(workspace);
    const [, second, third] = requests.map(({ document }) => document.messages);
    expect(third?.[0]).toBe(second?.[0]);
    expect(third?.[1]).toBe(second?.[1]);
    expect(third?.[2]).toBe(second?.[2]);
    expect(third?.[0]?.children[0]).toMatchObject({ origin: { source: '0001.request.json' } });
  });

  it('tells a file that is no JSON from one that is cut off, and goes on', async () => {
    const { workspace } = temporaryWorkspace({
      '1.request.json': body(1),
      '2.request.json': body(2).slice(0, -30),
      '3.request.json': '{"messages": 3, "model": 4}',
      'note.txt': 'Hello',
    });
    const { requests, findings } = await readRequestFolder(workspace);
    expect(requests.map(({ label }) => label)).toEqual(['1', '2', '3']);
    expect(findings.map(({ ruleId }) => ruleId)).not.toContain('request-none');
  });

  it('does not follow a link that leads out', async () => {
    const { workspace, outside } = temporaryWorkspace({ '1.request.json': body(1) });
    writeFileSync(`${outside}/secret.json`, body(2));
    symlinkSync(`${outside}/secret.json`, `${workspace}/2.request.json`);
    expect((await readRequestFolder(workspace)).requests).toHaveLength(1);
  });
});
