import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openFrames } from '../../../../../electron/host/frames/service';
import { runProgram } from '../../../../../electron/cli/program';
import { absolutePath } from '../../../../../electron/host/disk/paths';
import { capture } from '../../../../support/agents/captured';
import { claudeBody, codexBody } from '../../../../support/agents/made-up';
import { temporaryFolder } from '../../../../support/host/temporary';
import { numbers, secretSamples } from '../../../../support/secret-samples';

interface Made {
  readonly folder: string;
  readonly captures: string;
  readonly home: string;
}

function made(agents: string): Made {
  const root = absolutePath(temporaryFolder());
  const folder = join(root, 'repo');
  for (const path of [join(folder, '.git'), join(root, 'home')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'AGENTS.md'), agents);
  return { folder, captures: join(root, 'captures'), home: join(root, 'home') };
}

async function strata({ captures, home }: Made, ...args: readonly string[]) {
  let [out, err] = ['', ''];
  const output = {
    out: (text: string) => {
      out += text;
      return Promise.resolve();
    },
    err: (line: string) => {
      err += `${line}\n`;
    },
  };
  const all = [...args, '--home', home, '--captures', captures, '--now', '2026-11-18T09:00:00Z', '--tz', 'UTC'];
  const code = await runProgram(
    all,
    '0',
    output,
    undefined,
    async () => (workspace, watch) =>
      openFrames({
        captures,
        frames: undefined,
        workspace,
        watch,
        report: (problem) => {
          throw problem;
        },
      }),
  );
  return { code, out, err };
}

const wrapped = (folder: string, text: string): string =>
  `# AGENTS.md instructions for ${folder}\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`;

it('diff says that built = sent, with the hash, and after an edit what differs by section', async () => {
  const here = made('Run the tests before you answer.\n');
  const { folder, captures } = here;
  const instructions = wrapped(folder, 'Run the tests before you answer.\n');
  const id = await capture(captures, { day: 1, folder, body: codexBody({ instructions, folder }) });
  const equal = await strata(here, 'diff', 'last', folder);
  expect(equal.out).toMatch(new RegExp(`Built = sent: request 1 of session ${id} is equal, sha256 [0-9a-f]{64}`));
  expect(equal.out).toContain('varies by run: ids of items, ids of turns, prompt_cache_key, date.\n');
  expect(equal.code).toBe(0);
  writeFileSync(join(folder, 'AGENTS.md'), 'Run all tests before you answer.\n');
  const changed = await strata(here, 'diff', id, folder);
  expect(changed.code).toBe(1);
  expect(changed.out).toContain('is not what this folder builds');
  expect(changed.out).toMatch(/changed\s+AGENTS\.md\s+AGENTS\.md:1:5/);
  const json = JSON.parse((await strata(here, 'diff', id, folder, '--json')).out);
  expect(json).toMatchObject({ version: 1, session: id, hash: null, agent: 'codex' });
});

it('learns, compares and upgrades Claude Code’s prompt like that of the others', async () => {
  const here = made('Not read by Claude Code.\n');
  const { folder, captures } = here;
  const rules = `${'Run the tests before you answer, and say which of them failed. '.repeat(8)}\n`;
  writeFileSync(join(folder, 'CLAUDE.md'), rules);
  const about = { agent: 'claude-code', folder, address: 'https://api.anthropic.com/v1/messages' };
  const sent = (text: string, words = '# A\n\nOne.\n\n# B\n\nTwo.\n', id = 'a'): string =>
    claudeBody({ instructions: `Of ${folder}/CLAUDE.md:\n\n${text}\n\n`, words, id });
  const agent = ['--architecture', 'claude-code'];
  const id = await capture(captures, { ...about, day: 1, body: sent(rules) });
  const equal = await strata(here, 'diff', 'last', folder);
  expect(equal.out).toMatch(new RegExp(`Built = sent: request 1 of session ${id} is equal, sha256 [0-9a-f]{64}`));
  expect((await strata(here, 'lock', folder, ...agent)).code).toBe(0);
  await capture(captures, { ...about, day: 2, body: sent(rules, '# A\n\nOne.\n\n# B\n\nTwo and more.\n', 'b') });
  const upgraded = await strata(here, 'check', folder, ...agent);
  expect(upgraded.code).toBe(1);
  expect(upgraded.out).toMatch(/lock-frame.*Claude Code.*: 1 changed \(.*B\); \+\d+ tokens/);
  writeFileSync(join(folder, 'CLAUDE.md'), rules.replace('Run the', 'Run no'));
  const edited = await strata(here, 'diff', id, folder);
  expect(edited.err).toContain('CLAUDE.md is not in it as it is in the folder now');
});

it('diff warns of a session of another folder, and refuses an agent without rules', async () => {
  const here = made('x\n');
  await capture(here.captures, { day: 1, folder: '/elsewhere', body: codexBody() });
  expect((await strata(here, 'diff', 'last', here.folder)).err).toContain('The session worked in /elsewhere');
  await capture(here.captures, { day: 2, agent: 'mine', body: codexBody() });
  const refused = await strata(here, 'diff', 'last', here.folder);
  expect(refused.code).toBe(2);
});

it('inspect --folder traces any captured session to the files of a folder', async () => {
  const here = made('Times are local to the pier, never to the server. Money is whole cents.\n');
  const body = codexBody({
    instructions: 'From a file:\nTimes are local to the pier, never to the server. Money is whole cents.\n',
  });
  await capture(here.captures, { day: 1, agent: 'mine', folder: here.folder, body });
  const { code, out } = await strata(here, 'inspect', 'last', '--folder', here.folder);
  expect(code).toBe(0);
  expect(out).toMatch(/\s72\s+AGENTS\.md:1/);
  expect(out).toContain('the agent’s own');
  const json = JSON.parse((await strata(here, 'inspect', 'last', '--folder', here.folder, '--json')).out);
  expect(json.stretches.filter(({ file }: { file: string | null }) => file !== null)).toHaveLength(1);
});

it('a lock holds the files’ part for CI and, with a capture, the agent’s version and sections', async () => {
  const rules = `${'Run the tests before you answer, and say which of them failed. '.repeat(8)}\n`;
  const here = made(rules);
  const { folder, captures } = here;
  const agent = ['--architecture', 'codex'];
  await capture(captures, {
    day: 1,
    folder,
    version: '0.168.0',
    body: codexBody({ folder, words: '# A\n\nOne.\n\n# B\n\nTwo.\n' }),
  });
  expect((await strata(here, 'lock', folder, ...agent)).code).toBe(0);
  const lock = JSON.parse(readFileSync(join(folder, 'strata.lock.json'), 'utf8'));
  expect(lock.agent).toMatchObject({ version: '0.168.0' });
  expect(JSON.stringify(lock)).not.toContain('One.');
  // Short text could be guessed from its hash. So the lock has only its size, as in the part of the files.
  const hashes = (lock.agent.sections as readonly { bytes: number; hash: string }[]).filter(({ bytes }) => bytes < 160);
  expect(hashes.length).toBeGreaterThan(0);
  expect(new Set(hashes.map(({ hash }) => hash))).toEqual(new Set(['']));
  expect(await strata(here, 'check', folder, ...agent)).toMatchObject({ code: 0, out: '' });
  // Another day and another run change nothing.
  await capture(captures, {
    day: 2,
    folder,
    version: '0.168.0',
    body: codexBody({ folder, id: 'b', words: '# A\n\nOne.\n\n# B\n\nTwo.\n' }).replace('2026-11-18', '2026-11-19'),
  });
  expect(await strata(here, 'check', folder, ...agent)).toMatchObject({ code: 0, out: '' });
  const ci = await strata({ ...here, captures: join(captures, 'none') }, 'check', folder, ...agent);
  expect(ci.code).toBe(0);
  expect(ci.out).toContain('own prompt is not known here, so only what the files make was checked');
  await capture(captures, {
    day: 3,
    folder,
    body: codexBody({ folder, words: '# A\n\nOne.\n\n# B\n\nTwo and more.\n' }),
  });
  const upgraded = await strata(here, 'check', folder, ...agent);
  expect(upgraded.code).toBe(1);
  expect(upgraded.out).toMatch(/lock-frame.*Codex 0\.168\.0 → 0\.169\.0: 1 changed \(.*B\); \+\d+ tokens/);
  writeFileSync(join(folder, 'AGENTS.md'), rules.replace('Run the', 'Run no'));
  const edited = await strata({ ...here, captures: join(captures, 'none') }, 'check', folder, ...agent);
  expect(edited.code).toBe(1);
  expect(edited.out).toContain('AGENTS.md');
});

it('a lock of an agent’s own prompt is made with the key, and holds nothing of a secret in it', async () => {
  const here = made('Run the tests before you answer.\n');
  const { folder, captures } = here;
  const words = (key: string): string => `# A\n\n${'Say what you did, and why. '.repeat(20)}Token: ${key}\n`;
  const locked = async (day: number, key: string) => {
    await capture(captures, { day, folder, version: '0.168.0', body: codexBody({ folder, words: words(key) }) });
    expect((await strata(here, 'lock', folder, '--architecture', 'codex')).code).toBe(0);
    return JSON.parse(readFileSync(join(folder, 'strata.lock.json'), 'utf8')).agent;
  };
  const sample = (seed: number): string => secretSamples['github']?.(numbers(seed)) ?? '';
  const hashed = (lock: { sections: readonly { hash: string }[] }): readonly string[] =>
    lock.sections.map(({ hash }) => hash).filter((hash) => hash !== '');
  const plain = await locked(1, sample(3));
  // Another secret of the same length gives the same hashes.
  const another = await locked(2, sample(5));
  expect(another.hash).toBe(plain.hash);
  expect(hashed(another)).toEqual(hashed(plain));
  vi.stubEnv('STRATA_LOCK_KEY', 'of the team');
  onTestFinished(() => void vi.unstubAllEnvs());
  const keyed = await locked(3, sample(3));
  expect(hashed(keyed).length).toBeGreaterThan(0);
  const known = new Set([plain.hash, ...hashed(plain)]);
  expect([keyed.hash, ...hashed(keyed)].filter((hash) => known.has(hash))).toEqual([]);
  expect((await strata(here, 'check', folder, '--architecture', 'codex')).code).toBe(0);
});
