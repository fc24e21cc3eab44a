import type { NodeId, PromptNode } from '../../document/types';
import type { CacheRequest } from './blocks';
import { nodeHash } from './node-hash';
import { partInvalidatedBy, prefixesOf, type Prefix } from './prefix';
import type { RulePack } from '../packs/rule-pack';

/** Where a request diverges from the previous one. */
export interface FirstDifference {
  /** The first tool, message or section that differs. */
  readonly node: NodeId;
  /** The request parameter that differs, if the text up to there is equal. */
  readonly parameter?: string;
  /** True for thinking that the previous request had and the model no longer sees. */
  readonly isLeftOut?: true;
}

/** A block is cached as a whole, but the reported cause is the first difference in it. */
export function firstDifference(
  request: CacheRequest,
  prefixes: readonly Prefix[],
  previous: CacheRequest | undefined,
  pack: RulePack,
): FirstDifference | undefined {
  if (previous === undefined) return undefined;
  const before = prefixesOf(previous, pack);
  const index = prefixes.findIndex(({ key }, at) => before[at]?.key !== key);
  const [block, was] = [request.blocks[index], previous.blocks[index]];
  if (block === undefined || was === undefined) return undefined;
  const [thought] = was.nodes ?? [];
  if (thought?.type === 'section' && request.leftOut?.includes(thought.id) === true)
    return { node: thought.id, isLeftOut: true };
  if (block.role === was.role && block.hash === was.hash) {
    const names = new Set([...Object.keys(request.parameters), ...Object.keys(previous.parameters)]);
    const parameter = [...names].find(
      (name) =>
        request.parameters[name] !== previous.parameters[name] &&
        pack.order.indexOf(partInvalidatedBy(pack, name)) <= pack.order.indexOf(block.part),
    );
    return { node: block.id, ...(parameter === undefined ? {} : { parameter }) };
  }
  if (block.part !== was.part || block.role !== was.role || block.nodes === undefined || was.nodes === undefined)
    return { node: block.id };
  // If a breakpoint moved, the blocks are cut differently, so the rest of the message is compared as one.
  const rest = ({ blocks }: CacheRequest): readonly PromptNode[] => {
    const last = blocks.findIndex(({ endsMessage }, at) => at >= index && endsMessage);
    return blocks.slice(index, last + 1).flatMap(({ nodes }) => nodes ?? []);
  };
  return { node: firstNode(rest(previous), rest(request)) ?? block.id };
}

/** The deepest section with the first text that differs; undefined if it is in no section. */
function firstNode(was: readonly PromptNode[], now: readonly PromptNode[]): NodeId | undefined {
  const [before, after] = [was.filter(isSent), now.filter(isSent)];
  const index = Array.from({ length: Math.max(before.length, after.length) }).findIndex(
    (_, at) => hashAt(before, at) !== hashAt(after, at),
  );
  const [earlier, node] = [before[index], after[index] ?? before[index]];
  if (node === undefined || node.type === 'text') return undefined;
  if (node.type === 'section' && earlier?.type === 'section' && earlier.id === node.id)
    return firstNode(earlier.children, node.children) ?? node.id;
  return node.id;
}

function hashAt(nodes: readonly PromptNode[], at: number): string | undefined {
  const node = nodes[at];
  return node === undefined ? undefined : nodeHash(node);
}

function isSent({ type }: PromptNode): boolean {
  return type !== 'omitted';
}
