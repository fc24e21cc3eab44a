import { tiers, type SectionNode } from '../../document/types';
import { part, system } from './example';
import type { Rule } from './types';

/** A cached prefix ends at the first byte that changed: slow text behind fast text is written again whenever the fast text moves. */
export const volatileBeforeStable: Rule = {
  id: 'volatile-before-stable',
  title: 'Fast text before slow text',
  severity: 'info',
  about: 'A section that changes often stands before one that rarely does, so the slow one is cached in vain. Move the fast section behind it.',
  check({ document, analysis }) {
    return document.messages.flatMap((message) => {
      const sections = message.children.filter((child): child is SectionNode => child.type === 'section');
      return sections.flatMap((fast, index) => {
        const slower = sections.slice(index + 1).filter((other) => tiers.indexOf(other.tier) < tiers.indexOf(fast.tier));
        const isFirst = !sections.slice(0, index).some((earlier) => tiers.indexOf(earlier.tier) >= tiers.indexOf(fast.tier));
        if (slower.length === 0 || !isFirst) return [];
        const tokens = slower.reduce((sum, other) => sum + (analysis.tokens[other.id]?.tokens ?? 0), 0);
        const names = slower.map((other) => other.name).join(', ');
        return [{ node: fast.id, message: `${fast.name} (${fast.tier}) stands before slower text (${names}, ${tokens} tokens)`, note: `Move ${fast.name} behind ${slower.at(-1)?.name}.` }];
      });
    });
  },
  examples: {
    good: () => system(part('Identity', 'L0', 'You are Ada.'), part('Tools', 'L1', 'Use grep.'), part('Task', 'active', 'Fix it.')),
    bad: () => system(part('Task', 'active', 'Fix it.'), part('Identity', 'L0', 'You are Ada.')),
  },
};
