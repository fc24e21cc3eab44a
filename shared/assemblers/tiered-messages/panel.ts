import { memoLast } from '../../basics/memo';
import { nodeId } from '../../document/builders';
import type { NodeId, PromptDocument, PromptNode, Tier } from '../../document/types';
import { nodeText, visit } from '../../document/walk';
import type { SourceFile } from '../../sources/types';
import type { TiersPanel } from '../panels';
import { fileId, fileSection, historyId, symbolId } from './blocks';
import { fileName, type Content } from './input/content';
import type { CountTokens } from './count';
import { historyTokens } from './input/history';
import { own, type Placement } from './tracker/placement';
import { byKey, itemKey, readKey, thresholds, type ItemKey } from './tracker/types';

type Row = TiersPanel['items'][number];

const tierOrder: Readonly<Record<Tier, number>> = { L0: 0, L1: 1, L2: 2, L3: 3, active: 4 };

const systemKeys: ReadonlyMap<NodeId, ItemKey> = new Map([
  [nodeId('L0', 'system'), 'system:prompt'],
  [nodeId('L0', 'systemExtra'), 'system:extra'],
  [nodeId('L0', 'legend'), 'system:legend'],
]);

/**
 * Lists every item with its tier and the reason. Includes items that are sent but not tracked (system prompt, URLs).
 */
export function tiersPanel(
  content: Content,
  placement: Placement,
  document: PromptDocument,
  count: CountTokens,
): TiersPanel {
  const urls: Row[] = [];
  const system: Row[] = [];
  const see = (node: PromptNode): void => {
    if (node.type !== 'section') return;
    const key = systemKeys.get(node.id);
    const row =
      key === undefined && !node.id.startsWith('url/')
        ? undefined
        : { label: node.name, tokens: count(nodeText(node)), threshold: null, node: node.id };
    if (row === undefined) node.children.forEach(see);
    else if (key === undefined)
      urls.push({
        ...row,
        key: node.id.replace('/', ':'),
        kind: 'url',
        tier: 'active',
        n: 0,
        why: 'fetched pages are always active',
      });
    else system.push({ ...row, key, kind: 'system', tier: 'L0', n: thresholds.L0.entry, why: 'always in L0' });
  };
  for (const message of document.messages)
    if (message.id === nodeId('L0') || message.id === nodeId('urls')) message.children.forEach(see);
  const items = [...system, ...trackedRows(content, placement, document, count), ...urls];
  return { turn: content.state.turn, items, moves: content.state.moves, target: content.target };
}

/** A row, and the file its tokens are counted from. */
interface Tracked {
  readonly row: Row;
  readonly name: string | undefined;
  readonly source: SourceFile | undefined;
}

/** With the same placement, a row changes only if its file's tokens change. */
const lastRows = memoLast<Placement, { tracked: readonly Tracked[] }>();

function trackedRows(
  content: Content,
  placement: Placement,
  document: PromptDocument,
  count: CountTokens,
): readonly Row[] {
  const kept = lastRows(placement, [count], () => ({ tracked: trackAll(content, placement, document, count) }));
  const rows: Row[] = [];
  let isNew = false;
  const tracked = kept.tracked.map((each): Tracked => {
    const source = each.name === undefined ? undefined : content.sources.get(each.name);
    const now =
      source === each.source || source === undefined
        ? each
        : {
            ...each,
            source,
            row: { ...each.row, tokens: count(nodeText(fileSection(source, each.row.label, each.row.tier))) },
          };
    isNew ||= now !== each;
    rows.push(now.row);
    return now;
  });
  if (isNew) kept.tracked = tracked;
  return rows;
}

function trackAll(
  content: Content,
  placement: Placement,
  document: PromptDocument,
  count: CountTokens,
): readonly Tracked[] {
  const shown = new Set<NodeId>();
  visit(document, (node) => shown.add(node.id));
  const keys = new Set<ItemKey>([
    ...Object.keys(content.state.items),
    ...placement.working.map((path) => itemKey('file', path)),
    ...placement.waiting.map((path) => itemKey('symbol', path)),
    ...placement.activeHistory.map(({ index }) => itemKey('history', index)),
  ]);
  const counts = freshCounts(content, document, count);
  const present = new Set(content.repository);
  const isGone = (path: string): boolean =>
    content.repository !== undefined && !present.has(path) && !content.sources.has(fileName(path));
  const selected = new Set(content.fields.files.map(({ path }) => path));
  const causes = new Map(content.state.moves.map(({ key, cause }) => [key, cause]));
  const tracked = [...keys].flatMap((key): readonly Tracked[] => {
    const item = readKey(key);
    if (item === undefined) return [];
    const state = own(content.state.items, key);
    const tier = state?.tier ?? 'active';
    const node = nodeOf(item);
    const label = item.kind === 'history' ? `Message ${Number(item.name) + 1}` : item.name;
    const [n, threshold, tokens] = [
      state?.n ?? 0,
      item.kind === 'history' && tier === 'active' ? null : thresholds[tier].promote,
      counts.get(key) ?? state?.tokens ?? 0,
    ];
    const cause = causes.get(key);
    const why =
      item.kind !== 'history' && isGone(item.name)
        ? ['no longer in the repository, the next turn drops it', cameBy(tier, cause, content)]
            .filter(Boolean)
            .join('; ')
        : whyHere(item, { tier, n, threshold }, cause, selected, content, placement);
    const name = item.kind === 'file' ? placement.names.get(item.name) : undefined;
    // No object spread here: there may be thousands of rows, and spreading is slow.
    const row: Row = shown.has(node)
      ? { key, kind: item.kind, label, tier, n, threshold, tokens, why, node }
      : { key, kind: item.kind, label, tier, n, threshold, tokens, why };
    return [{ row, name, source: name === undefined ? undefined : content.sources.get(name) }];
  });
  const order = ({ row }: Tracked): number => tierOrder[row.tier];
  return tracked.toSorted((a, b) => order(a) - order(b) || byKey(a.row.key, b.row.key));
}

type Item = NonNullable<ReturnType<typeof readKey>>;

function nodeOf({ kind, name }: Item): NodeId {
  switch (kind) {
    case 'file':
      return fileId(name);
    case 'symbol':
      return symbolId(name);
    case 'history':
      return historyId(Number(name));
  }
}

/** Counts the current text, which may differ from what the state saw last. */
function freshCounts(content: Content, document: PromptDocument, count: CountTokens): ReadonlyMap<ItemKey, number> {
  const counts = new Map<ItemKey, number>();
  for (const [path, tokens] of content.symbols.tokens) counts.set(itemKey('symbol', path), tokens);
  for (const entry of content.history.entries) counts.set(itemKey('history', entry.index), historyTokens(entry, count));
  visit(document, (node) => {
    if (node.type === 'section' && node.id.startsWith('file/'))
      counts.set(itemKey('file', node.name), count(nodeText(node)));
  });
  return counts;
}

function whyHere(
  item: Item,
  { tier, n, threshold }: Pick<Row, 'tier' | 'n' | 'threshold'>,
  cause: string | undefined,
  selected: ReadonlySet<string | undefined>,
  content: Content,
  { hidden: unshown }: Placement,
): string {
  const hidden = item.kind === 'symbol' && unshown.has(item.name) ? 'not shown, the full file is; ' : '';
  const deselected =
    item.kind === 'file' && tier !== 'active' && !selected.has(item.name)
      ? 'no longer selected, it stays until it changes or is deleted; '
      : '';
  const came = cameBy(tier, cause, content);
  return hidden + deselected + [came, comesNext(tier, n, threshold)].filter((part) => part !== '').join('; ');
}

function cameBy(tier: Tier, cause: string | undefined, { started }: Content): string {
  if (cause !== undefined) return `last turn: ${cause}`;
  return started && tier !== 'active' ? 'placed at start-up' : '';
}

function comesNext(tier: Tier, n: number, threshold: number | null): string {
  if (tier === 'L0') return 'stays until it changes';
  if (threshold === null) return 'joins L3 when L3 is rewritten';
  return tier === 'active'
    ? `${n} of ${threshold} turns unchanged`
    : `may rise after ${threshold} turns unchanged, when the tier above is rewritten or empty`;
}
