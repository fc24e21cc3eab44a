import type { BuildCause } from '../../../shared/ipc/inspection/build-cause';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { causeText } from '../cause-text';

type Value = Inspection['settings'][string];

export type Comparison = {
  readonly key: string;
  readonly label: string;
  /** Its name where there is little room, after “only in”. */
  readonly side: string;
} & (
  | { readonly kind: 'previous' }
  | { readonly kind: 'baseline' }
  | { readonly kind: 'build'; readonly revision: number }
  | { readonly kind: 'setting'; readonly name: string; readonly value: string | boolean }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'architecture'; readonly architecture: string }
);

export const previousBuild: Comparison = {
  key: 'previous',
  label: 'the previous build',
  side: 'the previous build',
  kind: 'previous',
};

const pinnedBaseline: Comparison = {
  key: 'baseline',
  label: 'the pinned build',
  side: 'the pinned build',
  kind: 'baseline',
};

function ofFolder(folder: string): Comparison {
  const side = /[^\\/]+(?=[\\/]*$)/.exec(folder)?.[0] ?? folder;
  return { key: `folder:${folder}`, label: `the folder ${folder}`, side, kind: 'folder', folder };
}

/** Everything the current build can be compared with, as menu labels. */
export function comparisonChoices(
  inspection: Inspection,
  builds: readonly { readonly revision: number; readonly cause: BuildCause }[],
  hasBaseline: boolean,
  folder: string | null,
): readonly Comparison[] {
  return [
    previousBuild,
    ...(hasBaseline ? [pinnedBaseline] : []),
    ...(folder === null ? [] : [ofFolder(folder)]),
    ...inspection.architectures
      .filter(({ id, detected }) => detected && id !== inspection.architecture)
      .map(({ id, title }): Comparison => ({
        key: `architecture:${id}`,
        label: `read as ${title}`,
        side: title,
        kind: 'architecture',
        architecture: id,
      })),
    ...inspection.specs.flatMap((spec) => otherValues(inspection, spec)),
    ...builds
      .slice(0, -1)
      .toReversed()
      .map((build): Comparison => ({
        key: `build:${build.revision}`,
        label: `revision ${build.revision}: ${causeText(build.cause, inspection.specs)}`,
        side: `revision ${build.revision}`,
        kind: 'build',
        revision: build.revision,
      })),
  ];
}

function otherValues(inspection: Inspection, spec: Inspection['specs'][number]): readonly Comparison[] {
  const control = inspection.controls.find((each) => each.name === spec.name);
  const now: Value = control?.value ?? spec.default ?? null;
  const of = (value: string | boolean, label: string): Comparison => ({
    key: `setting:${spec.name}=${String(value)}`,
    label: `${spec.label}: ${label}`,
    side: `${spec.label} (${label})`,
    kind: 'setting',
    name: spec.name,
    value,
  });
  if (spec.kind === 'toggle') return [of(now !== true, now === true ? 'off' : 'on')];
  if (spec.kind !== 'choice') return [];
  const choices = control?.choices ?? spec.values?.map((value) => ({ value, label: value })) ?? [];
  return choices
    .filter((choice) => choice.value !== now && choice.value !== '')
    .map((choice) => of(choice.value, choice.label));
}
