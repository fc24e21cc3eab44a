import { memoLast } from '../../../basics/memo';
import { setting } from '../../../document/builders';
import type { JsonPath, SourceId } from '../../../document/types';
import { configAt, configChild, type ConfigEntry, type ConfigNode } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import { parseJson } from '../../../sources/config/json';
import { fileAs } from '../../../sources/lookup';
import { isAbsolute, isWithin, joinPath, normalizePath } from '../../../sources/paths';
import type { Rope } from '../../../sources/text/rope';
import type { Place } from '../../../sources/types';
import { checkSetting, findSpec } from '../../settings';
import type { AssembleInput, SettingSpec, SettingValue } from '../../types';

/** tiered-messages, Input: the parts of the prompt, by their names in the manifest's `tiered` object. */
export const specs: readonly SettingSpec[] = [
  {
    name: 'prompt',
    label: 'Prompt',
    kind: 'text',
    long: true,
    help: "The user's current message; without it there is no last message.",
  },
  { name: 'files', label: 'Working files', kind: 'list', default: [], help: 'Paths of the selected files.' },
  { name: 'images', label: 'Images', kind: 'list', default: [], help: 'Paths of images sent with the prompt.' },
  { name: 'system', label: 'System prompt', kind: 'text', default: 'system.md', help: 'Path of the main prompt.' },
  {
    name: 'systemExtra',
    label: 'Extra prompt',
    kind: 'text',
    default: 'system_extra.md',
    help: 'Path of project-specific instructions.',
  },
  {
    name: 'history',
    label: 'History',
    kind: 'text',
    default: 'history.jsonl',
    help: 'Path of the conversation: one {role, content} a line.',
  },
  {
    name: 'urls',
    label: 'URLs',
    kind: 'text',
    default: 'urls.json',
    help: 'Path of fetched URL contents: [{url, title, summary, readme, content, symbolMap}].',
  },
  {
    name: 'state',
    label: 'Tier state',
    kind: 'text',
    default: '.strata/tiers.json',
    help: "Path of the tracker's state; without the file a new session is started.",
  },
  {
    name: 'otherPrompts',
    label: 'Other prompts',
    kind: 'object',
    default: {},
    help: 'Name → path of prompts the design has but does not send here.',
  },
];

export interface PathField {
  /** Relative to the workspace, absolute outside it, undefined for no file. */
  readonly path: string | undefined;
  readonly written: string;
  /** True if the user named it; false for a default. */
  readonly named: boolean;
  readonly place?: Place;
}

export interface Fields {
  readonly values: Readonly<Record<string, SettingValue>>;
  /** The fields that come from the manifest's `tiered` object and that no setting overrides. */
  readonly fromManifest: ReadonlySet<string>;
  readonly system: PathField;
  readonly systemExtra: PathField;
  readonly history: PathField;
  readonly urls: PathField;
  readonly state: PathField;
  readonly files: readonly PathField[];
  readonly images: readonly PathField[];
  readonly otherPrompts: readonly (PathField & { readonly name: string })[];
  readonly prompt: Rope;
  readonly findings: readonly Finding[];
}

interface GivenValue {
  readonly value: SettingValue | undefined;
  readonly named: boolean;
  /** Path of the value inside strata.json, if it comes from there. */
  readonly inManifest?: JsonPath;
}

/** Keyed by a manifest object, which is replaced whenever the manifest changes. */
const lastFields = memoLast<object, Fields>();

export function readFields(input: AssembleInput): Fields {
  const manifest = fileAs(input.sources, 'manifest') ?? input.manifest;
  return lastFields(manifest, [JSON.stringify(input.settings), input.facts.workspace], () => readAll(input));
}

/**
 * Order of precedence: command line and window (already in `settings`), the manifest's `tiered` object, the default.
 */
function readAll(input: AssembleInput): Fields {
  const manifest = fileAs(input.sources, 'manifest');
  const root = manifest === undefined ? undefined : parseJson(manifest).root;
  const tiered = input.manifest.extra?.['tiered'];
  const findings = manifest === undefined ? [] : tieredFindings(manifest.id, configChild(root, 'tiered'));
  const given = (name: string): GivenValue => {
    const spec = findSpec(specs, name);
    if (name in input.settings) return { value: input.settings[name], named: true };
    const own = isRecord(tiered) ? tiered[name] : undefined;
    if (own !== undefined && spec !== undefined && checkSetting(spec, own).ok)
      return { value: own, named: true, inManifest: ['tiered', name] };
    return { value: spec?.default, named: false };
  };
  const placeAt = (path: JsonPath | undefined): { readonly place?: Place } => {
    const node = path === undefined ? undefined : configAt(root, path);
    return node === undefined || manifest === undefined ? {} : { place: { source: manifest.id, span: node.span } };
  };
  const pathField = (value: SettingValue | undefined, named: boolean, at: JsonPath | undefined): PathField => {
    const written = typeof value === 'string' ? value : '';
    return {
      path: workspacePath(written, input.facts.workspace) ?? outsidePath(written, input.facts.workspace),
      written,
      named,
      ...placeAt(at),
    };
  };
  const path = (name: string): PathField => {
    const { value, named, inManifest } = given(name);
    return pathField(value, named, inManifest);
  };
  const paths = (name: string): readonly PathField[] => {
    const { value, inManifest } = given(name);
    const listed = Array.isArray(value)
      ? value.map((each, index) => pathField(each, true, inManifest === undefined ? undefined : [...inManifest, index]))
      : [];
    const first = new Map(listed.map(({ path: each }, index) => [each, index] as const).toReversed());
    return listed.filter(
      (each, index) => each.written !== '' && (each.path === undefined || first.get(each.path) === index),
    );
  };
  const others = given('otherPrompts');
  return {
    values: Object.fromEntries(specs.flatMap(({ name }) => [[name, given(name).value ?? '']])),
    fromManifest: new Set(specs.map(({ name }) => name).filter((name) => given(name).inManifest !== undefined)),
    system: path('system'),
    systemExtra: path('systemExtra'),
    history: path('history'),
    urls: path('urls'),
    state: path('state'),
    files: paths('files'),
    images: paths('images'),
    otherPrompts: isRecord(others.value)
      ? Object.entries(others.value).map(([name, value]) => ({
          name,
          ...pathField(value, true, others.inManifest === undefined ? undefined : [...others.inManifest, name]),
        }))
      : [],
    prompt: promptRope(given('prompt'), root),
    findings,
  };
}

function promptRope({ value, inManifest }: GivenValue, root: ConfigNode | undefined): Rope {
  if (typeof value !== 'string' || value === '') return [];
  const node = inManifest === undefined ? undefined : configAt(root, inManifest);
  return node?.kind === 'string' && node.value === value ? node.rope : [setting('prompt', value)];
}

function tieredFindings(source: SourceId, tiered: ConfigNode | undefined): readonly Finding[] {
  if (tiered === undefined) return [];
  if (tiered.kind !== 'object')
    return [
      finding('warning', 'tiered-field', 'tiered should be an object; the defaults are used', {
        source,
        span: tiered.span,
      }),
    ];
  return tiered.entries.flatMap(({ key, keySpan, value }) => {
    const spec = findSpec(specs, key);
    if (spec === undefined)
      return [
        finding(
          'warning',
          'tiered-field',
          `Unknown part "${key}"`,
          { source, span: keySpan },
          { note: `Known parts: ${specs.map(({ name }) => name).join(', ')}.` },
        ),
      ];
    const checked = checkSetting(spec, plain(value));
    if (key === 'otherPrompts' && value.kind === 'object') return unnamedPaths(source, value.entries);
    return checked.ok
      ? []
      : [
          finding('warning', 'tiered-field', `${key} should be ${checked.expected}; the default is used`, {
            source,
            span: value.span,
          }),
        ];
  });
}

function unnamedPaths(source: SourceId, entries: readonly ConfigEntry[]): readonly Finding[] {
  return entries.flatMap(({ key, value }) =>
    value.kind === 'string' && value.value !== ''
      ? []
      : [
          finding('warning', 'tiered-field', `otherPrompts.${key} should be a path; it is ignored`, {
            source,
            span: value.span,
          }),
        ],
  );
}

function plain(node: ConfigNode): SettingValue {
  switch (node.kind) {
    case 'string':
    case 'scalar':
      return node.value;
    case 'array':
      return node.items.map(plain);
    case 'object':
      return {};
  }
}

function isRecord(value: SettingValue | undefined): value is Readonly<Record<string, SettingValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the absolute path if it is outside the workspace. */
function outsidePath(path: string, workspace: string): string | undefined {
  const whole = joinPath(workspace, path.replaceAll('\\', '/'));
  return path === '' || isWithin(workspace, whole) ? undefined : whole;
}

/** Returns the path relative to the workspace; undefined if it is outside, empty, or the workspace itself. */
export function workspacePath(path: string, workspace: string): string | undefined {
  const whole = normalizePath(path.replaceAll('\\', '/'));
  const local = whole.startsWith(`${workspace}/`) ? whole.slice(workspace.length + 1) : whole;
  return path === '' || local === '.' || local === '..' || local.startsWith('../') || isAbsolute(local)
    ? undefined
    : local;
}
