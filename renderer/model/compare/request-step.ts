/** Going from one request of a file to another is no edit: what differs is what was sent, block by block. */
import type { PromptDocument, PromptMessage, PromptNode } from '../../../shared/document/types';
import { allTools, toolText } from '../../../shared/document/tool-text';
import { nodeText } from '../../../shared/document/walk';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';

export interface RequestStep {
  /** Numbers of the requests, from 1. */
  readonly from: number;
  readonly to: number;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

/** Null where the build is no step between two requests of one file. */
export function requestStep(before: Inspection, after: Inspection): RequestStep | null {
  if (!isRequestStep(before, after)) return null;
  return { from: numberOf(before), to: numberOf(after), ...blockChanges(before.document, after.document) };
}

export function isRequestStep(before: Inspection, after: Inspection): boolean {
  const { cause } = after;
  if (cause.kind !== 'setting' || after.architecture !== 'request' || before.architecture !== 'request') return false;
  return (
    numberOf(before) !== numberOf(after) && before.workspace === after.workspace && fileOf(before) === fileOf(after)
  );
}

function numberOf({ controls }: Inspection): number {
  return Number(controls.find(({ name }) => name === 'index')?.value ?? 1);
}

function fileOf({ controls }: Inspection): unknown {
  return controls.find(({ name }) => name === 'file')?.value;
}

type Block = PromptMessage | PromptNode;

/** Changed: other bytes at the same place. Markers are no bytes of a block. */
export function blockChanges(
  before: PromptDocument,
  after: PromptDocument,
): Pick<RequestStep, 'changed' | 'added' | 'removed'> {
  const tools = changesIn(
    new Map(allTools(before.tools).map((tool) => [tool.id, tool])),
    new Map(allTools(after.tools).map((tool) => [tool.id, tool])),
    (a, b) => toolText(a) === toolText(b),
  );
  const blocks = changesIn(blocksOf(before), blocksOf(after), isSame);
  return {
    changed: tools.changed + blocks.changed,
    added: tools.added + blocks.added,
    removed: tools.removed + blocks.removed,
  };
}

function changesIn<Thing>(
  before: ReadonlyMap<string, Thing>,
  after: ReadonlyMap<string, Thing>,
  same: (a: Thing, b: Thing) => boolean,
): Pick<RequestStep, 'changed' | 'added' | 'removed'> {
  let [changed, added] = [0, 0];
  for (const [id, item] of after) {
    const earlier = before.get(id);
    if (earlier === undefined) added += 1;
    else if (earlier !== item && !same(earlier, item)) changed += 1;
  }
  return { changed, added, removed: before.size + added - after.size };
}

/** Blocks by id. A message without blocks of its own is one. */
function blocksOf({ messages }: PromptDocument): ReadonlyMap<string, Block> {
  return new Map(
    messages.flatMap((message): readonly (readonly [string, Block])[] => {
      const own = message.children.filter(
        (child) => child.type === 'image' || (child.type === 'section' && child.block !== undefined),
      );
      return own.length === 0
        ? [[message.id, message]]
        : own.flatMap((child) => ('id' in child ? [[child.id, child] as const] : []));
    }),
  );
}

function isSame(a: Block, b: Block): boolean {
  if (a.type !== b.type) return false;
  if (a.type === 'image' && b.type === 'image') return a.data === b.data && a.mediaType === b.mediaType;
  if (a.type === 'section' && b.type === 'section' && a.block?.fields !== b.block?.fields) return false;
  if (a.type === 'message' && b.type === 'message' && a.role !== b.role) return false;
  return nodeText(a) === nodeText(b) && imagesOf(a) === imagesOf(b);
}

function imagesOf(node: Block): string {
  if (node.type === 'image') return node.data;
  return node.type === 'section' || node.type === 'message' ? node.children.map(imagesOf).join('') : '';
}

/** `request 4 → 5: 3 blocks added`. */
export function stepText({ from, to, changed, added, removed }: RequestStep): string {
  const parts = [
    [changed, 'changed'],
    [added, 'added'],
    [removed, 'removed'],
  ] as const;
  const [first, ...more] = parts.filter(([count]) => count > 0);
  if (first === undefined) return `request ${from} → ${to}: the same`;
  const [count, word] = first;
  const rest = more.map(([each, other]) => `, ${each} ${other}`).join('');
  return `request ${from} → ${to}: ${count} ${count === 1 ? 'block' : 'blocks'} ${word}${rest}`;
}
