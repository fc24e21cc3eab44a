/** Which setting would let a part in that is left out. The answer is found by building, not by guessing. */
import type { NodeId } from '../../../shared/document/types';
import { findNode } from '../../../shared/document/walk';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';

export interface SettingTry {
  readonly name: string;
  readonly label: string;
  readonly value: string | boolean;
  readonly valueText: string;
}

/** More builds than this would keep the user waiting. */
const mostTries = 24;

/** Every other value of every toggle and choice; first those that the reason names. */
export function settingTries(
  { specs, controls }: Pick<Inspection, 'specs' | 'controls'>,
  reason: string,
): readonly SettingTry[] {
  const words = reason.toLowerCase();
  const tries = specs.flatMap((spec): readonly SettingTry[] => {
    const control = controls.find(({ name }) => name === spec.name);
    const now = control?.value ?? spec.default ?? null;
    const common = { name: spec.name, label: spec.label };
    if (spec.kind === 'toggle') return [{ ...common, value: now !== true, valueText: now === true ? 'off' : 'on' }];
    if (spec.kind !== 'choice') return [];
    const choices = control?.choices ?? spec.values?.map((value) => ({ value, label: value })) ?? [];
    return choices
      .filter(({ value }) => value !== now && value !== '')
      .map(({ value, label }) => ({ ...common, value, valueText: label }));
  });
  const isNamed = ({ name, label, valueText }: SettingTry): number =>
    [name, label, valueText].filter((word) => word.length > 2 && words.includes(word.toLowerCase())).length;
  return tries.toSorted((a, b) => isNamed(b) - isNamed(a)).slice(0, mostTries);
}

/** How many tokens the part has in this build; null if it is left out there too. */
export function tokensInside({ document, analysis }: Inspection, id: NodeId): number | null {
  const node = findNode(document, id);
  return node === undefined || node.type === 'omitted' ? null : (analysis.tokens[id]?.tokens ?? 0);
}
