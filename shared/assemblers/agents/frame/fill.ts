import type { JsonPath, PromptNode } from '../../../document/types';
import { nodeText } from '../../../document/walk';
import type { FrameHole, LearnedFrame } from '../../../sources/learned-frame';
import type { Stretch } from '../types';
import { changedAt, listChangedAt, parseObject, textAt, type Json } from './json';
import type { FrameRules } from './types';

/** A hole with what goes into it. */
export interface Filling {
  readonly hole: FrameHole;
  /** With the agent's own words around it. */
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly nodes: readonly PromptNode[];
  /** Offset in the frame's text, and how many of its characters give way. */
  readonly at: number;
  readonly replaced: number;
  /** There is text to send, but the capture does not tell the agent's words around it. */
  readonly isUnknown: boolean;
  /** An older version of the text may stand in the frame. */
  readonly isDoubtful: boolean;
}

export interface FilledFrame {
  readonly body: Json;
  readonly fillings: readonly Filling[];
}

/** Puts stretches into the holes of a frame: the whole request. Undefined if the frame's body is broken. */
export function fillFrame(
  frame: LearnedFrame,
  rules: Pick<FrameRules, 'labels'>,
  stretches: readonly Stretch[],
): FilledFrame | undefined {
  const empty = parseObject(frame.body);
  if (empty === undefined) return undefined;
  const fillings = frame.holes.map((hole) => fillingOf(hole, empty, nodesFor(hole, frame.holes, stretches)));
  const body = fillings.toReversed().reduce((at, filling) => put(at, filling, rules), empty);
  return { body, fillings };
}

/** A hole for one file takes that file's section; the hole for the rest of such a stretch takes the others. */
function nodesFor(
  { stretch, piece }: FrameHole,
  holes: readonly FrameHole[],
  stretches: readonly Stretch[],
): readonly PromptNode[] {
  const nodes = stretches.find(({ key }) => key === stretch)?.nodes ?? [];
  if (piece !== undefined) return nodes.filter((node) => node.type === 'section' && node.id === piece);
  const pieces = holes.filter((hole) => hole.stretch === stretch).map((hole) => hole.piece);
  if (pieces.every((each) => each === undefined)) return nodes;
  // What stands between two files there is not known.
  return nodes.filter((node) => node.type !== 'text' && !pieces.includes('id' in node ? node.id : ''));
}

function fillingOf(hole: FrameHole, empty: Json, nodes: readonly PromptNode[]): Filling {
  const made = nodes.map(nodeText).join('');
  const isUnknown = made !== '' && hole.around === undefined;
  const isSent = made !== '' && !isUnknown;
  const { before, after } = (isSent ? hole.around : undefined) ?? { before: '', after: '' };
  const text = isSent ? before + made + after : '';
  const at = 'at' in hole ? hole.at : 0;
  const isHeld =
    isSent && hole.unmarked === true && 'text' in hole && textAt(empty, hole.text).slice(0, at).endsWith(text);
  const held = isHeld ? text.length : 0;
  const replaced = held + (isSent ? (hole.replaces ?? 0) : 0);
  const isDoubtful = isSent && hole.unmarked === true && !isHeld;
  return { hole, nodes, before, after, text, at: at - held, replaced, isUnknown, isDoubtful };
}

/** Filled from the last hole to the first, so that the places before stay as they are. */
function put(body: Json, { hole, text, at, replaced }: Filling, { labels }: Pick<FrameRules, 'labels'>): Json {
  if (text === '') return body;
  if ('text' in hole)
    return changedAt(body, hole.text, (value) =>
      typeof value === 'string' ? value.slice(0, at) + text + value.slice(at + replaced) : value,
    );
  const list: JsonPath = hole.part.slice(0, -1);
  const index = Number(hole.part.at(-1));
  const longer = listChangedAt(body, list, (parts) => parts.toSpliced(index, 0, { type: 'input_text', text }));
  const label = labels?.of[hole.stretch];
  return labels === undefined || label === undefined
    ? longer
    : listChangedAt(longer, [...list.slice(0, -1), ...labels.path], (all) => all.toSpliced(index, 0, label));
}
