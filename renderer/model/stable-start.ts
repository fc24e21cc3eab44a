import type { CountedDocument, TokenCount } from '../../shared/analysis/types';
import type { PromptDocument } from '../../shared/document/types';
import { hasActiveText } from './counts';

/**
 * Tokens of the request before its first text that changes every time: from where the ruler and the cache count,
 * framing first. Undefined if there is no such text.
 */
export function stableStart({ document, analysis }: CountedDocument): TokenCount | undefined {
  if (!hasActiveText(analysis)) return undefined;
  const { cacheable, overhead, overheads = [], total } = analysis;
  const marks = overheads.find(({ name }) => name === 'role markers')?.count;
  const messages = document.messages.length;
  const later = messages - startedBefore(document);
  const more = (key: 'tokens' | 'low' | 'high'): number => {
    const share = marks === undefined || messages === 0 ? 0 : Math.floor(marks[key] / messages);
    return cacheable[key] + overhead[key] - later * share;
  };
  return { ...cacheable, tokens: more('tokens'), low: more('low'), high: more('high'), method: total.method };
}

/** How many messages begin before the first active text; a message that begins with it does not. */
function startedBefore({ messages }: PromptDocument): number {
  for (const [index, message] of messages.entries()) {
    const sections = message.children.filter((child) => child.type === 'section');
    const tiers = (sections.length === 0 ? [message] : sections).map(({ tier }) => tier);
    if (tiers.includes('active')) return tiers[0] === 'active' ? index : index + 1;
  }
  return messages.length;
}
