/** Sources that select from other sources. */
import type { ConfigNode } from '../../../sources/config/config-node';
import { finding } from '../../../sources/findings';
import { recall, recallLimit } from '../../../sources/recall';
import { isBlank, ropeText } from '../../../sources/text/rope';
import type { Scope } from './scope';
import { fieldEntries, nothing, someValue, valueText, type Entry, type Value } from './values';
import { placeOfNode, conditionFalse, type SourceOfKind, type BuildState } from './build-state';

/** Returns the first value that counts; files of the later values are marked as lost. */
export function firstOf(values: readonly Value[], spec: SourceOfKind<'first'>, name: string): Value {
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
        : (values[0]?.absent ?? conditionFalse('one of its sources is there')),
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

export function picked(
  build: BuildState,
  scope: Scope,
  spec: SourceOfKind<'pick'>,
  node: ConfigNode | undefined,
  name: string,
): Value {
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
    return someValue(first, spec.otherwise === 'first' ? from.absent : conditionFalse(`${spec.equals} is chosen`));
  }
  const hit = from.entries.find((entry) => keyOf(entry) === value);
  if (hit !== undefined) return someValue([hit]);
  const chosen = wanted.entries.some(({ text: rope }) => rope[0]?.origin.kind === 'setting');
  const found = from.entries.map(keyOf).join(', ') || 'none';
  const message = finding(
    chosen ? 'error' : 'warning',
    `unknown-${name}`,
    `There is no ${name} "${value}"; found: ${found}`,
    chosen ? undefined : placeOfNode(build, node),
  );
  build.findings.push(message);
  return nothing(conditionFalse(`${name} "${value}" exists`));
}

export function recalled(scope: Scope, spec: SourceOfKind<'recall'>): Value {
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
    conditionFalse(
      query.trim() === '' ? `there is ${spec.query}` : `something of ${spec.from} shares a word with ${spec.query}`,
    ),
  );
}
