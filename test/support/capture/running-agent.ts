/** A provider on loopback that answers by the published rules of the cache, and the agent that talks to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../../build/setup/paths.mjs';
import { ScriptedProvider, type ScriptedUsage } from '../cache/scripted-provider';

export interface LoopbackProvider {
  readonly address: string;
  close(): Promise<void>;
}

export async function startScriptedProvider(): Promise<LoopbackProvider> {
  const provider = new ScriptedProvider();
  let calls = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8'));
      const whole = {
        ...body,
        messages: body.messages.map((each: { content: unknown }) =>
          typeof each.content === 'string' ? { ...each, content: [{ type: 'text', text: each.content }] } : each,
        ),
      };
      calls += 1;
      const usage = provider.answer(whole, Date.now() / 1000, 0);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(streamOf(body.model, usage, body.tools === undefined ? null : `toolu_${calls}`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function streamOf(model: string, usage: ScriptedUsage, call: string | null): string {
  const { output_tokens: output, ...input } = usage;
  const start = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null };
  const events = [
    { type: 'message_start', message: { ...start, usage: { ...input, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I will look at the file first.' } },
    { type: 'content_block_stop', index: 0 },
    ...(call === null
      ? []
      : [
          {
            type: 'content_block_start',
            index: 1,
            content_block: { type: 'tool_use', id: call, name: 'read_file', input: {} },
          },
          {
            type: 'content_block_delta',
            index: 1,
            delta: { type: 'input_json_delta', partial_json: '{"path":"a.ts"}' },
          },
          { type: 'content_block_stop', index: 1 },
        ]),
    {
      type: 'message_delta',
      delta: { stop_reason: call === null ? 'end_turn' : 'tool_use' },
      usage: { output_tokens: output },
    },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

export interface FakeAgent {
  /** Sends one request and resolves when its response has come. */
  send(what: 'turn' | 'edit' | 'helper' | 'title'): Promise<void>;
  end(): Promise<void>;
}

export function startFakeAgent(base: string): FakeAgent {
  const child = spawn(process.execPath, [join(root, 'test', 'support', 'capture', 'fake-agent.mjs')], {
    env: { ...process.env, ANTHROPIC_BASE_URL: base },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output = createInterface({ input: child.stdout });
  const exited = once(child, 'exit');
  return {
    async send(what) {
      const done = once(output, 'line');
      child.stdin.write(`${what}\n`);
      await Promise.race([
        done,
        exited.then(() => {
          throw new Error('the agent ended early');
        }),
      ]);
    },
    async end() {
      child.stdin.end();
      await exited;
    },
  };
}
