/**
 * The key=value pairs of the host and sandbox lines, from runtime.json or this machine's facts (persona-files, rule 7).
 */
import { z } from 'zod';
import { builtin, environment, frame } from '../../document/builders';
import { append } from '../../sources/text/append';
import { configAt, configChild, configValue, type ConfigNode } from '../../sources/config/config-node';
import { finding, type Finding } from '../../sources/findings';
import { parseJson } from '../../sources/config/json';
import { fileAs } from '../../sources/lookup';
import { baseName } from '../../sources/paths';
import { fileRope, type Rope } from '../../sources/text/rope';
import type { Facts, SourceFile, Sources } from '../../sources/types';
import { fileAbsence } from './absence';
import type { Location, Read, Runtime, RuntimePair } from './model';

const text = z.string().nullish();
const toggle = z.boolean().nullish();

/** The order of keys is their order in the line. */
const hostSchema = z.strictObject({
  host: text,
  os: text,
  arch: text,
  shell: text,
  provider: text,
  model: text,
  session: text,
  sudo_non_interactive: toggle,
  sudo_status: z
    .enum(['passwordless', 'requires_password', 'denied', 'not_installed', 'unknown', 'unsupported'])
    .nullish(),
  timezone: text,
  accept_language: text,
  remote_ip: text,
  location: text,
});

const sandboxSchema = z.strictObject({
  enabled: z.boolean(),
  mode: text,
  backend: text,
  scope: text,
  image: text,
  workspace_mount: text,
  network: z.enum(['enabled', 'disabled']).nullish(),
  session_override: z.union([z.boolean(), z.string()]).nullish(),
});

export const runtimeSchema = z.strictObject({ host: hostSchema.nullish(), sandbox: sandboxSchema.nullish() });

export interface RuntimeAsked {
  /** Fills the host line from facts if there is no runtime.json. */
  readonly useThisMachine: boolean;
  /** From USER.md, if runtime.json has none. */
  readonly location: Location | undefined;
}

export function readRuntime(sources: Sources, facts: Facts, asked: RuntimeAsked): Read<Runtime> {
  const source = fileAs(sources, 'runtime');
  if (source === undefined) {
    const host = asked.useThisMachine ? withLocation(machinePairs(facts), asked.location, facts) : [];
    return {
      value: { host, sandbox: undefined, absent: fileAbsence(sources, 'runtime', 'runtime.json') },
      findings: [],
    };
  }
  const { root, findings: syntax } = parseJson(source, 'runtime-syntax');
  const findings: Finding[] = [...syntax];
  if (root?.kind !== 'object') {
    if (root !== undefined)
      findings.push(
        finding('error', 'runtime-shape', 'runtime.json should be an object with host and sandbox', {
          source: source.id,
          span: root.span,
        }),
      );
    return {
      value: {
        host: [],
        sandbox: undefined,
        absent: { reason: 'source-broken', source: source.id, problem: 'runtime.json is not a JSON object' },
      },
      findings,
    };
  }
  append(findings, shapeFindings(source, root));
  if (asked.useThisMachine) {
    findings.push(
      finding('info', 'machine-unused', 'runtime.json is there, so "use this machine" changes nothing', {
        source: source.id,
        span: { start: 0, end: 0 },
      }),
    );
  }
  const host = withLocation(
    pairsOf(source, configChild(root, 'host'), 'host', Object.keys(hostSchema.shape)),
    asked.location,
    facts,
  );
  const box = configChild(root, 'sandbox');
  const value = {
    host,
    sandbox: box?.kind === 'object' ? sandboxPairs(source, box) : undefined,
    absent: { reason: 'source-empty', source: source.id } as const,
  };
  return { value, findings };
}

/** Wrong values are left out with a warning; unknown keys are an info. */
function shapeFindings(source: SourceFile, root: ConfigNode): readonly Finding[] {
  const result = runtimeSchema.safeParse(configValue(root));
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => {
    const path = issue.path.filter((key): key is string | number => typeof key !== 'symbol');
    const node = configAt(root, path) ?? configAt(root, path.slice(0, -1)) ?? root;
    if (issue.code !== 'unrecognized_keys') {
      return [
        finding('warning', 'runtime-shape', `${path.join('.')} should be ${expectedBy(issue)}`, {
          source: source.id,
          span: node.span,
        }),
      ];
    }
    const entries = node.kind === 'object' ? node.entries.filter((entry) => issue.keys.includes(entry.key)) : [];
    return entries.map((entry) =>
      finding('info', 'runtime-unknown-key', `Unknown key "${[...path, entry.key].join('.')}" is not sent`, {
        source: source.id,
        span: entry.keySpan,
      }),
    );
  });
}

const typeNames: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false', object: 'an object' };

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`;
  return issue.code === 'invalid_type' ? (typeNames[issue.expected] ?? issue.expected) : 'true, false or text';
}

function pairsOf(
  source: SourceFile,
  parent: ConfigNode | undefined,
  section: string,
  keys: readonly string[],
): readonly RuntimePair[] {
  return keys.flatMap((key) => {
    const node = configChild(parent, key);
    const value = node === undefined || !fits(section, key, node) ? [] : valueRope(source, node, [section, key]);
    return value.length === 0 ? [] : [{ key, value }];
  });
}

/** An unknown status is still sent, with a warning; a wrong type or an unknown network is not. */
function fits(section: string, key: string, node: ConfigNode): boolean {
  if (section === 'host') return key === 'sudo_non_interactive' ? node.kind === 'scalar' : node.kind === 'string';
  if (key === 'network') return node.kind === 'string' && (node.value === 'enabled' || node.value === 'disabled');
  return key === 'session_override' || node.kind === 'string';
}

function valueRope(source: SourceFile, node: ConfigNode, path: readonly string[]): Rope {
  if (node.kind === 'string') return node.rope;
  return node.kind === 'scalar' && typeof node.value === 'boolean'
    ? fileRope(source, node.span.start, node.span.end, path)
    : [];
}

/** The line is present if the object is; without `enabled` it counts as off. */
function sandboxPairs(source: SourceFile, box: ConfigNode): readonly RuntimePair[] {
  const node = configChild(box, 'enabled');
  const stated = node?.kind === 'scalar' ? valueRope(source, node, ['sandbox', 'enabled']) : [];
  const enabled = stated.length === 0 ? [builtin('sandbox-off', 'false')] : stated;
  const rest = Object.keys(sandboxSchema.shape).filter((key) => key !== 'enabled');
  return [{ key: 'enabled', value: enabled }, ...pairsOf(source, box, 'sandbox', rest)];
}

function withLocation(
  pairs: readonly RuntimePair[],
  location: Location | undefined,
  { now }: Facts,
): readonly RuntimePair[] {
  if (location === undefined || pairs.some((pair) => pair.key === 'location')) return pairs;
  const { latitude, longitude, updatedAt } = location;
  const age =
    updatedAt === undefined
      ? []
      : [
          frame(' (updated '),
          environment('now', ageText(BigInt(Math.floor(Date.parse(now) / 1000)) - updatedAt)),
          frame(')'),
        ];
  return [...pairs, { key: 'location', value: [...latitude, frame(','), ...longitude, ...age] }];
}

const longestAge = 2n ** 63n - 1n;

/** Whole minutes, hours or days; a future time is also "just now". */
function ageText(passed: bigint): string {
  const seconds = passed > longestAge ? longestAge : passed;
  if (seconds < 60n) return 'just now';
  if (seconds < 3600n) return `${seconds / 60n}m ago`;
  return seconds < 86_400n ? `${seconds / 3600n}h ago` : `${seconds / 86_400n}d ago`;
}

/** The design uses other system names: macos, not darwin; aarch64, not arm64; a shell without its folder. */
const systemNames: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' };
const machineNames: Readonly<Record<string, string>> = { arm64: 'aarch64', x64: 'x86_64', ia32: 'x86' };

function machinePairs(facts: Facts): readonly RuntimePair[] {
  const shell = baseName(facts.shell.replaceAll('\\', '/')).replace(/\.exe$/i, '');
  const values = [
    ['host', 'host', facts.host],
    ['os', 'platform', systemNames[facts.platform] ?? facts.platform],
    ['arch', 'arch', machineNames[facts.arch] ?? facts.arch],
    ['shell', 'shell', shell],
    ['timezone', 'timeZone', facts.timeZone],
  ] as const;
  return values.flatMap(([key, fact, value]) => (value === '' ? [] : [{ key, value: [environment(fact, value)] }]));
}
