import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModules, median, now, row, runIfMain, settle } from './support/support.mjs';

export const name = 'a captured session of 300 requests on disk: open it, and take in its next request';

const requests = 300;
const rounds = 3;
const next = 20;

export async function run() {
  const modules = await loadModules('captured', {
    analysis: 'electron/host/analyses/sessions/session-analysis.ts',
    store: 'electron/host/capture/store.ts',
    generator: 'test/support/agent-session.ts',
    packs: 'shared/cache/packs/packs.ts',
  });
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  try {
    const path = join(folder, '20261118-0900-abcdef');
    mkdirSync(path);
    const bodies = [...modules.generator.sessionBodies({ requests: requests + next })];
    writeSession(path, bodies.slice(0, requests));
    const files = readdirSync(path).map((each) => join(path, each));
    const read = () => {
      for (const file of files) {
        const text = readFileSync(file, 'utf8');
        if (file.endsWith('.json')) JSON.parse(text);
      }
    };
    const open = async () => {
      const analysis = modules.analysis.createSessionAnalysis({ path, packs: modules.packs.shippedPacks });
      for (const exchange of modules.store.readSession(path).exchanges) await analysis.put(exchange);
      analysis.summary();
      return analysis;
    };
    const ours = [];
    const peers = [];
    let analysis = await open();
    for (let round = 0; round < rounds; round += 1) {
      settle();
      peers.push(timed(read));
      settle();
      const start = now();
      analysis = await open();
      ours.push(now() - start);
    }
    const [arrivals, floors] = [[], []].map(() => /** @type {number[]} */ ([]));
    for (const [index, body] of bodies.slice(requests).entries()) {
      const number = requests + index + 1;
      writeExchange(path, number, body);
      floors?.push(timed(() => JSON.parse(readFileSync(join(path, `${stem(number)}.request.json`), 'utf8'))));
      const start = now();
      await analysis.put(modules.store.readExchange(path, `${stem(number)}.exchange.json`));
      analysis.rows().at(-1);
      arrivals?.push(now() - start);
    }
    const bytes = bodies.slice(0, requests).reduce((sum, body) => sum + body.length, 0);
    return [
      row('open it: read, documents, counts, cache, explanations, bill, waste', 'at most', {
        ratio: median(ours) / median(peers),
        bar: 5,
        moonshot: 2,
        note:
          `${median(ours).toFixed(0)} ms for ${(bytes / 1e6).toFixed(0)} MB; ` +
          `JSON.parse ${median(peers).toFixed(0)} ms`,
      }),
      row('its next request on disk to its row, against reading and parsing that one file', 'at most', {
        ratio: median(arrivals ?? []) / median(floors ?? []),
        bar: 4,
        moonshot: 1.5,
        note: `${median(arrivals ?? []).toFixed(1)} ms and ${median(floors ?? []).toFixed(1)} ms`,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} path @param {readonly string[]} bodies */
function writeSession(path, bodies) {
  writeFileSync(
    join(path, 'session.json'),
    JSON.stringify({
      version: 1,
      id: '20261118-0900-abcdef',
      agent: 'harbour',
      agentVersion: null,
      folder: null,
      wayIn: 'relay',
      startedAt: '2026-11-18T09:00:00.000Z',
      endedAt: null,
      notes: [],
    }),
  );
  bodies.forEach((body, index) => writeExchange(path, index + 1, body));
}

/** @param {string} path @param {number} number @param {string} body */
function writeExchange(path, number, body) {
  const kept = { wireBytes: body.length, encoding: null, fidelity: 'bytes', complete: true, headers: {} };
  // Four characters to a token; everything up to the last message was cached by the request before.
  const total = Math.round(body.length / 4);
  const usage = {
    input_tokens: 4,
    output_tokens: 80,
    cache_read_input_tokens: number === 1 ? 0 : total - 600,
    cache_creation_input_tokens: number === 1 ? total : 600,
  };
  const name = stem(number);
  writeFileSync(join(path, `${name}.request.json`), body);
  writeFileSync(
    join(path, `${name}.response.json`),
    JSON.stringify({ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Done.' }], usage }),
  );
  writeFileSync(
    join(path, `${name}.exchange.json`),
    JSON.stringify({
      version: 1,
      number,
      at: new Date(Date.UTC(2026, 10, 18, 9) + number * 20_000).toISOString(),
      method: 'POST',
      address: 'https://api.anthropic.com/v1/messages',
      kind: 'turn',
      thread: { id: 'main', parent: null },
      request: { ...kept, file: `${name}.request.json` },
      response: { ...kept, file: `${name}.response.json`, status: 200 },
      times: { requestSent: 1, firstByte: 900, ended: 4000 },
      error: null,
      notes: [],
    }),
  );
}

/** @param {number} number */
function stem(number) {
  return String(number).padStart(4, '0');
}

/** @param {() => void} work */
function timed(work) {
  const start = now();
  work();
  return now() - start;
}

await runIfMain(import.meta.url, run);
