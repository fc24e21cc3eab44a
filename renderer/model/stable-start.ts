import { framedPrefixTokens, prefixTokens } from '../../shared/analysis/count/prefix-tokens';
import type { CountedDocument, TokenCount } from '../../shared/analysis/types';
import type { NodeId, PromptDocument } from '../../shared/document/types';
import { hasActiveText } from './counts';

/**
 * Tokens of the request before its first text that changes every time: from where the ruler and the cache count,
 * framing first. Undefined if there is no such text.
 */
export function stableStart({ document, analysis }: CountedDocument): TokenCount | undefined {
  if (!hasActiveText(analysis)) return undefined;
  const { cacheable } = analysis;
  const last = lastStable(document);
  if (last === undefined) return cacheable;
  const [plain, framed] = [
    prefixTokens(document, analysis).get(last),
    framedPrefixTokens(document, analysis).get(last),
  ];
  if (plain === undefined || framed === undefined) return cacheable;
  const more = (key: 'tokens' | 'low' | 'high'): number => cacheable[key] + framed[key] - plain[key];
  return { ...cacheable, tokens: more('tokens'), low: more('low'), high: more('high'), method: analysis.total.method };
}

/** The last tool, message or section before the first active one. */
function lastStable({ tools, messages }: PromptDocument): NodeId | undefined {
  let last = tools.at(-1)?.id;
  for (const message of messages) {
    const sections = message.children.filter((child) => child.type === 'section');
    for (const { id, tier } of sections.length === 0 ? [message] : sections) {
      if (tier === 'active') return last;
      last = id;
    }
  }
  return last;
}
