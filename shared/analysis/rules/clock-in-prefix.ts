import { childWith, someLeafFrom } from '../../document/extent';
import type { LeafSpan, MessageLayout } from '../../document/layout';
import { clock, part, system } from './example';
import { prefixTokens } from '../count/prefix-tokens';
import type { Hit } from './texts';
import type { Rule, RuleContext, RuleProblem } from './types';
import { grouped } from '../../basics/grouped';

/** The classic silent cache breaker: a minute later, nothing after the clock is read from the cache. */
export const clockInPrefix: Rule = {
  id: 'clock-in-prefix',
  title: 'The clock is before other text',
  severity: 'warning',
  about:
    'Text from the clock changes every minute, and a prompt cache reads only what is the same from the ' +
    'first character on. Put it last, or into the last user message.',
  check(context) {
    const { layouts, machineOrCutLeaves, analysis, document, limits } = context;
    if (limits.none === true) return [];
    if (document.architecture === 'request') return capturedClock(context);
    for (const [index, layout] of layouts.entries()) {
      const message = document.messages[index];
      const leaf = machineOrCutLeaves[index]?.find((each) => isClock(layout, each));
      if (leaf === undefined || message === undefined) continue;
      const hasTextBehind =
        index < layouts.length - 1 ||
        someLeafFrom(message, leaf.end + 1, ({ origin }) => origin.kind !== 'frame' && origin.kind !== 'environment');
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
          message:
            `The clock is in the prefix: the ${grouped(behind)} tokens after ` +
            `it${isLast ? ', and the conversation after them,' : ''} cannot be read from ${cacheOf(limits)} a ` +
            'minute later',
          note: 'Move the time to the end of the prompt or into the last user message, or send only the date.',
        },
      ];
    }
    return [];
  },
  examples: {
    good: () =>
      system(
        part('Date', 'L0', [clock('Wednesday, February 25, 2026')]),
        part('Identity', 'L0', 'You are Ada.'),
        part('Context', 'active', [clock()]),
      ),
    bad: () => system(part('Context', 'L3', [clock()]), part('Memories', 'L3', '- The user is Ada')),
  },
};

/** Whether an unknown model has a cache is unknown; what a cache of prefixes cannot do is not. */
function cacheOf({ unknown }: RuleContext['limits']): string {
  return unknown === true ? 'a prefix cache (whether this model has one is unknown)' : 'the cache';
}

/** Words before a time that mark it as the current time. */
const telling =
  /(?<![a-z])(?:currently?|now|today|local|date|datetime|time|timestamp|clock|generated|as of)(?![a-z])[^\n]{0,60}$/i;
const written = /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?!\d)|(?<!\d)1[6-9]\d{8}(?:\d{3})?(?!\d)/g;

function times(text: string): readonly Hit[] {
  return [...text.matchAll(written)].flatMap(({ index }) =>
    telling.test(text.slice(Math.max(0, index - 90), index)) ? [{ offset: index }] : [],
  );
}

/**
 * A captured request does not say what came from the clock. Looks for a time of day in its system text that is called
 * the current one.
 */
function capturedClock(context: RuleContext): readonly RuleProblem[] {
  const { document, analysis, layouts, texts, limits } = context;
  const found = texts.find(times).find((each) => each.message.role === 'system' && !texts.isCode(each));
  const index = found === undefined ? -1 : layouts.findIndex(({ message }) => message === found.layout.message);
  const layout = layouts[index];
  if (
    found === undefined ||
    layout === undefined ||
    (index === layouts.length - 1 && layout.length - found.offset < 40)
  )
    return [];
  const ends = prefixTokens(document, analysis);
  const total = document.messages.at(-1);
  const around = childWith(found.message, found.offset);
  const holder = around?.type === 'section' ? around.id : layout.message;
  const behind = (total === undefined ? 0 : (ends.get(total.id)?.tokens ?? 0)) - (ends.get(holder)?.tokens ?? 0);
  return [
    {
      node: layout.leafAt(found.offset)?.owner ?? layout.message,
      at: { message: layout.message, offset: found.offset },
      message:
        `A time of day is in the prefix: if it is the clock, the ${grouped(behind)} tokens after it ` +
        `cannot be read from ${cacheOf(limits)} when it has moved on`,
      note: 'Move the time to the end of the prompt or into the last user message, or send only the date.',
    },
  ];
}

const timeOfDay = /\d[:.h]\d\d|T\d\d|\b\d{10,}\b/;

/** A date alone changes once a day, which costs one request. */
export function isClock(layout: MessageLayout, { origin, start, end }: LeafSpan): boolean {
  return origin.kind === 'environment' && origin.key === 'now' && timeOfDay.test(layout.slice(start, end));
}
