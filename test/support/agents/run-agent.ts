import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentProgram } from '../../../build/agents/cache.mjs';
import type { AgentName } from '../../../build/agents/versions.mjs';

export interface Run {
  readonly agent: AgentName;
  /** The agent's working folder. */
  readonly folder: string;
  /** Its home. Give each run its own empty one. */
  readonly home: string;
  /** The port of a provider on loopback (`startProvider`). */
  readonly port: number;
  readonly prompt?: string;
  readonly model?: string;
  /** Continues the last session of this home and folder. */
  readonly resume?: boolean;
  /** Further variables and arguments. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Arguments right behind the program's name. */
  readonly first?: readonly string[];
  /** The address comes by `env`, `first` or the home: none is set here. */
  readonly addressed?: boolean;
  readonly timeout?: number;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files it needs in its home. */
  readonly files?: Readonly<Record<string, unknown>>;
}

/** The command line, variables and home files with which an agent talks to the provider on `port`. */
function commandOf(run: Run): Command {
  const { agent, port, prompt = 'Say ok', resume = false, args = [], addressed = false } = run;
  const base = `http://127.0.0.1:${port}`;
  switch (agent) {
    case 'codex': {
      const options = [
        '--skip-git-repo-check',
        '-c',
        'analytics.enabled=false',
        ...(addressed ? [] : ['-c', `openai_base_url="${base}/v1"`]),
        '-m',
        run.model ?? 'gpt-5.5',
        ...args,
      ];
      return {
        args: resume ? ['exec', 'resume', ...options, '--last', prompt] : ['exec', ...options, prompt],
        env: { CODEX_API_KEY: 'made-up' },
      };
    }
    case 'gemini-cli':
      return {
        args: ['-m', run.model ?? 'gemini-2.5-pro', ...args, ...(resume ? ['--resume', 'latest'] : []), '-p', prompt],
        env: { GEMINI_API_KEY: 'made-up', GOOGLE_GEMINI_BASE_URL: base, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
        files: {
          '.gemini/settings.json': {
            security: { auth: { selectedType: 'gemini-api-key' } },
            privacy: { usageStatisticsEnabled: false },
            general: { disableAutoUpdate: true },
          },
        },
      };
    case 'opencode':
      return {
        args: [
          'run',
          ...(resume ? ['--continue'] : ['--title', 't']),
          '-m',
          run.model ?? 'anthropic/claude-sonnet-4-5',
          ...args,
          prompt,
        ],
        env: {
          ANTHROPIC_API_KEY: 'made-up',
          ANTHROPIC_BASE_URL: `${base}/v1`,
          OPENAI_API_KEY: 'made-up',
          OPENAI_BASE_URL: `${base}/v1`,
          OPENCODE_DISABLE_AUTOUPDATE: '1',
        },
      };
    case 'pi':
      return {
        args: [
          '--provider',
          'anthropic',
          '--model',
          run.model ?? 'claude-sonnet-4-5',
          ...args,
          ...(resume ? ['--continue'] : []),
          '-p',
          prompt,
        ],
        env: { ANTHROPIC_API_KEY: 'made-up', PI_OFFLINE: '1' },
        ...(addressed ? {} : { files: { '.pi/agent/models.json': { providers: { anthropic: { baseUrl: base } } } } }),
      };
  }
}

/** Runs one turn of a real agent and resolves when it has ended. Writes its home files where they are missing. */
export async function runAgent(run: Run): Promise<Ended> {
  const { args, env, files = {} } = commandOf(run);
  for (const [path, value] of Object.entries(files)) writeMissing(join(run.home, path), value);
  return runProgram(agentProgram(run.agent), [...(run.first ?? []), ...args], { ...run, env: { ...env, ...run.env } });
}

/** An agent's program with an environment that has nothing of ours but the PATH. */
async function runProgram(
  program: string,
  args: readonly string[],
  { folder, home, env = {}, timeout = 600_000 }: Pick<Run, 'folder' | 'home' | 'env' | 'timeout'>,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        TERM: 'dumb',
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        ...env,
      },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

function writeMissing(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, JSON.stringify(value), { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
