/** The parts of a request that a comparison has rows for: together every byte of it, and every token of its nodes. */
import { memoByIdentity } from '../../basics/memo';
import { ownTextName } from '../../document/own-text';
import { allTools, toolText } from '../../document/tool-text';
import type { NodeId, PromptDocument, PromptMessage, PromptNode, SectionNode, Tier } from '../../document/types';
import { nodeText } from '../../document/walk';
import { append } from '../../sources/text/append';
import { ownCount } from '../count/own-count';
import type { Analysis } from '../types';

export interface Unit {
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly text: string;
  readonly omitted: boolean;
  /** What is sent with the text: the role of a message, the fields of a block or an image. */
  readonly fields: string;
  /** If it is a node's own text, outside its parts. */
  readonly own?: OwnText;
}

export interface OwnText {
  readonly node: PromptMessage | SectionNode;
  /** Its parts, and how much of its own text stands before each. */
  readonly parts: readonly (readonly [NodeId, number])[];
}

/** Tools, sections and messages without parts, images, omitted nodes, and the own text of a node that has parts. */
export function unitsOf(document: PromptDocument): readonly Unit[] {
  const units: Unit[] = allTools(document.tools).map((tool) => ({
    id: tool.id,
    name: tool.name,
    tier: tool.tier,
    text: toolText(tool),
    omitted: false,
    fields: '',
  }));
  for (const message of document.messages) append(units, messageUnits(message));
  return units;
}

/** Cached, because requests of one session share most messages. */
const messageUnits = memoByIdentity(unitsIn);

function unitsIn(message: PromptMessage): readonly Unit[] {
  const units: Unit[] = [];
  const add = (node: PromptNode, tier: Tier): void => {
    if (node.type === 'image') {
      const { id, source, mediaType, data, fields = '' } = node;
      units.push({
        id,
        name: source ?? mediaType,
        tier,
        text: data,
        omitted: false,
        fields: `${mediaType} ${fields}`,
      });
    } else if (node.type === 'omitted')
      units.push({ id: node.id, name: node.name, tier: node.tier, text: '', omitted: true, fields: '' });
    else if (node.type === 'section') addParent(node, node.name, node.block?.fields ?? '');
  };
  const addParent = (node: PromptMessage | SectionNode, name: string, fields: string): void => {
    const { id, tier, children } = node;
    if (hasParts(node)) {
      units.push({ id, name: ownTextName, tier, omitted: false, fields, ...ownTextOf(node) });
      for (const child of children) add(child, tier);
      return;
    }
    units.push({ id, name, tier, text: nodeText(node), omitted: false, fields });
    for (const child of children) if (child.type === 'omitted') add(child, tier);
  };
  addParent(message, message.purpose, `${message.role} ${message.fields ?? ''}`);
  return units;
}

function hasParts({ children }: PromptMessage | SectionNode): boolean {
  return children.some(({ type }) => type === 'section' || type === 'image');
}

function ownTextOf(node: PromptMessage | SectionNode): Pick<Unit, 'text' | 'own'> {
  let text = '';
  const parts: (readonly [NodeId, number])[] = [];
  for (const child of node.children) {
    if (child.type === 'text') text += child.value;
    else if (child.type !== 'omitted') parts.push([child.id, text.length]);
  }
  return { text, own: { node, parts } };
}

/** The tokens of a unit, so that all of them and the overhead add up to the total. */
export function unitTokens({ id, omitted, own }: Unit, { tokens }: Pick<Analysis, 'tokens'>): number {
  if (omitted) return 0;
  return (own === undefined ? tokens[id] : ownCount(own.node, (each) => tokens[each]))?.tokens ?? 0;
}

/** Whether two units read the same in their place: text, what is sent with it, and the order of what is around it. */
export function sameUnit(was: Unit, now: Unit): boolean {
  if (was === now) return true;
  return was.text === now.text && was.fields === now.fields && inSameOrder(was.own?.parts, now.own?.parts);
}

function inSameOrder(was: OwnText['parts'] = [], now: OwnText['parts'] = []): boolean {
  if (was.length === 0 || now.length === 0) return true;
  const [before, after] = [new Map(was), new Map(now)];
  const kept = now.filter(([id]) => before.has(id));
  return was
    .filter(([id]) => after.has(id))
    .every(([id, at], index) => kept[index]?.[0] === id && after.get(id) === at);
}
