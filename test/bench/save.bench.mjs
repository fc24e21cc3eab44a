import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { get_encoding } from 'tiktoken';
import { Profile } from './profile.mjs';
import { loadModules, median, p95, row, runIfMain, sampleTexts, settle } from './support.mjs';
import { temporaryWorkspace } from './workspaces.mjs';

export const name = 'save on disk to exact count in the main process, p95, against chokidar 5 with a full tiktoken count';

const file = 'project/CLAUDE.md';
const saves = 100;
/** Not counted, on either side. */
const warmUp = 5;

function makeWorkspace() {
  const manifest = { architecture: 'persona-files', model: 'gpt-5', settings: { project: 'project' }, now: '2026-02-25T12:30:00Z', timeZone: 'UTC' };
  return temporaryWorkspace({ 'strata.json': JSON.stringify(manifest), 'IDENTITY.md': '# Pilot\n', [file]: sampleTexts(200_000).prose });
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What both wait after a save, and what is added so that the next one falls behind the second look that our watcher takes 300 ms after the last event. */
const [pauseMs, secondLookMs] = [120, 250];

export async function run() {
  const { session: host, counting, files } = await loadModules('save', { session: 'electron/host/session.ts', counting: 'electron/host/counting.ts', files: 'electron/host/node-files.ts' });
  const tiktoken = get_encoding('o200k_base');
  const [own, theirs] = [makeWorkspace(), makeWorkspace()];
  const counter = counting.createCounter({ boundary: files.nodeFiles });
  let countedAt = Number.NaN;
  /** The session's own counter, with a look at the clock. @param {any} document @param {string} modelId */
  const analyze = async (document, modelId) => {
    const { analysis } = await counter.count(document, modelId);
    countedAt = performance.now();
    return analysis;
  };
  const session = host.createSession({ watch: true, analyze });
  await session.open(own.folder);
  const peer = watch(theirs.folder);
  await new Promise((resolve) => peer.once('ready', () => resolve(undefined)));

  /** @param {string} wanted @returns {(node: any) => boolean} */
  const holds = (wanted) => (node) => (node.type === 'text' ? node.value.includes(wanted) : node.children?.some(holds(wanted)) === true);
  /** @param {string} wanted */
  const shown = (wanted) => (/** @type {any} */ inspection) => inspection.document.messages.some(holds(wanted));
  const [ours, peers, wholes] = [[], [], []].map(() => /** @type {number[]} */ ([]));
  const { prose } = sampleTexts(200_000);
  const profile = new Profile();
  for (let save = -warmUp; save < saves; save += 1) {
    const bytes = Buffer.from(`${prose.slice(0, 100_000)}save ${save} ${prose.slice(100_000)}`);
    settle();
    await profile.begin();
    const seen = new Promise((resolve) => {
      const end = session.onChanged((/** @type {any} */ inspection) => {
        const now = performance.now();
        if (!shown(`save ${save} `)(inspection)) return;
        end();
        resolve(now);
      });
    });
    const began = performance.now();
    writeFileSync(join(own.folder, file), bytes);
    const shownAt = /** @type {number} */ (await seen);
    if (save >= 0) ours?.push(countedAt - began);
    if (save >= 0) wholes?.push(shownAt - began);
    await profile.end();
    await pause(pauseMs);

    settle();
    const counted = new Promise((resolve) =>
      peer.once('change', (path) => {
        tiktoken.encode(readFileSync(path, 'utf8'), [], []);
        resolve(performance.now());
      }),
    );
    const start = performance.now();
    writeFileSync(join(theirs.folder, file), bytes);
    const theirTime = /** @type {number} */ (await counted) - start;
    if (save >= 0) peers?.push(theirTime);
    await pause(pauseMs + secondLookMs);
  }

  for (let pair = 0; pair < 20; pair += 1) {
    writeFileSync(join(own.folder, file), `first of pair ${pair}`);
    await new Promise((resolve) => setTimeout(resolve, 3 + (pair % 6) * 3));
    writeFileSync(join(own.folder, file), `second of pair ${pair} `);
    await new Promise((resolve) => setTimeout(resolve, 700));
    if (!shown(`second of pair ${pair} `)(session.inspection)) throw new Error('what is shown is not what is on disk');
  }
  await session.close();
  await counter.close();
  await peer.close();
  own.remove();
  theirs.remove();
  /** @param {readonly number[]} times */
  const told = (times) => `p95 ${p95(times).toFixed(1)} ms, median ${median(times).toFixed(1)} ms`;
  const note = `${told(ours ?? [])} against ${told(peers ?? [])}; with findings, and told to the window: ${told(wholes ?? [])}; never stale in 20 double saves`;
  return [row('a 200 KB file', 'at least', { ratio: p95(peers ?? []) / p95(ours ?? []), bar: 20, moonshot: 75, note, profile: profile.summary() })];
}

await runIfMain(import.meta.url, run);
