import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, generatedRepository, listAndRead } from './support/repository-support.mjs';
import { loadModules, runIfMain } from './support/support.mjs';

export const name = 'agents: tracing a capture against reading the files, the load map against git ls-files';

/** Characters of about 150,000 tokens of code and prose. */
const length = 600_000;

/** A request with whole files of the folder between words of its own. @param {string} folder */
function requestOf(folder) {
  const pieces = ['You are made up.\n'];
  let size = 0;
  for (const part of readdirSync(folder).filter((each) => /^\d+$/.test(each)))
    for (const file of readdirSync(join(folder, part)).slice(0, 3)) {
      if (size > length) break;
      const text = readFileSync(join(folder, part, file), 'utf8');
      pieces.push(
        `\nHere is ${part}/${file}, as it was read by a tool:\n`,
        text,
        'And that was all of it.\n'.repeat(8),
      );
      size += text.length + 200;
    }
  const messages = [{ role: 'user', content: pieces.join('') }];
  return JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 1, system: 'Be made up.', messages });
}

export async function run() {
  const modules = await loadModules('agents', {
    trace: 'electron/host/analyses/sessions/candidate-files.ts',
    body: 'shared/assemblers/agents/traced/trace.ts',
    built: 'shared/assemblers/agents/traced/index.ts',
    session: 'electron/host/session.ts',
    map: 'electron/host/analyses/load-map.ts',
  });
  const folder = generatedRepository(20_000, 2_500);
  const home = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  const about = { name: 'r', agent: 'mine', version: null, session: 's', folder: null, at: '', address: null };
  const request = { ...about, form: 'anthropic', body: requestOf(folder) };
  const trace = async () => {
    const files = await modules.trace.candidateFiles(folder, modules.body.searchedText(request.body));
    const traced = modules.body.traceRequest(request, files);
    const { matched, total } = traced;
    modules.built.assembleTraced(
      traced,
      traced.files.map(({ path, text }) => ({ id: path, path, as: path, text })),
    );
    if (matched < total / 2) throw new Error(`only ${matched} of ${total} characters were traced`);
  };
  writeFileSync(join(folder, 'AGENTS.md'), 'Read before you write.\n');
  const session = modules.session.createSession({ watch: false, facts: { home } });
  await session.open(folder, { architecture: 'codex' });
  const map = async () => {
    const { files } = await modules.map.loadMapOf(session);
    if (files.length === 0) throw new Error('the load map is empty');
  };
  const rows = [
    await compare('trace a 150,000-token capture against 20,000 files', trace, () => listAndRead(folder), {
      bar: 2,
      moonshot: 1.2,
      isGoal: true,
    }),
    await compare(
      'load map of 20,000 files for five agents',
      map,
      () => execFileSync('git', ['-C', folder, 'ls-files', '-co', '--exclude-standard', '-z'], { maxBuffer: 1 << 28 }),
      { bar: 3, moonshot: 1.5, isGoal: true },
    ),
  ];
  await session.close();
  rmSync(home, { recursive: true });
  rmSync(join(folder, 'AGENTS.md'));
  return rows;
}

await runIfMain(import.meta.url, run);
