import { allTools } from '../../document/tool-text';
import type { NodeId, PromptDocument, Tier } from '../../document/types';
import { firstDivergence, type Divergence } from './divergence';
import type { Analysis } from '../types';
import { sameUnit, unitsOf, unitTokens, type Unit } from './units';

export type ChangeKind = 'same' | 'changed' | 'added' | 'removed';

export interface SectionChange {
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly kind: ChangeKind;
  /** Tokens after minus tokens before, if both are counted. A section that is the same can lose one to the next. */
  readonly tokens: number;
  /** Its tokens on each side; null where it is not sent, or nothing was counted. */
  readonly counts: { readonly before: number | null; readonly after: number | null };
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The newer build has it as an omission. */
  readonly omitted: boolean;
  /** It is the text of the node outside its parts. */
  readonly isOwnText: boolean;
}

export interface Comparison {
  /** Their tokens and those of the overhead add up to `tokens`. */
  readonly changes: readonly SectionChange[];
  readonly first: Divergence | undefined;
  readonly tokens: number;
  /** How many of these are of the overhead: role markers, request framing, the tool preamble. */
  readonly overhead: number;
}

/** What a comparison lists: what reads differently, and what counts differently where its neighbour changed. */
export function listedChanges({ changes }: Pick<Comparison, 'changes'>): readonly SectionChange[] {
  return changes.filter(({ kind, tokens }) => kind !== 'same' || tokens !== 0);
}

/** As a list shows it: own text is told apart from the node around it. */
export function changeLabel({ id, name, isOwnText }: Pick<SectionChange, 'id' | 'name' | 'isOwnText'>): string {
  return isOwnText ? `${id} (${name})` : id;
}

/** Compares two builds section by section, keyed by id, in the order of the newer one. */
export function compareDocuments(
  before: PromptDocument,
  after: PromptDocument,
  counts?: { readonly before: Analysis; readonly after: Analysis },
): Comparison {
  const old = new Map(unitsOf(before).map((unit) => [unit.id, unit]));
  const moved = movedParts(before, after);
  const changes: SectionChange[] = [];
  const seen = new Set<NodeId>();
  const add = (was: Unit | undefined, now: Unit | undefined): void => {
    const unit = now ?? was;
    if (unit === undefined) return;
    const kind = kindOf(was, now, moved);
    // A node whose text is all in its parts has no own text to list, unless they are in another order.
    const isOwnText = (now ?? was)?.own !== undefined || was?.own !== undefined;
    if (isOwnText && kind !== 'changed' && (was?.text ?? '') === '' && (now?.text ?? '') === '') return;
    const countOf = (side: Unit | undefined, analysis: Analysis | undefined): number | null =>
      side === undefined || side.omitted || analysis === undefined ? null : unitTokens(side, analysis);
    const [first, second] = [countOf(was, counts?.before), countOf(now, counts?.after)];
    changes.push({
      id: unit.id,
      name: unit.name,
      tier: unit.tier,
      kind,
      tokens: (second ?? 0) - (first ?? 0),
      counts: { before: first, after: second },
      before: was === undefined || was.omitted ? undefined : was.text,
      after: now === undefined || now.omitted ? undefined : now.text,
      omitted: now?.omitted ?? false,
      isOwnText: unit.own !== undefined,
    });
  };
  for (const unit of unitsOf(after)) {
    seen.add(unit.id);
    add(old.get(unit.id), unit);
  }
  for (const was of old.values()) if (!seen.has(was.id) && !was.omitted) add(was, undefined);
  return {
    changes,
    first: firstDivergence(before, after),
    tokens: counts === undefined ? 0 : counts.after.total.tokens - counts.before.total.tokens,
    overhead: counts === undefined ? 0 : counts.after.overhead.tokens - counts.before.overhead.tokens,
  };
}

function kindOf(was: Unit | undefined, now: Unit | undefined, moved: ReadonlySet<NodeId>): ChangeKind {
  if (now === undefined) return 'removed';
  if (was === undefined || was.omitted) return now.omitted ? 'same' : 'added';
  if (now.omitted) return 'removed';
  return sameUnit(was, now) && !moved.has(now.id) ? 'same' : 'changed';
}

/** The first tool and the first message that stand elsewhere among those of both sides. */
function movedParts(before: PromptDocument, after: PromptDocument): ReadonlySet<NodeId> {
  const moved = (was: readonly { readonly id: NodeId }[], now: typeof was): readonly NodeId[] => {
    // The next request of a session usually goes on where this one ends.
    if (was.every(({ id }, index) => now[index]?.id === id)) return [];
    const [there, here] = [new Set(was.map(({ id }) => id)), new Set(now.map(({ id }) => id))];
    const order = was.filter(({ id }) => here.has(id));
    const first = now.filter(({ id }) => there.has(id)).find(({ id }, index) => order[index]?.id !== id);
    return first === undefined ? [] : [first.id];
  };
  return new Set([...moved(allTools(before.tools), allTools(after.tools)), ...moved(before.messages, after.messages)]);
}
