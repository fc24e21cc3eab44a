import { clock, part, system } from './example';
import type { Rule } from './types';

/** The clock is the classic silent invalidator: one minute later nothing behind it is read from the cache. */
export const clockInPrefix: Rule = {
  id: 'clock-in-prefix',
  title: 'The clock stands before other text',
  severity: 'warning',
  about: 'Text from the clock changes every minute, so everything behind it is sent uncached. Put it last, or into the last user message.',
  check({ layouts, analysis, document }) {
    const total = document.messages.reduce((sum, message) => sum + (analysis.tokens[message.id]?.tokens ?? 0), 0);
    let before = 0;
    for (const layout of layouts) {
      const leaf = layout.leaves.find(({ origin }) => origin.kind === 'environment' && origin.key === 'now');
      const tokens = analysis.tokens[layout.message]?.tokens ?? 0;
      if (leaf === undefined) {
        before += tokens;
        continue;
      }
      const share = layout.text.length === 0 ? 0 : leaf.end / layout.text.length;
      const behind = Math.round(total - before - tokens * share);
      const hasTextBehind = layout.leaves.some(({ start, origin }) => start > leaf.end && origin.kind !== 'frame' && origin.kind !== 'environment') || layout !== layouts.at(-1);
      if (!hasTextBehind) return [];
      return [
        {
          node: leaf.owner,
          at: { message: layout.message, offset: leaf.start },
          message: `The clock stands here; about ${behind} tokens behind it cannot be read from the cache a minute later`,
          note: 'Move the time to the end of the prompt or into the last user message.',
        },
      ];
    }
    return [];
  },
  examples: {
    good: () => system(part('Identity', 'L0', 'You are Ada.'), part('Context', 'active', [clock()])),
    bad: () => system(part('Context', 'L3', [clock()]), part('Memories', 'L3', '- The user is Ada')),
  },
};
