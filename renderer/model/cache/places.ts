/** Where a cache breakpoint may stand: behind a whole tool, section or message, never inside one. */
import type { BlockKind, CacheBreakpoint, NodeId, PromptDocument, Tier } from '../../../shared/document/types';
import type { RulerPlan } from '../sections/ruler';

export interface BreakpointPlace {
  readonly node: NodeId;
  readonly name: string;
  readonly tier: CacheBreakpoint['tier'];
  /** Tokens up to here, as the ruler draws them. */
  readonly at: number;
  /** Why a provider would refuse a breakpoint here; empty if it would not. */
  readonly refused: string;
}

const refusals: Partial<Readonly<Record<BlockKind, string>>> = {
  thinking: 'A thinking block takes no breakpoint.',
};

/** In sending order. What ends at the same token is one place: the outermost, which is what providers mark. */
export function breakpointPlaces({ tools, messages }: PromptDocument, plan: RulerPlan): readonly BreakpointPlace[] {
  const found = new Map<number, BreakpointPlace>();
  const add = (node: NodeId, name: string, tier: Tier, refused = ''): void => {
    const at = plan.ends.get(node);
    if (at === undefined || at === 0) return;
    found.set(at, { node, name, tier: tier === 'active' ? 'L3' : tier, at, refused });
  };
  for (const { id, name, tier } of tools) add(id, name, tier);
  messages.forEach((message, index) => {
    for (const child of message.children)
      if (child.type === 'section')
        add(child.id, child.name, child.tier, child.block === undefined ? '' : refusals[child.block.kind]);
    add(message.id, messages.length === 1 ? 'the end' : `message ${index + 1}`, message.tier);
  });
  return [...found.values()].toSorted((a, b) => a.at - b.at);
}

/** The legal place within `reach` tokens of `at`, or why there is none. */
export function placeNear(
  places: readonly BreakpointPlace[],
  at: number,
  reach: number,
  taken: ReadonlySet<NodeId>,
): { readonly place: BreakpointPlace } | { readonly refused: string } {
  const [nearest] = places.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  if (nearest === undefined) return { refused: 'This request has no place for a breakpoint.' };
  if (Math.abs(nearest.at - at) > reach) {
    const inside = places.find((place) => place.at > at) ?? nearest;
    return { refused: `Not inside ${inside.name}: a breakpoint comes after a whole block.` };
  }
  if (nearest.refused !== '') return { refused: nearest.refused };
  if (taken.has(nearest.node)) return { refused: `There is a breakpoint after ${nearest.name} already.` };
  return { place: nearest };
}

/** The next legal place in a direction: what an arrow key does. */
export function placeBeside(
  places: readonly BreakpointPlace[],
  node: NodeId,
  step: 1 | -1,
  taken: ReadonlySet<NodeId>,
): BreakpointPlace | undefined {
  const here = places.findIndex((place) => place.node === node);
  const further = step === 1 ? places.slice(here + 1) : places.slice(0, Math.max(0, here)).toReversed();
  return further.find((place) => place.refused === '' && !taken.has(place.node));
}
