import { ropeText } from '../../../sources/text/rope';
import type { SettingValue } from '../../types';
import { isSpent, spendAll } from './budget';
import type { Condition, Scalar } from '../layout/layout';
import type { Scope } from './scope';
import { isPresent, type Entry } from './values';

export function isTrue(condition: Condition, scope: Scope): boolean {
  if ('all' in condition) return condition.all.every((each) => isTrue(each, scope));
  if ('any' in condition) return condition.any.some((each) => isTrue(each, scope));
  if ('not' in condition) return !isTrue(condition.not, scope);
  if ('first' in condition) {
    const { first } = condition;
    if (!isTrue(first, scope)) return false;
    // Each entry checks all entries before it, so charge for them.
    scope.budget.leaves -= scope.among?.index ?? 0;
    return (
      !isSpent(scope.budget) &&
      scope.among?.scopes.slice(0, scope.among.index).some((each) => isTrue(first, each)) !== true
    );
  }
  if ('present' in condition) return isPresent(scope.resolve(condition.present));
  if ('setting' in condition) return settingHolds(scope.setting(condition.setting), condition);
  const { source, is, in: among, contains, startsWith, ignoreCase = false } = condition;
  const found = scope.resolve(source);
  const entries = spendAll(scope.budget, found) ? found.entries : [];
  const fold = (word: string): string => (ignoreCase ? word.toLowerCase() : word);
  const equals = (wanted: Scalar): boolean =>
    entries.some((entry) =>
      scalarsOf(entry).some((found) =>
        typeof found === 'string' && typeof wanted === 'string' ? fold(found) === fold(wanted) : found === wanted,
      ),
    );
  if (is !== undefined && !equals(is)) return false;
  if (among !== undefined && !among.some(equals)) return false;
  if (
    contains !== undefined &&
    !entries.flatMap(namesOf).some((name) => contains.some((wanted) => fold(wanted) === fold(name)))
  )
    return false;
  if (startsWith !== undefined && !fold(ropeText(entries[0]?.text ?? [])).startsWith(fold(startsWith))) return false;
  return (
    is !== undefined || among !== undefined || contains !== undefined || startsWith !== undefined || entries.length > 0
  );
}

function settingHolds(
  value: SettingValue | undefined,
  { is, in: among }: { readonly is?: Scalar | undefined; readonly in?: readonly Scalar[] | undefined },
): boolean {
  const equals = (wanted: Scalar): boolean => (Array.isArray(value) ? value.includes(wanted) : value === wanted);
  if (is !== undefined && !equals(is)) return false;
  if (among !== undefined && !among.some(equals)) return false;
  return (
    is !== undefined ||
    among !== undefined ||
    !(value === undefined || value === null || value === '' || value === false)
  );
}

/** Returns the value and its text, so that a number equals both 5 and "5". */
function scalarsOf({ data, text }: Entry): readonly Scalar[] {
  const value = data?.kind === 'scalar' || data?.kind === 'string' ? data.value : null;
  return [...(value === null ? [] : [value, String(value)]), ropeText(text)];
}

/** Returns the text of an entry, or the keys of an object. */
function namesOf({ data, text }: Entry): readonly string[] {
  return data?.kind === 'object' ? data.entries.map(({ key }) => key) : [ropeText(text)];
}

/** Describes a condition in words, for the reason of an omission. */
export function describe(condition: Condition): string {
  if ('all' in condition) return condition.all.map(inGroup).join(' and ') || 'always';
  if ('any' in condition) return condition.any.map(inGroup).join(' or ') || 'never';
  if ('not' in condition) return `not ${inGroup(condition.not)}`;
  if ('first' in condition) return `it is the first where ${describe(condition.first)}`;
  if ('present' in condition) return `there is ${condition.present}`;
  const subject = 'setting' in condition ? condition.setting : condition.source;
  const list = (values: readonly Scalar[]): string => values.map(String).join(', ');
  const parts = [
    ...(condition.is === undefined ? [] : [`is ${String(condition.is)}`]),
    ...(condition.in === undefined ? [] : [`is one of ${list(condition.in)}`]),
    ...('contains' in condition && condition.contains !== undefined
      ? [`contains one of ${list(condition.contains)}`]
      : []),
    ...('startsWith' in condition && condition.startsWith !== undefined ? [`starts with ${condition.startsWith}`] : []),
  ];
  return `${subject} ${parts.join(' and ') || 'is set'}`;
}

function inGroup(condition: Condition): string {
  const words = describe(condition);
  return 'all' in condition || 'any' in condition ? `(${words})` : words;
}

/** Returns the values a setting may have. */
type Possible = (name: string) => readonly Scalar[] | undefined;

/** Returns true if no choice of settings can meet the condition. Checks settings only: files can hold anything. */
export function isImpossible(condition: Condition, possible: Possible): boolean {
  if ('any' in condition) return condition.any.every((each) => isImpossible(each, possible));
  if ('first' in condition) return isImpossible(condition.first, possible);
  if ('all' in condition)
    return condition.all.some((each) => isImpossible(each, possible)) || contradicts(condition.all, possible);
  if ('setting' in condition) return contradicts([condition], possible);
  return 'not' in condition && 'all' in condition.not && condition.not.all.length === 0;
}

/** Returns true if the conditions on one setting leave no possible value. */
function contradicts(conditions: readonly Condition[], possible: Possible): boolean {
  const left = new Map<string, readonly Scalar[]>();
  for (const each of conditions.flatMap(flat)) {
    const [demand, positive] = 'not' in each ? [each.not, false] : [each, true];
    if (!('setting' in demand)) continue;
    const wanted = demand.is === undefined ? demand.in : [demand.is];
    if (wanted === undefined) continue;
    const before = left.get(demand.setting) ?? possible(demand.setting) ?? (positive ? wanted : undefined);
    if (before === undefined) continue;
    const after = before.filter((value) => wanted.includes(value) === positive);
    if (after.length === 0) return true;
    left.set(demand.setting, after);
  }
  return false;
}

function flat(condition: Condition): readonly Condition[] {
  return 'all' in condition ? condition.all.flatMap(flat) : [condition];
}
