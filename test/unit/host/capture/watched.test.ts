/** Agents that write their requests down themselves: files are watched live, and half-written ones wait. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportedUsage } from '../../../../electron/host/capture/reported';
import type { SessionWriter } from '../../../../electron/host/capture/session-writer';
import { createSessionAt } from '../../../../electron/host/capture/store';
import { followRawBodies } from '../../../../electron/host/capture/watched/raw-bodies';
import { followRolloutTrace } from '../../../../electron/host/capture/watched/rollout-trace';
import type { WayIn } from '../../../../shared/sessions/types';
import { temporaryFolder } from '../../../support/host/temporary';

async function watched(wayIn: WayIn): Promise<{ readonly writer: SessionWriter; readonly folder: string }> {
  const writer = await createSessionAt(temporaryFolder(), { agent: null, folder: null, wayIn }, 1e9, new Date());
  return { writer, folder: temporaryFolder() };
}

const fail = (problem: unknown): never => {
  throw problem;
};

it('Claude Code: a request is there as soon as it is whole, and its response joins it', async () => {
  const { writer, folder } = await watched('raw-bodies');
  const follower = followRawBodies(folder, writer, fail);
  const body = {
    model: 'claude-sonnet-4-5',
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ name: 'Read' }],
    metadata: { user_id: '{"session_id":"s1"}' },
    betas: ['b1'],
  };
  const text = JSON.stringify(body);
  const request = join(folder, 'aaaa.request.json');
  writeFileSync(request, text.slice(0, 40));
  const arrived = new Promise<void>((resolve) =>
    writer.on((event) => {
      if (event.kind === 'exchange') resolve();
    }),
  );
  appendFileSync(request, text.slice(40));
  await arrived;
  expect(writer.exchanges[0]).toMatchObject({ kind: 'turn', thread: { id: 's1', parent: null }, response: null });
  expect(readFileSync(join(writer.path, '0001.request.json'), 'utf8')).toBe(text);
  const message = { model: 'claude-sonnet-4-5-20250929', usage: { input_tokens: 5, cache_read_input_tokens: 7 } };
  writeFileSync(join(folder, 'req_1.response.json'), JSON.stringify(message));
  writeFileSync(join(folder, 'bbbb.request.json'), '{"model":"claude-son');
  await follower.stop();
  const [first, second] = writer.exchanges;
  expect(first).toMatchObject({ request: { complete: true, fidelity: 'json' }, response: { fidelity: 'rebuilt' } });
  expect(first && reportedUsage(writer.path, first)).toMatchObject({ read: 7, uncached: 5 });
  expect(second).toMatchObject({
    request: { complete: false },
    notes: ['The agent did not finish writing this body'],
  });
});

it('Codex: the trace gives requests without their white space, usage and times', async () => {
  const { writer, folder } = await watched('rollout-trace');
  const trace = join(folder, 'trace-u-t');
  mkdirSync(join(trace, 'payloads'), { recursive: true });
  const event = (ms: number, payload: unknown): void =>
    appendFileSync(join(trace, 'trace.jsonl'), `${JSON.stringify({ wall_time_unix_ms: ms, payload })}\n`);
  const body = '{"model":"gpt-5.5","input":[{"type":"message","role":"user","content":"a  \\"b\\" 1.0"}],"n":1.0}';
  const call = { inference_call_id: 'I' };
  const follower = followRolloutTrace(folder, writer, fail);
  event(1000, { type: 'thread_started' });
  // The event comes before its payload is written.
  event(2000, { ...call, type: 'inference_started', request_payload: { path: 'payloads/4.json' } });
  event(2100, { ...call, type: 'inference_started', request_payload: { path: '../../../etc/passwd' } });
  writeFileSync(join(trace, 'payloads/4.json'), body.replaceAll(/([{,])(?=")/g, '$1\n  '));
  const usage = { input_tokens: 9, cached_input_tokens: 4, output_tokens: 1, total_tokens: 10 };
  const response = { response_id: 'r1', token_usage: usage, output_items: [] };
  writeFileSync(join(trace, 'payloads/5.json'), JSON.stringify(response, null, 2));
  event(2500, { ...call, type: 'inference_completed', response_payload: { path: 'payloads/5.json' } });
  await follower.stop();
  expect(readFileSync(join(writer.path, '0001.request.json'), 'utf8')).toBe(body);
  expect(writer.exchanges[0]).toMatchObject({ at: new Date(2000).toISOString(), request: { complete: true } });
  // A path that leads out of the trace is not read.
  expect(writer.exchanges[1]).toMatchObject({ request: { file: null, complete: false }, times: { ended: 400 } });
  expect(writer.exchanges[1] && reportedUsage(writer.path, writer.exchanges[1])).toMatchObject({ read: 4, output: 1 });
});
