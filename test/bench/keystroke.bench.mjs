import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Profile } from './support/profile.mjs';
import { loadModules, median, openAsApp, p95, row, runIfMain, settle, timed } from './support/support.mjs';
import { filesWorkspace, rulesWorkspace } from './support/workspaces.mjs';

export const name = 'keystroke to document, counts and findings in the main process, against building from nothing';

const rounds = 10;
const strokesPerRound = 6;

/** Longer than the pause after a burst of builds. */
const pauseMs = 110;

/**
 * Opens a workspace for typing.
 * @param {any} session @param {{ folder: string, edited: string, remove: () => void }} workspace @param {Profile}
 * profile
 */
async function openTyping(session, workspace, profile) {
  const typing = await openAsApp(session, workspace.folder);
  let text = readFileSync(join(workspace.folder, workspace.edited), 'utf8');
  let stroke = 0;
  return {
    async type() {
      const at = (text.length >> 1) + (stroke % 20);
      text = `${text.slice(0, at)}${'typing '[stroke % 7]}${text.slice(at)}`;
      stroke += 1;
      settle();
      await profile.begin();
      const took = await timed(() => typing.edit(workspace.edited, text));
      await profile.end();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return took;
    },
    async close() {
      await typing.close();
      workspace.remove();
    },
  };
}

export async function run() {
  const { session } = await loadModules('keystroke', { session: 'electron/host/session.ts' });
  const rows = [];
  for (const [title, make] of /** @type {const} */ ([
    ['one system message', rulesWorkspace],
    ['tiers of files', filesWorkspace],
  ])) {
    const workspace = make(200_000, 500);
    const [profile, profileOfSmall] = [new Profile(), new Profile()];
    const large = await openTyping(session, workspace, profile);
    const small = await openTyping(session, make(20_000, 50), profileOfSmall);
    const [fresh, ours, smaller] = [[], [], []].map(() => /** @type {number[]} */ ([]));
    for (let round = 0; round < rounds; round += 1) {
      const anew = session.createSession({ watch: false });
      settle();
      fresh?.push(await timed(() => anew.open(workspace.folder)));
      if (anew.inspection.analysis.total.tokens < 150_000)
        throw new Error(`${title}: only ${anew.inspection.analysis.total.tokens} tokens`);
      await anew.close();
      for (let stroke = 0; stroke < strokesPerRound; stroke += 1) {
        const [one, other] = [await large.type(), await small.type()];
        if (round === 0) continue;
        ours?.push(one);
        smaller?.push(other);
      }
    }
    await large.close();
    await small.close();
    const took = `median ${median(ours ?? []).toFixed(2)} ms, p95 ${p95(ours ?? []).toFixed(2)} ms`;
    rows.push(
      row(`200,000 tokens in 500 sections, ${title}`, 'at least', {
        ratio: median(fresh ?? []) / median(ours ?? []),
        bar: 20,
        moonshot: 100,
        note: `${took}, from nothing ${median(fresh ?? []).toFixed(0)} ms`,
        profile: profile.summary(),
      }),
    );
    rows.push(
      row(`growth of a keystroke as the prompt grows 10×, ${title}`, 'at most', {
        ratio: median(ours ?? []) / median(smaller ?? []),
        bar: 2,
        moonshot: 1.1,
        note: `${median(smaller ?? []).toFixed(2)} ms at 20,000 tokens`,
        profile: profileOfSmall.summary(),
      }),
    );
  }
  return rows;
}

await runIfMain(import.meta.url, run);
