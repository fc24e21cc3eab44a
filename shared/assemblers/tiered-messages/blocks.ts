import { memoByIdentity, memoLast } from '../../basics/memo';
import { frame, joinWith, nodeId, omitted, section, sourceId, text } from '../../document/builders';
import type { NodeId, Omission, PromptNode, SectionNode, Tier } from '../../document/types';
import { fileRope } from '../../sources/text/rope';
import type { SourceFile } from '../../sources/types';
import { fileName, type Content } from './input/content';
import { own, type Placement } from './tracker/placement';
import { itemKey, thresholds, type CachedTier } from './tracker/types';

/** Ids are made of the item, not of its tier, so an item keeps its id when it moves. */
export const fileId = (path: string): NodeId => nodeId('file', path);
export const symbolId = (path: string): NodeId => nodeId('symbol', path);
export const historyId = (index: number): NodeId => nodeId('history', String(index));

const fence = '```';

/** tiered-messages, rule 4: the path, then a fence without a language tag. The fence adds one final newline. */
export function fileSection(source: SourceFile, path: string, tier: Tier): SectionNode {
  return lastSection(source, [path, tier], () => formatFile(source, path, tier));
}

/** Returns the same section object for the same file in the same tier. */
const lastSection = memoLast<SourceFile, SectionNode>();

function formatFile(source: SourceFile, path: string, tier: Tier): SectionNode {
  const final = source.text.endsWith('\r\n') ? 2 : source.text.endsWith('\n') ? 1 : 0;
  return section(fileId(path), path, tier, [
    frame(`${path}\n${fence}\n`),
    ...fileRope(source, 0, source.text.length - final),
    frame(`\n${fence}`),
  ]);
}

/** Returns the offset of a line that would close the fence early. */
export function fenceBreak(source: SourceFile): number | undefined {
  const at = findFence(source);
  return at === -1 ? undefined : at;
}

const findFence = memoByIdentity(({ text }: SourceFile): number =>
  text.includes(fence) ? text.search(/^ {0,3}```/m) : -1,
);

function lostFile(path: string, tier: Tier, content: Content): PromptNode {
  return omitted(fileId(path), path, tier, lostReason(path, content));
}

export function lostReason(path: string, content: Content): Omission {
  const excluded = content.unreadable.get(path);
  const lost = content.missing.get(fileName(path));
  if (lost?.why === 'untrusted') return { reason: 'untrusted', paths: [lost.path] };
  if (excluded === undefined && content.sources.get(fileName(path))?.text === '')
    return { reason: 'source-empty', source: sourceId(path) };
  if (excluded === undefined || excluded === 'missing') return { reason: 'source-missing', looked: [path] };
  const problem = {
    binary: 'it is binary',
    'too-large': 'it is too large',
    'symlink-outside': 'it is a link out of the folder',
    'no-file': 'it is not a file',
  }[excluded];
  return { reason: 'source-broken', source: sourceId(path), problem };
}

function symbolText(path: string, content: Content) {
  return text(content.symbols.blocks.get(path) ?? '', { kind: 'derived', by: 'symbol map', from: [sourceId(path)] });
}

/** Returns the symbol block, or an omitted node if the prompt has the file's full text. */
export function symbolNode(path: string, tier: CachedTier, content: Content, { hidden }: Placement): PromptNode {
  const block = symbolText(path, content);
  if (hidden.has(path))
    return omitted(symbolId(path), path, tier, { reason: 'overridden', by: itemKey('file', path) }, [block]);
  return section(symbolId(path), path, tier, [block]);
}

export function waitingSymbol(
  path: string,
  content: Content,
  { hidden }: Placement,
): PromptNode & { readonly type: 'omitted' } {
  const block = symbolText(path, content);
  if (hidden.has(path))
    return omitted(symbolId(path), path, 'active', { reason: 'overridden', by: itemKey('file', path) }, [block]);
  const item = own(content.state.items, itemKey('symbol', path));
  const condition =
    item === undefined
      ? 'in a cached tier (not tracked yet)'
      : `in a cached tier (unchanged for ${item.n} of ${thresholds.active.promote} turns)`;
  return omitted(symbolId(path), path, 'active', { reason: 'condition-false', condition }, [block]);
}

/**
 * Puts a heading over items, as one section. If no item has text, returns only the omitted nodes, without the heading.
 */
export function headed(
  id: NodeId,
  name: string,
  tier: Tier,
  header: string,
  separator: string,
  items: readonly PromptNode[],
): readonly PromptNode[] {
  if (items.every((item) => item.type === 'omitted')) return items;
  return [section(id, name, tier, [frame(header), ...joinWith(separator, items)])];
}

export function filesOf(
  paths: readonly string[],
  lost: readonly string[],
  tier: Tier,
  content: Content,
  { names }: Placement,
): readonly PromptNode[] {
  const nodes: PromptNode[] = [];
  for (const path of paths) {
    const source = content.sources.get(names.get(path) ?? fileName(path));
    if (source !== undefined) nodes.push(fileSection(source, path, tier));
  }
  for (const path of lost) nodes.push(lostFile(path, tier, content));
  return nodes;
}
