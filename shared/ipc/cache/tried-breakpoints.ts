import { breakpoint, nodeId } from '../../document/builders';
import type { CacheBreakpoint, PromptDocument } from '../../document/types';
import type { Tried, TriedBreakpoints } from './cache-panel';

type Breakpoint = Readonly<TriedBreakpoints[number]>;

interface Placement {
  readonly breakpoints: readonly Breakpoint[];
  readonly end: Tried['end'];
}

/** The breakpoints in a document; one that moves with the end of the request is placed after the last message. */
export function triedIn({ breakpoints, end }: Placement, { messages }: PromptDocument): readonly CacheBreakpoint[] {
  const last = messages.at(-1);
  const all: readonly Breakpoint[] =
    end === 'off' || last === undefined ? breakpoints : [...breakpoints, { after: last.id, tier: 'L3', ttl: end }];
  return all.map(({ after, tier, ttl }) => breakpoint(nodeId(after), tier, ttl));
}

/** The document with other breakpoints. What was sent had its own, so it is no longer that. */
export function withTried({ sent: _sent, ...document }: PromptDocument, placement: Placement): PromptDocument {
  return { ...document, breakpoints: triedIn(placement, document) };
}
