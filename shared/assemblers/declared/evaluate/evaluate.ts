import { environment, layoutFrame, setting } from '../../../document/builders';
import { configChild, type ConfigNode } from '../../../sources/config/config-node';
import { finding } from '../../../sources/findings';
import type { Rope } from '../../../sources/text/rope';
import type { SettingValue } from '../../types';
import { maxDepth, isSpent, spendAll } from './budget';
import { firstOf, picked, recalled } from './choose';
import { isTrue } from './conditions';
import { fileValue } from './file-source';
import type { Source, SourceOrRef } from '../layout/layout';
import { modify } from './modify';
import { headOf } from '../layout/references';
import { fill, type Scope } from './scope';
import { effectiveSetting } from '../settings';
import { fieldEntries, isPresent, nothing, someValue, textValue, type Entry, type Value } from './values';
import { placeOfNode, overBudget, conditionFalse, type BuildState } from './build-state';

export function rootScope(build: BuildState): Scope {
  const scope: Scope = {
    facts: build.input.facts,
    budget: build.budget,
    setting: (name) => effectiveSetting(build.layout, build.input.settings, name),
    resolve: (reference) => follow(named(build, scope, headOf(reference), reference), reference),
  };
  return scope;
}

/** Returns a scope with more names. A `let` value may use the names before it. */
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

/** Follows the keys after the head of a reference. `setting.x` and `fact.x` are heads of two steps. */
function follow(start: Value, reference: string): Value {
  const [head = '', ...steps] = reference.split('.');
  const rest = head === 'setting' || head === 'fact' || head === 'manifest' ? steps.slice(1) : steps;
  return rest.reduce<Value>((value, step) => {
    const entries = value.entries.flatMap((entry) => fieldEntries(entry, step));
    return {
      ...someValue(entries, value.entries.length === 0 ? value.absent : conditionFalse(`${reference} is set`)),
      separator: value.separator,
    };
  }, start);
}

function named(build: BuildState, scope: Scope, head: string, reference: string): Value {
  const second = reference.split('.')[1] ?? '';
  if (head === 'setting') return settingValue(build, second, false);
  if (head === 'fact') return factValue(build, second);
  if (head === 'manifest') {
    const { model } = build.input.manifest;
    return second !== 'model' || model === undefined || model === ''
      ? nothing(conditionFalse('strata.json names a model'))
      : textValue('model', [setting('model', model)]);
  }
  const cached = build.named.get(head);
  if (cached !== undefined) return cached;
  const source = build.layout.sources.get(head);
  if (source === undefined) return nothing(conditionFalse(`something is called ${head}`));
  if (build.cyclic.has(head))
    return nothing({
      reason: 'source-broken',
      source: build.layout.file.id,
      problem: `the source "${head}" leads back to itself`,
    });
  const value = evaluate(build, scope, source.spec, source.node, head);
  build.named.set(head, value);
  return value;
}

function settingValue({ layout, input }: BuildState, name: string, emptyCounts: boolean): Value {
  const value = effectiveSetting(layout, input.settings, name);
  if (value === undefined || value === null || (value === '' && !emptyCounts))
    return nothing(conditionFalse(`${name} is set`));
  const one = (each: SettingValue, key: string): Entry => {
    const span = { start: 0, end: 0 };
    const shown = typeof each === 'object' ? JSON.stringify(each) : String(each);
    const data: ConfigNode | undefined =
      typeof each === 'number' || typeof each === 'boolean' ? { kind: 'scalar', span, value: each } : undefined;
    return { key, text: shown === '' ? [] : [setting(name, shown)], data };
  };
  return someValue(
    Array.isArray(value) ? value.map((each: SettingValue, index) => one(each, `${name}/${index}`)) : [one(value, name)],
    conditionFalse(`${name} is set`),
  );
}

function factValue({ input: { facts } }: BuildState, name: string): Value {
  const value = new Map<string, string>(Object.entries(facts)).get(name) ?? '';
  return value === '' ? nothing(conditionFalse(`${name} is known`)) : textValue(name, [environment(name, value)]);
}

/** `name` is the source's name in findings. */
export function evaluate(
  build: BuildState,
  scope: Scope,
  spec: SourceOrRef,
  node: ConfigNode | undefined,
  name: string,
): Value {
  if (typeof spec === 'string') return scope.resolve(spec);
  if (build.depth > maxDepth || isSpent(build.budget)) return overBudget(build, node);
  build.depth += 1;
  const value = evaluated(build, scope, spec, node, name);
  build.depth -= 1;
  return isSpent(build.budget) || !spendAll(build.budget, value) ? overBudget(build, node) : value;
}

function evaluated(build: BuildState, scope: Scope, spec: Source, node: ConfigNode | undefined, name: string): Value {
  const found = modify(plain(build, scope, spec, node, name), spec, scope, build.findings);
  const isFile = spec.kind === 'file' || spec.kind === 'glob' || spec.kind === 'ancestors';
  const value =
    spec.textOnly === true && !isFile
      ? { ...found, entries: found.entries.filter(({ data }) => data === undefined || data.kind === 'string') }
      : found;
  if (spec.required === true && !isPresent(value)) {
    build.usable = false;
    if (spec.kind !== 'pick' || value.absent.reason !== 'condition-false')
      build.findings.push(
        finding(
          'error',
          'required-source',
          `There is no ${name}, and without it there is no prompt`,
          placeOfNode(build, node),
        ),
      );
  }
  return value;
}

function plain(build: BuildState, scope: Scope, spec: Source, node: ConfigNode | undefined, name: string): Value {
  switch (spec.kind) {
    case 'text':
      return textValue(name, fill(literal(node, 'text', spec.text), scope).rope);
    case 'file':
    case 'glob':
    case 'ancestors':
      return fileValue(build, scope, spec, node);
    case 'fact':
      return factValue(build, spec.name);
    case 'setting':
      return settingValue(build, spec.name, spec.emptyCounts === true);
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
      const values = evaluateAll(build, scope, spec.of, node, name);
      return someValue(
        values.some((value) => !spendAll(build.budget, value)) ? [] : values.flatMap(({ entries }) => entries),
        values[0]?.absent,
      );
    }
    case 'first':
      return firstOf(evaluateAll(build, scope, spec.of, node, name), spec, name);
    case 'pick':
      return picked(build, scope, spec, node, name);
    case 'recall':
      return recalled(scope, spec);
    case 'match': {
      const index = spec.cases.findIndex(({ when }) => isTrue(when, scope));
      const hit = spec.cases[index];
      if (hit !== undefined)
        return textValue(
          name,
          fill(literal(configChild(configChild(node, 'cases'), index), 'text', hit.text), scope).rope,
        );
      return spec.otherwise === undefined
        ? nothing(conditionFalse('a case matches'))
        : textValue(name, fill(literal(node, 'otherwise', spec.otherwise), scope).rope);
    }
  }
}

function evaluateAll(
  build: BuildState,
  scope: Scope,
  specs: readonly SourceOrRef[],
  node: ConfigNode | undefined,
  name: string,
): readonly Value[] {
  return specs.map((each, index) => evaluate(build, scope, each, configChild(configChild(node, 'of'), index), name));
}

/** A text written in the layout, with its position in strata.json. */
export function literal(node: ConfigNode | undefined, key: string, value: string): Rope {
  const found = configChild(node, key);
  if (found?.kind === 'string') return found.rope;
  return value === '' ? [] : [layoutFrame(value)];
}
