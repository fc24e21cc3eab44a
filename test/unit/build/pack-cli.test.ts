/** The packed command, installed in an empty folder, and the files that docs/ci.md tells people to copy. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { packCli } from '../../../build/pack-cli.mjs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { npmCommand } from '../../../build/setup/process.mjs';
import { root } from '../../../build/setup/paths.mjs';
import packageJson from '../../../package.json';

let folder = '';
let archive = '';
let installed = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strata-packed-'));
  archive = await packCli(folder);
  installed = join(folder, 'empty');
  mkdirSync(installed);
  const [npm, ...args] = npmCommand();
  const cache = ['--offline', '--cache', join(folder, 'cache'), '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync(npm, [...args, 'install', ...cache, archive], { cwd: installed, stdio: 'pipe' });
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const strata = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(installed, 'node_modules/strata-cli/bin/cli.js'), ...args], { encoding: 'utf8' });

const example = join(root, 'build/examples/tagged-sections');

/** Runs shell lines as a CI runner does: in order, stopping at the first that fails. */
function shell(lines: string, cwd: string, env: Readonly<Record<string, string>>) {
  const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', lines], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache'), ...env },
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
}

const edited = 'agents/harbor/agent.json';

/** A repository with a locked prompt on main, and a branch that changes a line of it. */
function repository(name: string): { readonly path: string; readonly base: string } {
  const path = join(folder, name);
  cpSync(example, join(path, 'bot'), { recursive: true });
  mkdirSync(join(path, 'tools'));
  cpSync(archive, join(path, 'tools/strata-cli.tgz'));
  expect(strata('lock', join(path, 'bot')).status).toBe(0);
  git(path, 'init');
  git(path, 'add', '.');
  git(path, 'commit', '-m', 'Lock the prompt');
  const base = git(path, 'rev-parse', 'HEAD');
  git(path, 'update-ref', 'refs/remotes/origin/main', base);
  git(path, 'checkout', '-b', 'edit');
  const file = join(path, 'bot', edited);
  writeFileSync(file, readFileSync(file, 'utf8').replace('You are', 'Today you are'));
  git(path, 'commit', '-am', 'Change the first words');
  return { path, base };
}

describe('the packed command', () => {
  it('serves a folder to the official client of the Model Context Protocol', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const cli = join(installed, 'node_modules/strata-cli/bin/cli.js');
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp', join(root, 'build/examples')],
      stderr: 'inherit',
    });
    await client.connect(transport);
    expect(client.getServerVersion()).toMatchObject({ name: 'strata', version: packageJson.version });
    const path = 'requests/morning.requests.jsonl';
    const { structuredContent } = await client.callTool({ name: 'explain', arguments: { path } });
    expect(structuredContent).toMatchObject({ request: { number: 3, changed: { before: '6', after: '5' } } });
    await client.close();
  }, 60_000);

  it('has no dependencies, and comes with licence, notices, schemas and the files to copy', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(installed, 'node_modules/strata-cli/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'strata-cli', version: packageJson.version, bin: { strata: 'bin/cli.js' } });
    expect(manifest).not.toHaveProperty('dependencies');
    const list = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).split('\n');
    for (const each of ['LICENSE', 'THIRD_PARTY_NOTICES.txt', 'schemas/lock.schema.json', 'ci/github.yml'])
      expect(list).toContain(`package/${each}`);
    expect(list.filter((name) => /electron/i.test(name))).toEqual([]);
  });

  it('runs from an empty folder', () => {
    expect(strata('--version').stdout).toBe(`${packageJson.version}\n`);
    const bot = join(installed, 'bot');
    cpSync(example, bot, { recursive: true });
    expect(strata('lock', bot)).toMatchObject({ status: 0 });
    expect(strata('check', bot)).toMatchObject({ status: 0 });
    expect(strata('inspect', bot, '--json').stdout).toBe(
      execFileSync(process.execPath, [join(root, 'build/strata.mjs'), 'inspect', bot, '--json'], { encoding: 'utf8' }),
    );
  });

  it('says what it has not got', () => {
    expect(strata('open', '.')).toMatchObject({ status: 2 });
  });
});

const githubWorkflow = z.object({
  env: z.record(z.string(), z.string()),
  jobs: z.object({
    strata: z.object({
      steps: z.array(
        z.object({
          name: z.string().optional(),
          run: z.string().optional(),
          uses: z.string().optional(),
          if: z.string().optional(),
          env: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  }),
});

/** A `gh` that writes down how it was called. */
const recordingGh = '#!/bin/sh\nprintf "%s\\n" "$@" > "$RUNNER_TEMP/gh-called"\n';

/** Runs every shell step of the documented file in order, as the runner does. Returns the code of each. */
function runGithub(path: string, temp: string): Readonly<Record<string, number | null>> {
  const text = readFileSync(join(root, 'docs/ci/github.yml'), 'utf8');
  const { env: given, jobs } = githubWorkflow.parse(parse(text));
  const bin = join(temp, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'gh'), recordingGh, { mode: 0o755 });
  const paths = join(temp, 'paths');
  writeFileSync(paths, '');
  const contexts: Readonly<Record<string, string>> = {
    'runner.temp': temp,
    'github.token': 'made-up',
    'github.event.pull_request.number': '7',
  };
  const filled = (value: string): string =>
    value.replaceAll(/\$\{\{ *([\w.]+) *\}\}/g, (whole, name: string) => {
      expect(Object.keys(contexts), whole).toContain(name);
      return contexts[name] ?? '';
    });
  const codes: Record<string, number | null> = {};
  let isFailed = false;
  for (const { name = '', run, uses, if: when, env = {} } of jobs.strata.steps) {
    expect(run === undefined, `${name} is a shell step or an action`).toBe(uses !== undefined);
    if (run === undefined || (isFailed && when?.startsWith('always()') !== true)) continue;
    const added = readFileSync(paths, 'utf8').trim().split('\n').filter(Boolean);
    const { code } = shell(filled(run), path, {
      ...given,
      ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)])),
      STRATA_FOLDER: 'bot',
      RUNNER_TEMP: temp,
      GITHUB_WORKSPACE: path,
      GITHUB_PATH: paths,
      GITHUB_BASE_REF: 'main',
      GITHUB_STEP_SUMMARY: join(temp, 'step-summary.md'),
      PATH: [...added, bin, process.env['PATH']].join(delimiter),
    });
    codes[name] = code;
    isFailed ||= code !== 0;
  }
  return codes;
}

describe('the GitHub workflow', () => {
  it('installs, sums up, fails a pull request that breaks the lock and comments on it', () => {
    const { path } = repository('github');
    const temp = join(folder, 'github-temp');
    expect(runGithub(path, temp)).toEqual({ Install: 0, Summary: 0, Check: 1, Comment: 0 });
    const summary = readFileSync(join(temp, 'step-summary.md'), 'utf8');
    expect(summary).toMatch(/^<!-- strata -->\n### Prompt: [\d,]+ → [\d,]+ tokens \(-?\+?\d+\)/);
    expect(summary).toMatch(/\| <code>system\/Identity<\/code> \| changed \| \d+ \| \d+ \| \+1 \| written \| \$0\.0/);
    const sarif: unknown = JSON.parse(readFileSync(join(temp, 'strata.sarif'), 'utf8'));
    expect(JSON.stringify(sarif)).toContain('lock-prefix');
    const called = readFileSync(join(temp, 'gh-called'), 'utf8').trim().split('\n');
    expect(called.slice(0, 3)).toEqual(['pr', 'comment', '7']);
    expect(readFileSync(called.at(-1) ?? '', 'utf8')).toBe(summary);
  });

  it('passes a pull request with its new lock', () => {
    const { path } = repository('github-locked');
    expect(strata('lock', join(path, 'bot')).status).toBe(0);
    git(path, 'commit', '-am', 'Accept it');
    expect(runGithub(path, join(folder, 'locked-temp'))).toEqual({ Install: 0, Summary: 0, Check: 0, Comment: 0 });
  });
});

describe('the GitLab job', () => {
  it('sums up and reports the broken lock as a failed test', () => {
    const job = z
      .object({
        prompts: z.object({
          variables: z.record(z.string(), z.string()),
          before_script: z.array(z.string()),
          script: z.array(z.string()),
        }),
      })
      .parse(parse(readFileSync(join(root, 'docs/ci/gitlab.yml'), 'utf8'))).prompts;
    const { path, base } = repository('gitlab');
    const env = { ...job.variables, STRATA_FOLDER: 'bot', CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
    const ran = shell([...job.before_script, ...job.script].join('\n'), path, env);
    expect(ran.code).toBe(1);
    expect(readFileSync(join(path, 'strata-summary.md'), 'utf8')).toContain('### Prompt:');
    expect(readFileSync(join(path, 'strata-junit.xml'), 'utf8')).toContain(
      '<failure message="agents/harbor/agent.json',
    );
  });
});

describe('the pre-commit hook', () => {
  it('refuses what breaks the lock, and lets a new lock and other commits pass', () => {
    const { path } = repository('hook');
    git(path, 'reset', '--hard', 'main');
    cpSync(join(root, 'docs/ci/pre-commit'), join(path, '.git/hooks/pre-commit'));
    const bin = join(installed, 'node_modules/.bin/strata');
    const commit = (message: string) =>
      shell(`git -c user.name=Ada -c user.email=ada@example.com commit -qm "${message}"`, path, {
        STRATA: bin,
        STRATA_FOLDER: 'bot',
      });
    writeFileSync(join(path, 'notes.md'), 'nothing of the prompt\n');
    git(path, 'add', 'notes.md');
    expect(commit('Add notes').code).toBe(0);

    const file = join(path, 'bot', edited);
    writeFileSync(file, readFileSync(file, 'utf8').replace('You are', 'Today you are'));
    git(path, 'add', '.');
    const refused = commit('Change the prompt');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('strata lock bot && git add bot/strata.lock.json');
    expect(refused.err).toContain('lock-prefix');

    expect(strata('lock', join(path, 'bot')).status).toBe(0);
    git(path, 'add', '.');
    expect(commit('Change the prompt and its lock')).toMatchObject({ code: 0 });

    // Only what is staged counts.
    writeFileSync(file, readFileSync(file, 'utf8').replace('Today you are', 'Tomorrow you are'));
    writeFileSync(join(path, 'notes.md'), 'more\n');
    git(path, 'add', 'notes.md');
    expect(commit('Add more notes').code).toBe(0);
  });
});
