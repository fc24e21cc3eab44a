import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModules, median, p95, row, runIfMain, timed } from './support.mjs';
import { filesWorkspace, rulesWorkspace } from './workspaces.mjs';

export const name = 'keystroke to document, counts and findings in the main process, against building from nothing';

const strokes = 60;

/**
 * Opens a workspace and types into it.
 * @param {any} session @param {{ folder: string, edited: string }} workspace
 */
async function type(session, { folder, edited }) {
  await session.open(folder);
  let text = readFileSync(join(folder, edited), 'utf8');
  const times = [];
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    const at = (text.length >> 1) + stroke;
    text = `${text.slice(0, at)}${'typing '[stroke % 7]}${text.slice(at)}`;
    times.push(await timed(() => session.edit(edited, text)));
    await new Promise((resolve) => setTimeout(resolve, 110));
  }
  return times;
}

export async function run() {
  const { session } = await loadModules('keystroke', { session: 'electron/host/session.ts' });
  const rows = [];
  for (const [title, make] of /** @type {const} */ ([['one system message', rulesWorkspace], ['tiers of files', filesWorkspace]])) {
    const workspace = make(200_000, 500);
    const fresh = [];
    for (let run = 0; run < 5; run += 1) {
      const opened = session.createSession({ watch: false });
      fresh.push(await timed(() => opened.open(workspace.folder)));
      const { total } = opened.inspection.analysis;
      if (total.tokens < 150_000) throw new Error(`${title}: only ${total.tokens} tokens`);
      await opened.close();
    }
    const typing = session.createSession({ watch: true });
    const times = await type(typing, workspace);
    await typing.close();
    workspace.remove();
    rows.push(row(`200,000 tokens in 500 sections, ${title}`, 'at least', { ratio: median(fresh) / median(times.slice(5)), bar: 20, moonshot: 100, note: `median ${median(times.slice(5)).toFixed(2)} ms, p95 ${p95(times.slice(5)).toFixed(2)} ms, from nothing ${median(fresh).toFixed(0)} ms` }));

    const small = make(20_000, 50);
    const other = session.createSession({ watch: true });
    const smallTimes = await type(other, small);
    await other.close();
    small.remove();
    rows.push(row(`growth of a keystroke as the prompt grows 10×, ${title}`, 'at most', { ratio: median(times.slice(5)) / median(smallTimes.slice(5)), bar: 2, moonshot: 1.1, note: `${median(smallTimes.slice(5)).toFixed(2)} ms at 20,000 tokens` }));
  }
  return rows;
}

await runIfMain(import.meta.url, run);
