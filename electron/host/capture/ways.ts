/**
 * How the requests of each known agent are seen, and what is set for one run of it. Nothing is written into the user's
 * files: environment and command line of that run only.
 */
import { agentIds, agentNames, type AgentId } from '../../../shared/assemblers/agents/names';
import { fieldsOf } from '../../../shared/basics/json-value';
import type { WayIn } from '../../../shared/sessions/types';
import type { Upstreams, Vendor } from '../relay/routes';

/** By the name of its program: `/usr/bin/codex`, `claude.cmd`. */
export function agentOfCommand(command: string): AgentId | undefined {
  const name = command.replace(/^.*[\\/]/, '').replace(/\.(?:cmd|exe|ps1|m?js)$/i, '');
  return agentIds.find((id) => agentNames[id].program === name);
}

/** The best way in: what the agent writes down itself comes before a relay. */
export function bestWay(agent: AgentId | undefined): WatchedWay | 'relay' {
  return agent === undefined ? 'relay' : bestWays[agent];
}

const bestWays = {
  'claude-code': 'raw-bodies',
  codex: 'rollout-trace',
  'gemini-cli': 'telemetry',
  opencode: 'relay',
  pi: 'extension',
} as const satisfies Readonly<Record<AgentId, WayIn>>;
export type WatchedWay = Exclude<(typeof bestWays)[AgentId], 'relay'>;

export interface RunChange {
  readonly environment: Readonly<Record<string, string>>;
  /** Put between the program and the arguments that the user gave. */
  readonly args: readonly string[];
  /** What the user should know. */
  readonly notes: readonly string[];
}

/** `path` is what the agent writes to: a folder, with `telemetry` a file. With `extension` it is the extension. */
export function watchedRun(wayIn: WatchedWay, path: string): RunChange {
  const direct = 'nothing stands between it and the provider.';
  switch (wayIn) {
    case 'raw-bodies':
      return {
        environment: { OTEL_LOG_RAW_API_BODIES: `file:${path}` },
        args: [],
        notes: [`Claude Code writes its requests down itself; ${direct}`],
      };
    case 'rollout-trace':
      return {
        environment: { CODEX_ROLLOUT_TRACE_ROOT: path },
        args: [],
        notes: [`Codex writes its requests down itself; ${direct}`],
      };
    case 'telemetry':
      return {
        environment: {
          GEMINI_TELEMETRY_ENABLED: 'true',
          GEMINI_TELEMETRY_TARGET: 'local',
          GEMINI_TELEMETRY_OUTFILE: path,
          GEMINI_TELEMETRY_LOG_PROMPTS: 'true',
          // With it, long system texts and lists of tools would be cut.
          GEMINI_TELEMETRY_TRACES_ENABLED: 'false',
        },
        args: [],
        notes: [
          `Gemini CLI writes its requests into its telemetry, in this run into a file; ${direct}`,
          'It writes every five seconds, so requests appear a little later.',
        ],
      };
    case 'extension':
      return {
        environment: {},
        args: ['-e', path],
        notes: [`An extension of this run shows Strata what pi sends; ${direct}`],
      };
  }
}

/** `extension` is the one that sends pi to the relay. */
export function relayedRun(
  agent: AgentId | undefined,
  base: (vendor: Vendor) => string,
  before: Readonly<Record<string, string | undefined>> = {},
  extension?: string,
): RunChange {
  const notes = agent === undefined ? [] : relayNotes[agent];
  if (agent === 'codex') return { environment: {}, args: ['-c', `openai_base_url=${base('openai')}`], notes };
  if (agent === 'pi') return { environment: {}, args: extension === undefined ? [] : ['-e', extension], notes };
  return {
    environment: {
      ANTHROPIC_BASE_URL: agent === 'opencode' ? `${base('anthropic')}/v1` : base('anthropic'),
      OPENAI_BASE_URL: base('openai'),
      GOOGLE_GEMINI_BASE_URL: base('gemini'),
      ...(agent === 'opencode' ? openCodeConfig(before['OPENCODE_CONFIG_CONTENT'], base) : {}),
    },
    args: [],
    notes,
  };
}

/** opencode takes the address of Google only from its configuration. What the user set there stays. */
function openCodeConfig(
  before: string | undefined,
  base: (vendor: Vendor) => string,
): Readonly<Record<string, string>> {
  const options = { baseURL: `${base('gemini')}/v1beta` };
  if (before === undefined || before === '')
    return { OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider: { google: { options } } }) };
  try {
    const config = fieldsOf(JSON.parse(before));
    const provider = fieldsOf(config['provider']);
    const google = fieldsOf(provider['google']);
    const merged = { ...google, options: { ...options, ...fieldsOf(google['options']) } };
    return { OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...config, provider: { ...provider, google: merged } }) };
  } catch {
    return {};
  }
}

const relayNotes: Readonly<Record<AgentId, readonly string[]>> = {
  'claude-code': [
    'With another base address Claude Code sends another prompt: MCP tool search and fine-grained tool streaming are ' +
      'off. Without --relay it writes its requests down itself.',
  ],
  codex: ['Through a relay Codex posts instead of using a WebSocket. The address is on its command line.'],
  'gemini-cli': [
    'With another base address Gemini CLI needs its sign-in set to an API key (security.auth.selectedType).',
  ],
  opencode: ['The address changes nothing in what opencode sends.'],
  pi: ['An extension of this run gives pi the address: it takes none from the environment.'],
};

/** Where requests would go without a relay, if the environment already says so. */
export function upstreamsOf(
  environment: Readonly<Record<string, string | undefined>>,
  own: string | undefined,
): Upstreams {
  if (own !== undefined)
    return { anthropic: own, openai: own, gemini: own, openrouter: own, deepseek: own, other: own };
  const named = {
    anthropic: environment['ANTHROPIC_BASE_URL'],
    openai: environment['OPENAI_BASE_URL'],
    gemini: environment['GOOGLE_GEMINI_BASE_URL'],
  };
  return Object.fromEntries(Object.entries(named).filter(([, address]) => address !== undefined && address !== ''));
}

/** A proxy for the whole machine must not get what goes to the relay. */
export function besideProxy(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
  if (!names.some((name) => (environment[name] ?? '') !== '')) return {};
  const before = environment['NO_PROXY'] ?? environment['no_proxy'] ?? '';
  const value = [...(before === '' ? [] : [before]), '127.0.0.1', 'localhost'].join(',');
  return { NO_PROXY: value, no_proxy: value };
}
