/** The variant matrix as the window shows it: what can be varied, and how rows are named and ordered. */
import { byCodePoint } from '../../../shared/basics/code-point-order';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { Matrix, MatrixRow } from '../../../shared/ipc/matrix';

type Value = Inspection['settings'][string];
type Control = Inspection['controls'][number];
type SettingSpec = Inspection['specs'][number];

export interface AxisChoice {
  readonly name: string;
  readonly label: string;
  readonly values: readonly { readonly value: Value; readonly label: string }[];
}

/** Settings with a list of choices; a toggle has two. */
export function axisChoices({ specs, controls }: Pick<Inspection, 'specs' | 'controls'>): readonly AxisChoice[] {
  return specs.flatMap((spec): readonly AxisChoice[] => {
    const control = controls.find(({ name }) => name === spec.name);
    const choices = control?.choices ?? spec.values?.map((value) => ({ value, label: value })) ?? [];
    // The build on screen is one of the variants, even if its value is not a listed choice, such as an unset setting.
    const listed = isOneOf(control, choices, spec.kind) ? choices : [unlisted(control), ...choices];
    const values: AxisChoice['values'] =
      spec.kind === 'toggle'
        ? [
            { value: false, label: 'off' },
            { value: true, label: 'on' },
          ]
        : spec.kind === 'number'
          ? listed.map(({ value, label }) => ({ value: Number(value), label }))
          : spec.kind === 'choice' || spec.kind === 'text'
            ? listed.map(({ value, label }) => ({ value, label: label === '' ? '–' : label }))
            : [];
    return values.length > 1 ? [{ name: spec.name, label: spec.label, values }] : [];
  });
}

function isOneOf(
  control: Control | undefined,
  choices: readonly { readonly value: string }[],
  kind: SettingSpec['kind'],
): boolean {
  if (control === undefined || choices.length === 0) return true;
  const { value } = control;
  if (kind === 'number') return typeof value !== 'number' || choices.some((choice) => Number(choice.value) === value);
  return (
    choices.some((choice) => choice.value === unlisted(control).value) || (value !== null && typeof value !== 'string')
  );
}

function unlisted(control: Control | undefined): { readonly value: string; readonly label: string } {
  const value = typeof control?.value === 'string' || typeof control?.value === 'number' ? String(control.value) : '';
  return { value, label: value === '' ? 'none' : value };
}

/** The first proposal is at most this many variants, so that it can be read at a glance. */
const proposed = 24;

export function proposedAxes(axes: readonly AxisChoice[]): readonly string[] {
  let product = 1;
  const chosen: string[] = [];
  for (const { name, values } of axes) {
    if (product * values.length > proposed) continue;
    product *= values.length;
    chosen.push(name);
  }
  return chosen;
}

export function combinationCount(axes: readonly AxisChoice[], over: readonly string[]): number {
  return axes.reduce((product, { name, values }) => (over.includes(name) ? product * values.length : product), 1);
}

export interface NumberedRow extends MatrixRow {
  /** Build order, from 0. */
  readonly index: number;
}

/** One error outweighs all warnings, and one warning all notes. */
export function findingsWeight({ findings }: Pick<MatrixRow, 'findings'>): number {
  return findings.error * 1e8 + findings.warning * 1e4 + findings.info;
}

export function numbered(rows: readonly MatrixRow[]): readonly NumberedRow[] {
  return rows.map((row, index) => ({ ...row, index }));
}

/** Hashes that several rows share: these rows make the same request. */
export function repeatedHashes(rows: readonly MatrixRow[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { hash } of rows) (seen.has(hash) ? repeated : seen).add(hash);
  return repeated;
}

export function valueLabel(axes: readonly AxisChoice[], name: string, value: Value): string {
  const choice = axes.find((axis) => axis.name === name)?.values.find((each) => each.value === value);
  return choice?.label ?? (typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value));
}

export function variantLabel(matrix: Pick<Matrix, 'axes'>, axes: readonly AxisChoice[], row: MatrixRow): string {
  return matrix.axes.map(({ name }) => valueLabel(axes, name, row.settings[name] ?? null)).join(' · ');
}

/** Whether the row is what is on screen. A setting without a value is off, empty, or not in the row. */
export function isShown(
  { controls }: Pick<Inspection, 'controls'>,
  { axes }: Pick<Matrix, 'axes'>,
  { settings }: MatrixRow,
): boolean {
  return axes.every(({ name }) => {
    const now = controls.find((control) => control.name === name)?.value ?? null;
    const value = settings[name];
    return now === null ? value === undefined || value === false || value === '' : value === now;
  });
}

/** Everything a matrix depends on besides its axes. When one of these changes, its rows are out of date. */
export function matrixInputs(
  {
    architecture,
    workspace,
    modelId,
    settings,
  }: Pick<Inspection, 'architecture' | 'workspace' | 'modelId' | 'settings'>,
  axes: readonly string[],
): string {
  return JSON.stringify([
    architecture,
    workspace,
    modelId,
    Object.entries(settings)
      .filter(([name]) => !axes.includes(name))
      .toSorted(([a], [b]) => byCodePoint(a, b)),
  ]);
}
