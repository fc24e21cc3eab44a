/** How far two requests are the same from their beginning: what a cache could keep of one for the other. */
import type { Snapshot } from '../../../shared/ipc/written/snapshot';
import { firstChange, firstTool, sharedStart } from './compare';

export interface SharedPrefix {
  /** Tokens that both begin with; an estimate inside the part where they differ. */
  readonly tokens: number;
  /** Where they differ first; null if they are equal. */
  readonly endsIn: string | null;
}

/** Tools come first, as providers send them. */
export function sharedPrefix(before: Snapshot, after: Snapshot): SharedPrefix {
  const first = firstChange(before, after);
  if (first === undefined) return { tokens: after.tokens, endsIn: null };
  const tool = firstTool(before, after);
  const isTool = before.tools[tool] !== undefined || after.tools[tool] !== undefined;
  const tools = sum(after.tools.slice(0, tool).map(({ tokens }) => tokens));
  if (isTool) return { tokens: tools, endsIn: first.name };
  const at = sharedStart(before.text, after.text);
  if (at === after.text.length) return { tokens: after.tokens, endsIn: 'the end of this side' };
  const inParts = after.parts.map(({ start, end, tokens }) => {
    const characters = Math.max(0, Math.min(at, end) - start);
    // A part may be empty.
    return { characters, tokens: at >= end ? tokens : characters === 0 ? 0 : (tokens * characters) / (end - start) };
  });
  const shared = tools + sum(inParts.map(({ tokens }) => tokens));
  return { tokens: Math.floor(shared + restOf(after) * restBefore(after, at, inParts)), endsIn: first.name };
}

/** Tokens of no section and no tool: text between the sections, and framing. */
function restOf({ tokens, tools, parts }: Snapshot): number {
  return Math.max(0, tokens - sum(tools.map((each) => each.tokens)) - sum(parts.map((each) => each.tokens)));
}

/** The share of these tokens before `at`, by characters outside the sections. */
function restBefore(
  { text, parts }: Snapshot,
  at: number,
  inParts: readonly { readonly characters: number }[],
): number {
  const outside = text.length - sum(parts.map(({ start, end }) => end - start));
  return outside === 0
    ? at / Math.max(1, text.length)
    : (at - sum(inParts.map(({ characters }) => characters))) / outside;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
