import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  combinations,
  countCombinations,
  promptLength,
  requestText,
  sharedByAll,
  sharedPrefixes,
  type Axis,
  type Matrix,
  type MatrixRow,
} from '../../../shared/ipc/matrix';
import type { Control, Settings, SettingSpec, SettingValue } from '../../../shared/assemblers/types';
import { checkSetting, findSpec } from '../../../shared/assemblers/settings';
import { hashText } from '../../../shared/cache/simulate/hash';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { HostError } from '../errors';
import { Linter } from './lint';
import type { Session } from '../session';

/** Nobody reads a longer table, and all its texts stay in memory for the comparison. */
const maxVariants = 500;

export interface WantedAxis {
  readonly name: string;
  /** For a setting without a list of choices, or to try only some of them. */
  readonly values?: readonly SettingValue[] | undefined;
}

export interface MatrixOptions {
  readonly over: readonly WantedAxis[];
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

/** The choices of the settings asked for; if none, of all settings that have choices. */
function axesOf(
  { specs, controls }: Pick<Inspection, 'specs' | 'controls'>,
  over: readonly WantedAxis[],
): readonly Axis[] {
  const choicesOf = (spec: SettingSpec): readonly SettingValue[] =>
    choices(
      spec,
      controls.find(({ name }) => name === spec.name),
    );
  if (over.length === 0)
    return specs.flatMap((spec) => (choicesOf(spec).length > 1 ? [{ name: spec.name, values: choicesOf(spec) }] : []));
  return over.map(({ name, values }) => {
    const spec = findSpec(specs, name);
    if (spec === undefined)
      throw new HostError(
        'bad-arguments',
        `There is no setting "${name}"; there are ${specs.map((each) => each.name).join(', ')}`,
      );
    for (const value of values ?? []) {
      const checked = checkSetting(spec, value);
      if (!checked.ok) throw new HostError('bad-arguments', `The setting ${name} should be ${checked.expected}`);
    }
    const chosen = values ?? choicesOf(spec);
    if (chosen.length === 0)
      throw new HostError('bad-arguments', `${name} has no list of choices; name them: ${name}=one,two`);
    return { name: spec.name, values: chosen };
  });
}

/** The setting's choices. The current value comes first if it is not one of them: unset, or free text. */
function choices(spec: SettingSpec, control: Control | undefined): readonly SettingValue[] {
  if (spec.kind === 'toggle') return [false, true];
  const values = control?.choices?.map(({ value }) => value) ?? spec.values ?? [];
  const all: readonly SettingValue[] =
    spec.kind === 'number' ? values.map(Number) : spec.kind === 'text' || spec.kind === 'choice' ? values : [];
  const now = control?.value ?? '';
  return control === undefined ||
    all.length === 0 ||
    all.includes(now) ||
    (spec.kind === 'number' && typeof now !== 'number')
    ? all
    : [now, ...all];
}

interface Wanted {
  readonly settings: Settings;
  readonly isShown: boolean;
}

/** The first combinations, up to the limit, and always the build on screen: first, if it is none of them. */
function wantedOf(
  axes: readonly Axis[],
  { controls, specs }: Pick<Inspection, 'controls' | 'specs'>,
): readonly Wanted[] {
  const shown: Settings = Object.fromEntries(
    axes.flatMap(({ name }): readonly (readonly [string, SettingValue])[] => {
      const value = controls.find((control) => control.name === name)?.value ?? unset(findSpec(specs, name));
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const isShown = (settings: Settings): boolean =>
    axes.every(({ name }) => isDeepStrictEqual(settings[name], shown[name]));
  const first = combinations(axes, maxVariants).map((settings) => ({ settings, isShown: isShown(settings) }));
  return first.some((each) => each.isShown)
    ? first
    : [{ settings: shown, isShown: true }, ...first.slice(0, maxVariants - 1)];
}

/** The choice that means that the setting has no value; undefined if there is none. */
function unset(spec: SettingSpec | undefined): SettingValue | undefined {
  if (spec?.kind === 'toggle') return false;
  return spec?.kind === 'choice' || spec?.kind === 'text' ? '' : undefined;
}

/** Builds every combination without changing what is shown. When stopped, returns the results so far. */
export async function matrixOf(
  session: Session,
  inspection: Inspection,
  { over, signal, progress }: MatrixOptions,
): Promise<Matrix> {
  const axes = axesOf(inspection, over);
  const wanted = wantedOf(axes, inspection);
  const rows: Omit<MatrixRow, 'shared'>[] = [];
  const texts: string[] = [];
  const linter = new Linter();
  for (const { settings, isShown } of wanted) {
    if (signal?.aborted === true) break;
    const { input, assembled } = await session.variant({ settings });
    const analysis = await session.analyze(assembled.document);
    const linted = linter.lint({ input, assembled, analysis, countFindings: [], modelId: inspection.modelId });
    const findings = [...input.findings, ...assembled.findings, ...linted.findings];
    const count = (severity: 'error' | 'warning' | 'info'): number =>
      findings.filter((each) => each.severity === severity).length;
    const text = requestText(assembled.document);
    texts.push(text);
    rows.push({
      settings,
      usable: assembled.usable,
      tokens: analysis.total,
      findings: { error: count('error'), warning: count('warning'), info: count('info') },
      hash: hashText(text),
      isShown,
    });
    progress?.(rows.length, wanted.length);
    await setImmediate();
  }
  const shared = sharedPrefixes(texts);
  return {
    axes,
    rows: rows.map((row, index) => ({ ...row, shared: promptLength(texts[index] ?? '', shared[index] ?? 0) })),
    combinations: countCombinations(axes),
    sharedByAll: promptLength(texts[0] ?? '', sharedByAll(texts)),
    stopped: rows.length < wanted.length,
  };
}
