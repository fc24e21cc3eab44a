/** Volatile text as stretches of the ruler. */
import { findNode } from '../../../shared/document/walk';
import type { CauseKind, Mover } from '../../../shared/ipc/cache/cache-view';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { RulerPlan } from '../sections/ruler';

export interface Heat {
  readonly key: string;
  readonly kind: CauseKind;
  readonly cause: string;
  readonly start: number;
  readonly tokens: number;
}

/** If a section has several causes, the first in this list is drawn: the one that changes it most often. */
export const heatKinds: readonly CauseKind[] = ['clock', 'environment', 'key-order', 'setting'];

export const heatNames: Readonly<Record<CauseKind, string>> = {
  clock: 'changes with the clock',
  environment: 'differs on another machine',
  'key-order': 'changes with the order of keys',
  setting: 'changes with a setting',
};

export function heatOf(
  movers: readonly Mover[],
  plan: RulerPlan,
  { document, analysis }: Pick<Inspection, 'document' | 'analysis'>,
): readonly Heat[] {
  const drawn = new Map<string, Heat>();
  for (const kind of heatKinds) {
    for (const { cause, sections } of movers.filter((mover) => mover.cause.kind === kind)) {
      for (const id of sections) {
        const end = plan.ends.get(id);
        const node = findNode(document, id);
        const tokens = analysis.tokens[id]?.tokens;
        // A message whose sections change is not marked itself.
        const isWhole = node?.type === 'message' && node.children.some((child) => child.type === 'section');
        if (end === undefined || tokens === undefined || isWhole || drawn.has(id)) continue;
        drawn.set(id, { key: id, kind, cause: cause.name, start: end - tokens, tokens });
      }
    }
  }
  return [...drawn.values()];
}
