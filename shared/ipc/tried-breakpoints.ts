import type { PromptDocument } from '../document/types';
import type { Tried, TriedBreakpoints } from './cache-panel';

type Breakpoint = Readonly<TriedBreakpoints[number]>;

/** The breakpoints in a document; one that moves with the end of the request is placed after the last message. */
export function triedIn(
  { breakpoints, end }: { readonly breakpoints: readonly Breakpoint[]; readonly end: Tried['end'] },
  { messages }: PromptDocument,
): readonly Breakpoint[] {
  const last = messages.at(-1);
  return end === 'off' || last === undefined ? breakpoints : [...breakpoints, { after: last.id, tier: 'L3', ttl: end }];
}
