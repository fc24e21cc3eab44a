import { part, system } from './example';
import type { Rule } from './types';

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi;

/** A request, session or user id early in the prompt makes each caller's prefix its own. */
export const idInPrefix: Rule = {
  id: 'id-in-prefix',
  title: 'An identifier stands in the cached prefix',
  severity: 'info',
  about: 'A UUID that differs per request, session or user makes a different prefix each time. Put it behind the cached part.',
  check({ layouts }) {
    return layouts.flatMap((layout) => {
      const found = [...layout.text.matchAll(uuid)].flatMap((match) => {
        const leaf = layout.leaves.find(({ start, end }) => match.index >= start && match.index < end);
        return leaf === undefined || leaf.tier === 'active' ? [] : [{ leaf, offset: match.index }];
      });
      const first = found[0];
      if (first === undefined) return [];
      return [{ node: first.leaf.owner, at: { message: layout.message, offset: first.offset }, message: found.length === 1 ? 'A UUID stands in text that should stay the same' : `${found.length} UUIDs stand in text that should stay the same` }];
    });
  },
  examples: {
    good: () => system(part('Identity', 'L0', 'You are Ada.'), part('Request', 'active', 'Request 3f2b8c1e-9a4d-4e6f-8b1a-2c3d4e5f6a7b')),
    bad: () => system(part('Identity', 'L0', 'You are Ada in session 3f2b8c1e-9a4d-4e6f-8b1a-2c3d4e5f6a7b.')),
  },
};
