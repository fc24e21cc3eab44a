import { childWith, someLeafFrom } from '../../document/extent';
import type { LeafSpan, MessageLayout } from '../../document/layout';
import { clock, part, system } from './example';
import { prefixTokens } from '../prefix-tokens';
import type { Rule } from './types';

/** The clock is the classic silent invalidator: one minute later nothing behind it is read from the cache. */
export const clockInPrefix: Rule = {
  id: 'clock-in-prefix',
  title: 'The clock stands before other text',
  severity: 'warning',
  about: 'Text from the clock changes every minute, so everything behind it is sent uncached. Put it last, or into the last user message.',
  check({ layouts, special, analysis, document }) {
    for (const [index, layout] of layouts.entries()) {
      const message = document.messages[index];
      const leaf = special[index]?.find((each) => isClock(layout, each));
      if (leaf === undefined || message === undefined) continue;
      const hasTextBehind = index < layouts.length - 1 || someLeafFrom(message, leaf.end + 1, ({ origin }) => origin.kind !== 'frame' && origin.kind !== 'environment');
      if (!hasTextBehind) return [];
      const ends = prefixTokens(document, analysis);
      const around = childWith(message, leaf.start);
      const holder = around?.type === 'section' ? around.id : layout.message;
      const last = document.messages.at(-1);
      const behind = (last === undefined ? 0 : (ends.get(last.id)?.tokens ?? 0)) - (ends.get(holder)?.tokens ?? 0);
      const isLast = index === layouts.length - 1 && message.role === 'system';
      return [
        {
          node: leaf.owner,
          at: { message: layout.message, offset: leaf.start },
          message: `The clock stands in the prefix: the ${behind} tokens behind it${isLast ? ', and the conversation after them,' : ''} cannot be read from the cache a minute later`,
          note: 'Move the time to the end of the prompt or into the last user message, or send only the date.',
        },
      ];
    }
    return [];
  },
  examples: {
    good: () => system(part('Date', 'L0', [clock('Wednesday, February 25, 2026')]), part('Identity', 'L0', 'You are Ada.'), part('Context', 'active', [clock()])),
    bad: () => system(part('Context', 'L3', [clock()]), part('Memories', 'L3', '- The user is Ada')),
  },
};

const timeOfDay = /\d[:.h]\d\d|T\d\d|\b\d{10,}\b/;

/** A date alone changes once a day, which costs one request. */
export function isClock(layout: MessageLayout, { origin, start, end }: LeafSpan): boolean {
  return origin.kind === 'environment' && origin.key === 'now' && timeOfDay.test(layout.slice(start, end));
}
