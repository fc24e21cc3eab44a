import type { LeafSpan } from '../../document/layout';
import { part, system } from './example';
import type { Rule, RuleProblem } from './types';

const shortest = 80;

/** The same paragraph twice costs twice and gives two places to change. */
export const duplicateText: Rule = {
  id: 'duplicate-text',
  title: 'The same text twice',
  severity: 'info',
  about: 'A paragraph of 80 characters or more is sent more than once. Keep one.',
  check({ layouts }) {
    const seen = new Map<string, LeafSpan>();
    const problems: RuleProblem[] = [];
    for (const layout of layouts) {
      for (const leaf of layout.leaves) {
        if (leaf.origin.kind === 'frame') continue;
        let offset = leaf.start;
        for (const paragraph of layout.text.slice(leaf.start, leaf.end).split(/(?<=\n)\s*\n/)) {
          const key = paragraph.trim();
          const at = layout.text.indexOf(key, offset);
          offset = at + key.length;
          if (key.length < shortest) continue;
          const first = seen.get(key);
          if (first === undefined) seen.set(key, leaf);
          else problems.push({ node: leaf.owner, at: { message: layout.message, offset: at }, message: `This text stands already in ${first.owner}: ${JSON.stringify(key.slice(0, 40))}…` });
        }
      }
    }
    return problems;
  },
  examples: {
    good: () => system(part('A', 'L0', 'Short.'), part('B', 'L0', 'Short.')),
    bad: () => system(part('A', 'L0', 'Always explain what a command does before you run it, and wait for a yes when it deletes something.'), part('B', 'L0', 'Always explain what a command does before you run it, and wait for a yes when it deletes something.')),
  },
};
