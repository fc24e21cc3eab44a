import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadModules, median, output, root, row, runIfMain, settle } from './support/support.mjs';

export const name = 'relay, against a direct connection';

const requestBytes = 500_000;
const rounds = 60;
const streams = 100;
const burstRounds = 5;

/**
 * A process of its own that says where it listens, as the provider and Strata are in reality.
 * @param {string} script @param {readonly string[]} args
 * @returns {Promise<{ readonly base: string, stop(): void }>}
 */
function started(script, args) {
  const child = fork(join(root, 'test', 'bench', 'support', script), [...args], { stdio: ['ignore', 2, 2, 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (/** @type {string} */ base) => resolve({ base, stop: () => void child.kill() }));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

/**
 * @param {string} base @param {Agent} agent @param {Buffer} body
 * @returns {Promise<{ readonly first: number, readonly whole: number, readonly bytes: number }>} milliseconds
 */
function exchange(base, agent, body) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const request = send(`${base}/v1/messages`, { method: 'POST', agent, headers }, (response) => {
      let [first, bytes] = [0, 0];
      response.on('data', (/** @type {Buffer} */ chunk) => {
        if (bytes === 0) first = performance.now() - began;
        bytes += chunk.length;
      });
      response.once('end', () => resolve({ first, whole: performance.now() - began, bytes }));
      response.once('error', reject);
    });
    request.once('error', reject);
    request.end(body);
  });
}

export async function run() {
  await loadModules('relay', {
    relay: 'electron/host/relay/relay.ts',
    recorder: 'electron/host/capture/relay-recorder.ts',
    store: 'electron/host/capture/store.ts',
  });
  const captures = mkdtempSync(join(tmpdir(), 'strata-bench-relay-'));
  const provider = await started('relay-provider.mjs', []);
  const relay = await started('relay-process.mjs', [
    pathToFileURL(join(output, 'relay')).href,
    provider.base,
    captures,
  ]);
  const agent = new Agent({ keepAlive: true, maxSockets: streams });
  const text = 'x'.repeat(requestBytes - 100);
  const body = Buffer.from(JSON.stringify({ model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: text }] }));
  try {
    /** @type {{ direct: { first: number, whole: number }[], relayed: { first: number, whole: number }[] }} */
    const one = { direct: [], relayed: [] };
    for (let round = 0; round < rounds + 10; round += 1) {
      settle();
      const direct = await exchange(provider.base, agent, body);
      const relayed = await exchange(relay.base, agent, body);
      if (direct.bytes !== relayed.bytes) throw new Error('the relay lost bytes');
      if (round < 10) continue;
      one.direct.push(direct);
      one.relayed.push(relayed);
    }
    /** @param {string} base */
    const burst = async (base) => {
      const began = performance.now();
      const all = await Promise.all(Array.from({ length: streams }, () => exchange(base, agent, body)));
      return all.reduce((sum, { bytes }) => sum + bytes, 0) / (performance.now() - began);
    };
    /** @type {{ direct: number[], relayed: number[] }} */
    const many = { direct: [], relayed: [] };
    for (let round = 0; round < burstRounds; round += 1) {
      many.direct.push(await burst(provider.base));
      many.relayed.push(await burst(relay.base));
    }
    /** @param {'first' | 'whole'} key */
    const times = (key) =>
      /** @type {const} */ ([one.relayed, one.direct].map((each) => median(each.map((measured) => measured[key]))));
    const rowOf = (/** @type {string} */ job, /** @type {'first' | 'whole'} */ key) => {
      const [ours = 0, direct = 1] = times(key);
      const note = `${ours.toFixed(1)} ms and ${direct.toFixed(1)} ms`;
      return row(job, 'at most', { ratio: ours / direct, bar: 1.5, moonshot: 1.1, note });
    };
    const [ours, direct] = [median(many.relayed), median(many.direct)];
    return [
      rowOf('500 KB answered by 400 chunks: time to the first byte', 'first'),
      rowOf('500 KB answered by 400 chunks: whole', 'whole'),
      row(`${streams} such streams at once: throughput`, 'at least', {
        ratio: ours / direct,
        bar: 0.5,
        moonshot: 0.9,
        note: `${(ours / 1000).toFixed(1)} and ${(direct / 1000).toFixed(1)} MB of responses a second`,
      }),
    ];
  } finally {
    agent.destroy();
    relay.stop();
    provider.stop();
    rmSync(captures, { recursive: true, force: true, maxRetries: 5 });
  }
}

await runIfMain(import.meta.url, run);
