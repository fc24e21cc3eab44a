import { byCodePoint } from '../../document/code-point-order';
import { environment, layoutFrame, setting, sourceId } from '../../document/builders';
import type { Omission } from '../../document/types';
import { configChild, type ConfigNode } from '../../sources/config/config-node';
import { finding, type Finding } from '../../sources/findings';
import { filesAs, missingAs } from '../../sources/lookup';
import { baseName, folderOf, isAbsolute } from '../../sources/paths';
import { recall, recallLimit } from '../../sources/recall';
import { isBlank, ropeText, type Rope } from '../../sources/text/rope';
import type { Place, SourceFile, SourceRequest } from '../../sources/types';
import type { AssembleInput, SettingValue } from '../types';
import { holds } from './conditions';
import type { Source, SourceOrRef } from './layout';
import { modify } from './modify';
import { createBudget, deepest, isSpent, spendAll, type Budget } from './budget';
import { readEntries } from './read-files';
import type { Layout } from './read-layout';
import { cyclicSources, headOf } from './references';
import { fill, fillText, type Scope } from './scope';
import { effectiveSetting } from './settings';
import { fieldEntries, isPresent, nothing, someValue, textValue, valueText, type Entry, type Value } from './values';

type Kind<K extends Source['kind']> = Extract<Source, { readonly kind: K }>;

/** One build: what was asked for, what was found wrong, and whether there is a prompt at all. */
export interface World {
  readonly layout: Layout;
  readonly input: AssembleInput;
  readonly cyclic: ReadonlySet<string>;
  readonly requests: Map<string, SourceRequest>;
  readonly findings: Finding[];
  readonly named: Map<string, Value>;
  readonly budget: Budget;
  /** Sources that are being worked out, one inside the other. */
  depth: number;
  usable: boolean;
}

export function createWorld(layout: Layout, input: AssembleInput): World {
  return {
    layout,
    input,
    cyclic: cyclicSources(layout),
    requests: new Map(),
    findings: [],
    named: new Map(),
    budget: createBudget(),
    depth: 0,
    usable: true,
  };
}

const unset = (condition: string): Omission => ({ reason: 'condition-false', condition });

export function rootScope(world: World): Scope {
  const scope: Scope = {
    facts: world.input.facts,
    budget: world.budget,
    setting: (name) => effectiveSetting(world.layout, world.input.settings, name),
    resolve: (reference) => follow(named(world, scope, headOf(reference), reference), reference),
  };
  return scope;
}

/** A scope with more names; the values of `let` may use those before them. */
export function innerScope(outer: Scope, names: ReadonlyMap<string, Value>, among?: Scope['among']): Scope {
  return {
    ...outer,
    ...(among === undefined ? {} : { among }),
    resolve: (reference) => {
      const local = names.get(headOf(reference));
      return local === undefined ? outer.resolve(reference) : follow(local, reference);
    },
  };
}

/** The keys behind the head of a reference. `setting.x` and `fact.x` are heads of two steps. */
function follow(start: Value, reference: string): Value {
  const [head = '', ...steps] = reference.split('.');
  const rest = head === 'setting' || head === 'fact' || head === 'manifest' ? steps.slice(1) : steps;
  return rest.reduce<Value>((value, step) => {
    const entries = value.entries.flatMap((entry) => fieldEntries(entry, step));
    return {
      ...someValue(entries, value.entries.length === 0 ? value.absent : unset(`${reference} is set`)),
      separator: value.separator,
    };
  }, start);
}

function named(world: World, scope: Scope, head: string, reference: string): Value {
  const second = reference.split('.')[1] ?? '';
  if (head === 'setting') return settingValue(world, second, false);
  if (head === 'fact') return factValue(world, second);
  if (head === 'manifest') {
    const { model } = world.input.manifest;
    return second !== 'model' || model === undefined || model === ''
      ? nothing(unset('strata.json names a model'))
      : textValue('model', [setting('model', model)]);
  }
  const known = world.named.get(head);
  if (known !== undefined) return known;
  const source = world.layout.sources.get(head);
  if (source === undefined) return nothing(unset(`something is called ${head}`));
  if (world.cyclic.has(head))
    return nothing({
      reason: 'source-broken',
      source: world.layout.file.id,
      problem: `the source "${head}" leads back to itself`,
    });
  const value = evaluate(world, scope, source.spec, source.node, head);
  world.named.set(head, value);
  return value;
}

/** Few words of a layout can stand for more than there is memory: sources made of sources, each of them twice. */
export function tooMuch(world: World, node: ConfigNode | undefined): Value {
  const problem =
    world.depth > deepest
      ? `sources are made of one another more than ${deepest} deep`
      : 'the layout makes more text than Strata holds';
  if (!world.findings.some(({ ruleId }) => ruleId === 'layout-too-large'))
    world.findings.push(
      finding('error', 'layout-too-large', `A part is left out: ${problem}`, placeOfNode(world, node)),
    );
  return nothing({ reason: 'source-broken', source: world.layout.file.id, problem });
}

function settingValue({ layout, input }: World, name: string, emptyCounts: boolean): Value {
  const value = effectiveSetting(layout, input.settings, name);
  if (value === undefined || value === null || (value === '' && !emptyCounts)) return nothing(unset(`${name} is set`));
  const one = (each: SettingValue, key: string): Entry => {
    const span = { start: 0, end: 0 };
    const shown = typeof each === 'object' ? JSON.stringify(each) : String(each);
    const data: ConfigNode | undefined =
      typeof each === 'number' || typeof each === 'boolean' ? { kind: 'scalar', span, value: each } : undefined;
    return { key, text: shown === '' ? [] : [setting(name, shown)], data };
  };
  return someValue(
    Array.isArray(value) ? value.map((each: SettingValue, index) => one(each, `${name}/${index}`)) : [one(value, name)],
    unset(`${name} is set`),
  );
}

function factValue({ input: { facts } }: World, name: string): Value {
  const value = new Map<string, string>(Object.entries(facts)).get(name) ?? '';
  return value === '' ? nothing(unset(`${name} is known`)) : textValue(name, [environment(name, value)]);
}

/** `name` is what findings call it. */
export function evaluate(
  world: World,
  scope: Scope,
  spec: SourceOrRef,
  node: ConfigNode | undefined,
  name: string,
): Value {
  if (typeof spec === 'string') return scope.resolve(spec);
  if (world.depth > deepest || isSpent(world.budget)) return tooMuch(world, node);
  world.depth += 1;
  const value = evaluated(world, scope, spec, node, name);
  world.depth -= 1;
  return isSpent(world.budget) || !spendAll(world.budget, value) ? tooMuch(world, node) : value;
}

function evaluated(world: World, scope: Scope, spec: Source, node: ConfigNode | undefined, name: string): Value {
  const found = modify(plain(world, scope, spec, node, name), spec, scope, world.findings);
  const isFile = spec.kind === 'file' || spec.kind === 'glob' || spec.kind === 'ancestors';
  const value =
    spec.textOnly === true && !isFile
      ? { ...found, entries: found.entries.filter(({ data }) => data === undefined || data.kind === 'string') }
      : found;
  if (spec.required === true && !isPresent(value)) {
    world.usable = false;
    if (spec.kind !== 'pick' || value.absent.reason !== 'condition-false')
      world.findings.push(
        finding(
          'error',
          'required-source',
          `There is no ${name}, and without it there is no prompt`,
          placeOfNode(world, node),
        ),
      );
  }
  return value;
}

function placeOfNode({ layout }: World, node: ConfigNode | undefined) {
  return node === undefined ? undefined : { source: layout.file.id, span: node.span };
}

function plain(world: World, scope: Scope, spec: Source, node: ConfigNode | undefined, name: string): Value {
  switch (spec.kind) {
    case 'text':
      return textValue(name, fill(literal(node, 'text', spec.text), scope).rope);
    case 'file':
    case 'glob':
    case 'ancestors':
      return fileValue(world, scope, spec, node);
    case 'fact':
      return factValue(world, spec.name);
    case 'setting':
      return settingValue(world, spec.name, spec.emptyCounts === true);
    case 'ref':
      return (spec.path ?? []).reduce<Value>(
        (value, step) =>
          someValue(
            value.entries.flatMap((entry) => fieldEntries(entry, String(step))),
            value.absent,
          ),
        scope.resolve(spec.of),
      );
    case 'all': {
      const values = spec.of.map((each, index) =>
        evaluate(world, scope, each, configChild(configChild(node, 'of'), index), name),
      );
      return someValue(
        values.some((value) => !spendAll(world.budget, value)) ? [] : values.flatMap(({ entries }) => entries),
        values[0]?.absent,
      );
    }
    case 'first':
      return firstValue(world, scope, spec, node, name);
    case 'pick':
      return picked(world, scope, spec, node, name);
    case 'recall':
      return recalled(scope, spec);
    case 'match': {
      const index = spec.cases.findIndex(({ when }) => holds(when, scope));
      const hit = spec.cases[index];
      if (hit !== undefined)
        return textValue(
          name,
          fill(literal(configChild(configChild(node, 'cases'), index), 'text', hit.text), scope).rope,
        );
      return spec.otherwise === undefined
        ? nothing(unset('a case matches'))
        : textValue(name, fill(literal(node, 'otherwise', spec.otherwise), scope).rope);
    }
  }
}

/** A text of the layout itself, with its place in strata.json. */
export function literal(node: ConfigNode | undefined, key: string, value: string): Rope {
  const found = configChild(node, key);
  if (found?.kind === 'string') return found.rope;
  return value === '' ? [] : [layoutFrame(value)];
}

function requestOf(
  { layout }: World,
  scope: Scope,
  spec: Kind<'file'> | Kind<'glob'> | Kind<'ancestors'>,
  node: ConfigNode | undefined,
): SourceRequest | undefined {
  if (spec.kind === 'ancestors') {
    const from = fillText(spec.folder ?? '.', scope);
    return from === undefined
      ? undefined
      : {
          kind: 'ancestors',
          as: `ancestors ${from} ${spec.names.join(' ')}`,
          from,
          names: spec.names,
          ...askedAt(layout, configChild(node, 'names') ?? node),
        };
  }
  const root = spec.root ?? 'workspace';
  const path = fillText(spec.kind === 'file' ? spec.path : spec.pattern, scope);
  if (path === undefined || path === '') return undefined;
  // A request that stays inside is the same one wherever it stands in the layout.
  const by =
    root === 'workspace' && !leadsOut(path)
      ? {}
      : askedAt(layout, configChild(node, spec.kind === 'file' ? 'path' : 'pattern') ?? node);
  return spec.kind === 'file'
    ? { kind: 'file', as: `file ${root} ${path}`, root, path, ...by }
    : { kind: 'glob', as: `glob ${root} ${path}`, root, pattern: path, ...by };
}

function askedAt(layout: Layout, node: ConfigNode | undefined): { readonly by?: Place } {
  return node === undefined ? {} : { by: { source: layout.file.id, span: node.span } };
}

function leadsOut(path: string): boolean {
  return isAbsolute(path) || path.split('/').includes('..');
}

/** Asking and answering are one: what is not yet known is asked for, and the next round knows it. */
function fileValue(
  world: World,
  scope: Scope,
  spec: Kind<'file'> | Kind<'glob'> | Kind<'ancestors'>,
  node: ConfigNode | undefined,
): Value {
  const request = requestOf(world, scope, spec, node);
  if (request === undefined) return nothing(unset('everything its path names is there'));
  world.requests.set(request.as, request);
  const { sources } = world.input;
  const files = ordered(filesAs(sources, request.as), spec);
  const options = {
    read: spec.read ?? 'text',
    field: spec.field,
    textOnly: spec.textOnly === true,
    trimmed: spec.trim === true,
  } as const;
  const looked =
    request.kind === 'file'
      ? request.path
      : request.kind === 'glob'
        ? request.pattern
        : spec.kind === 'ancestors'
          ? spec.names.join(', ')
          : '';
  const untrusted = missingAs(sources, request.as).filter(({ why }) => why === 'untrusted');
  const refused = missingAs(sources, request.as).find(({ why }) => why !== 'missing');
  const absent: Omission =
    files[0] !== undefined
      ? { reason: 'source-empty', source: files[0].id }
      : untrusted.length > 0
        ? { reason: 'untrusted', paths: untrusted.map(({ path }) => path) }
        : refused === undefined || spec.kind === 'ancestors'
          ? { reason: 'source-missing', looked: [looked] }
          : { reason: 'source-broken', source: sourceId(looked), problem: 'it could not be read' };
  return someValue(
    files.flatMap((file) => readEntries(file, options, world.findings)),
    absent,
  );
}

function ordered(
  files: readonly SourceFile[],
  spec: Kind<'file'> | Kind<'glob'> | Kind<'ancestors'>,
): readonly SourceFile[] {
  if (spec.kind === 'ancestors') return spec.order === 'outermost' ? files.toReversed() : files;
  if (spec.kind !== 'glob' || spec.sort === undefined || spec.sort === 'path') return files;
  const key = ({ path }: SourceFile): string => baseName(spec.sort === 'folder' ? folderOf(path) : path);
  return files.toSorted((a, b) => byCodePoint(key(a), key(b)));
}

function firstValue(
  world: World,
  scope: Scope,
  spec: Kind<'first'>,
  node: ConfigNode | undefined,
  name: string,
): Value {
  const values = spec.of.map((each, index) =>
    evaluate(world, scope, each, configChild(configChild(node, 'of'), index), name),
  );
  const counts = ({ entries }: Value): boolean => {
    if (spec.skip === 'empty') return entries.some((entry) => ropeText(entry.text) !== '');
    return spec.skip === 'blank' ? entries.some((entry) => !isBlank(entry.text)) : entries.length > 0;
  };
  const at = values.findIndex(counts);
  const winner = values[at];
  if (winner === undefined) {
    const untrusted = values.find(({ absent }) => absent.reason === 'untrusted');
    if (untrusted !== undefined) return nothing(untrusted.absent);
    const looked = values.flatMap(({ absent }) => (absent.reason === 'source-missing' ? absent.looked : []));
    return nothing(
      looked.length > 0 && looked.length === values.length
        ? { reason: 'source-missing', looked }
        : (values[0]?.absent ?? unset('one of its sources is there')),
    );
  }
  const by = winner.entries[0]?.file?.id ?? name;
  const lost = values
    .slice(at + 1)
    .flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.file === undefined || entry.text.length === 0 ? [] : [{ entry, by }])),
    );
  return { ...winner, lost: [...(winner.lost ?? []), ...lost] };
}

function picked(world: World, scope: Scope, spec: Kind<'pick'>, node: ConfigNode | undefined, name: string): Value {
  const from = scope.resolve(spec.from);
  const wanted = scope.resolve(spec.equals);
  const keyOf = (entry: Entry): string =>
    spec.by
      .split('.')
      .reduce<readonly Entry[]>((entries, step) => entries.flatMap((each) => fieldEntries(each, step)), [entry])
      .map(identifier)
      .join('');
  const identifier = ({ text: rope, data }: Entry): string =>
    data?.kind === 'scalar' ? String(data.value) : ropeText(rope);
  const value = wanted.entries.map(identifier).join('');
  if (value === '') {
    const first = spec.otherwise === 'first' ? from.entries.slice(0, 1) : [];
    return someValue(first, spec.otherwise === 'first' ? from.absent : unset(`${spec.equals} is chosen`));
  }
  const hit = from.entries.find((entry) => keyOf(entry) === value);
  if (hit !== undefined) return someValue([hit]);
  const chosen = wanted.entries.some(({ text: rope }) => rope[0]?.origin.kind === 'setting');
  const found = from.entries.map(keyOf).join(', ') || 'none';
  const message = finding(
    chosen ? 'error' : 'warning',
    `unknown-${name}`,
    `There is no ${name} "${value}"; found: ${found}`,
    chosen ? undefined : placeOfNode(world, node),
  );
  world.findings.push(message);
  return nothing(unset(`${name} "${value}" exists`));
}

function recalled(scope: Scope, spec: Kind<'recall'>): Value {
  const { entries, absent } = scope.resolve(spec.from);
  const query = valueText(scope.resolve(spec.query));
  const { ranked } = recall(
    query,
    entries.map((entry) => ropeText(entry.text)),
  );
  const best = ranked.flatMap(({ index, rank }) =>
    rank === undefined || rank > (spec.most ?? recallLimit) ? [] : (entries[index] ?? []),
  );
  if (entries.length === 0) return nothing(absent);
  return someValue(
    best,
    unset(
      query.trim() === '' ? `there is ${spec.query}` : `something of ${spec.from} shares a word with ${spec.query}`,
    ),
  );
}
