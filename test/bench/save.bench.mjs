import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Profile } from './support/profile.mjs';
import { loadModules, median, now, openAsApp, p95, root, row, runIfMain } from './support/support.mjs';
import { savedFile, savedWord, saveWays, saveWorkspace } from './support/workspaces.mjs';

export const name =
  'save on disk to exact count in the main process, p95, against chokidar 5 with a full tiktoken count';

const saves = 100;
/** Warm-up saves, not counted on either side. */
const warmUp = 5;
/** After this many misses in a row the peer counts as not running. */
const missedAtMost = 20;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The wait after each save on both sides, and the extra wait that puts the next save after our watcher's second look,
 * 300 ms after the last event.
 */
const [pauseMs, secondLookMs] = [120, 250];

/** Starts a script of this folder in its own process, for one request at a time. @param {string} file */
function openProcess(file) {
  const child = fork(join(root, 'test/bench/support', file));
  return {
    /** @param {any} message */
    tell: (message) => void child.send(message),
    /** @returns {Promise<any>} */
    hear: async () => (await once(child, 'message'))[0],
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

export async function run() {
  const {
    session: host,
    counting,
    files,
  } = await loadModules('save', {
    session: 'electron/host/session.ts',
    counting: 'electron/host/count/counting.ts',
    files: 'electron/host/disk/node-files.ts',
  });
  const workspace = saveWorkspace();
  const path = join(workspace.folder, savedFile);
  const counter = counting.createCounter({ boundary: files.nodeFiles });
  let countedAt = Number.NaN;
  /** The session's own counter, which also records the time. @param {any} document @param {string} modelId */
  const analyze = async (document, modelId) => {
    const { analysis } = await counter.count(document, modelId);
    countedAt = now();
    return analysis;
  };
  const session = await openAsApp(host, workspace.folder, { analyze });
  // Each side pays for its own garbage collection. A forced collection before each save would start incremental marking
  // during the save.
  const peer = openProcess('save-peer.mjs');
  const peerPath = await peer.hear();
  const writer = openProcess('save-writer.mjs');
  await writer.hear();
  /** @returns {Promise<readonly [began: number, written: number]>} */
  const savedAt = () => {
    const answer = writer.hear();
    writer.tell(null);
    return answer;
  };

  /**
   * Saves again if the peer missed a save. Misses are reported but not added to its time.
   * @param {number} turn @param
   * {import('./support/workspaces.mjs').SaveWay} way
   */
  const countedByPeer = async (turn, way) => {
    for (let missed = 0; ; missed += 1) {
      const listening = peer.hear();
      peer.tell(turn);
      await listening;
      const counted = peer.hear();
      writer.tell([peerPath, turn, way]);
      /** @type {number | null} */
      const end = await counted;
      await pause(pauseMs + secondLookMs);
      const [began, written] = await savedAt();
      if (end !== null) return { missed, peer: end - began, peerOnDisk: end - written };
      if (missed === missedAtMost) throw new Error(`the peer missed one save (${way}) ${missed + 1} times`);
    }
  };

  /** @param {string} wanted @returns {(node: any) => boolean} */
  const holds = (wanted) => (node) =>
    node.type === 'text' ? node.value.includes(wanted) : node.children?.some(holds(wanted)) === true;
  /** @param {string} wanted */
  const shown = (wanted) => (/** @type {any} */ inspection) => inspection.document.messages.some(holds(wanted));
  const results = saveWays.map(([title, way]) => ({
    title,
    way,
    times: /** @type {Times[]} */ ([]),
    profile: new Profile(),
  }));
  for (let turn = -warmUp * results.length; turn < saves * results.length; turn += 1) {
    const { way, times, profile } = /** @type {typeof results[number]} */ (results.at(turn % results.length));
    await profile.begin();
    const seen = new Promise((resolve) => {
      const end = session.onChanged((/** @type {any} */ inspection) => {
        const told = now();
        if (!shown(savedWord(turn))(inspection)) return;
        end();
        resolve(told);
      });
    });
    writer.tell([path, turn, way]);
    const shownAt = /** @type {number} */ (await seen);
    const end = countedAt;
    await profile.end();
    await pause(pauseMs);
    const [began, written] = await savedAt();

    const counted = await countedByPeer(turn, way);
    if (turn >= 0) times.push({ ours: end - began, oursOnDisk: end - written, shown: shownAt - began, ...counted });
  }

  for (let pair = 0; pair < 20; pair += 1) {
    writeFileSync(path, `first of pair ${pair}`);
    await pause(3 + (pair % 6) * 3);
    writeFileSync(path, `second of pair ${pair} `);
    await pause(700);
    if (!shown(`second of pair ${pair} `)(session.inspection)) throw new Error('what is shown is not what is on disk');
  }
  await session.close();
  await counter.close();
  await Promise.all([peer.close(), writer.close()]);
  workspace.remove();
  return results.map(({ title, times, profile }) => rowOf(`a 200 KB file, ${title}`, times, profile));
}

/**
 * Milliseconds; OnDisk: from the end of the write.
 * @typedef {{ readonly ours: number, readonly oursOnDisk: number, readonly shown: number, readonly missed: number,
 * readonly peer: number, readonly peerOnDisk: number }} Times
 */

/** @param {string} title @param {readonly Times[]} times @param {Profile} profile */
function rowOf(title, times, profile) {
  const all = (/** @type {keyof Times} */ which) => times.map((each) => each[which]);
  const missed = all('missed').reduce((sum, each) => sum + each, 0);
  const told = (/** @type {keyof Times} */ which) =>
    `p95 ${p95(all(which)).toFixed(1)} ms, median ${median(all(which)).toFixed(1)} ms`;
  const onDisk =
    `without the write itself ${(p95(all('peerOnDisk')) / p95(all('oursOnDisk'))).toFixed(1)}× ` +
    `(${told('oursOnDisk')})`;
  const note =
    `${told('ours')} against ${told('peer')}; ${onDisk}; with findings, and told to the window: ` +
    `${told('shown')}; never stale in 20 double ` +
    `saves${missed === 0 ? '' : `, while the peer missed ${missed} of ${times.length + missed} saves, left out here`}`;
  return row(title, 'at least', {
    ratio: p95(all('peer')) / p95(all('ours')),
    bar: 20,
    moonshot: 75,
    note,
    profile: profile.summary(),
  });
}

await runIfMain(import.meta.url, run);
