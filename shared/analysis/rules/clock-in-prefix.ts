import { childWith, extentOf, someLeafFrom } from '../../document/extent';
import type { LeafSpan, MessageLayout } from '../../document/layout';
import { clock, part, system } from './example';
import { weaker } from '../count/counts';
import { prefixTokens } from '../count/prefix-tokens';
import { tokensInSentence } from '../count/show-count';
import type { Hit } from './texts';
import type { TokenCount } from '../types';
import type { Rule, RuleContext, RuleProblem } from './types';
import type { NodeId, PromptMessage } from '../../document/types';

/** The classic silent cache breaker: a minute later, nothing after the clock is read from the cache. */
export const clockInPrefix: Rule = {
  id: 'clock-in-prefix',
  title: 'The clock is before other text',
  severity: 'warning',
  about:
    'Text from the clock changes every minute, and a prompt cache reads only what is the same from the ' +
    'first character on. Put it last, or into the last user message.',
  check(context) {
    const { layouts, machineOrCutLeaves, document, limits } = context;
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
      const behind = tokensBehind(context, message, leaf.end);
      const isLast = index === layouts.length - 1 && message.role === 'system';
      return [
        {
          node: leaf.owner,
          at: { message: layout.message, offset: leaf.start },
          message:
            `The clock is in the prefix: the ${tokensInSentence(behind.tokens, behind.method)} tokens after ` +
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

/** A date with a time of day to the second: enough without a telling word, if it is about when the request went out. */
const full = /(?<![\d-])(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,]\d+)?(Z|[+-]\d{2}:?\d{2})?(?!\d)/g;
/** Words before a time that mark it as no clock. */
const other = /(?:e\.g\.|example|format|such as|like|since|until|before|after)[^\n]{0,20}$/i;

interface Time extends Hit {
  readonly length: number;
  /** Seconds since 1970 if nothing else tells that it is the clock. Without a zone, as if it were UTC. */
  readonly at?: number;
}

function times(text: string): readonly Time[] {
  const told = [...text.matchAll(written)].flatMap(({ index, 0: found }) =>
    telling.test(text.slice(Math.max(0, index - 90), index)) ? [{ offset: index, length: found.length }] : [],
  );
  const bare = [...text.matchAll(full)].flatMap(({ index, 0: found, 1: date, 2: time, 3: zone = 'Z' }): Time[] => {
    const at = Date.parse(`${date}T${time}${zone}`) / 1000;
    const isOther = other.test(text.slice(Math.max(0, index - 60), index));
    return Number.isNaN(at) || isOther ? [] : [{ offset: index, length: found.length, at }];
  });
  return [...told, ...bare].toSorted((a, b) => a.offset - b.offset);
}

/** Local times differ from UTC by at most 14 hours; the rest is for a clock that was read when a session began. */
const nearby = 26 * 3600;

/** Where nobody knows when a request went out, a single time is the clock, and several are a log. */
function isNow({ at }: Time, sentAt: number | undefined, all: readonly Time[]): boolean {
  if (at === undefined) return true;
  return sentAt === undefined ? all.length === 1 : Math.abs(at - sentAt) <= nearby;
}

type Behind = Pick<TokenCount, 'method' | 'tokens'>;

/**
 * Tokens behind a place of a message that a cache could have: up to the last breakpoint where only breakpoints cache,
 * else up to the end. Within a section, by its share of the characters.
 */
function tokensBehind({ document, analysis }: RuleContext, message: PromptMessage, offset: number): Behind {
  const ends = prefixTokens(document, analysis);
  const endOf = (id: NodeId | undefined): number => (id === undefined ? 0 : (ends.get(id)?.tokens ?? 0));
  const around = childWith(message, Math.min(offset, extentOf(message).length - 1));
  const index = around === undefined ? -1 : message.children.indexOf(around);
  const holder = around?.type === 'section' ? around : message;
  const start = holder === message ? 0 : (extentOf(message).starts[index] ?? 0);
  const { length } = extentOf(holder);
  const left = length === 0 ? 0 : Math.max(0, start + length - offset) / length;
  const own = Math.round((analysis.tokens[holder.id]?.tokens ?? 0) * left);
  const byMarkers = document.sent?.form === 'anthropic' || document.sent?.form === 'bedrock';
  const marks = byMarkers ? document.breakpoints : [];
  const cached = marks.every(({ after }) => ends.has(after))
    ? Math.max(0, ...marks.map(({ after }) => endOf(after)))
    : 0;
  const last = cached === 0 ? endOf(document.messages.at(-1)?.id) : cached;
  const isShare = left > 0 && left < 1;
  return {
    tokens: Math.max(0, last - endOf(holder.id) + own),
    method: isShare ? weaker(analysis.method, 'estimated') : analysis.method,
  };
}

/**
 * A captured request does not say what came from the clock. Looks for a time of day in its system text that is called
 * the current one.
 */
function capturedClock(context: RuleContext): readonly RuleProblem[] {
  const { document, layouts, texts, limits } = context;
  const at = Date.parse(document.sent?.at ?? '') / 1000;
  const all = texts.find(times).filter((each) => each.message.role === 'system' && !texts.isCode(each));
  const bare = all.filter((each) => each.at !== undefined);
  const found = all.find((each) => isNow(each, Number.isNaN(at) ? undefined : at, bare));
  const index = found === undefined ? -1 : layouts.findIndex(({ message }) => message === found.layout.message);
  const layout = layouts[index];
  if (
    found === undefined ||
    layout === undefined ||
    (index === layouts.length - 1 && layout.length - found.offset < 40)
  )
    return [];
  const behind = tokensBehind(context, found.message, found.offset + found.length);
  if (behind.tokens === 0) return [];
  return [
    {
      node: layout.leafAt(found.offset)?.owner ?? layout.message,
      at: { message: layout.message, offset: found.offset },
      message:
        'A time of day is in the prefix: if it is the clock, the ' +
        `${tokensInSentence(behind.tokens, behind.method)} tokens after it cannot be read from ${cacheOf(limits)} ` +
        'when it has moved on',
      note: 'Move the time to the end of the prompt or into the last user message, or send only the date.',
    },
  ];
}

const timeOfDay = /\d[:.h]\d\d|T\d\d|\b\d{10,}\b/;

/** A date alone changes once a day, which costs one request. */
export function isClock(layout: MessageLayout, { origin, start, end }: LeafSpan): boolean {
  return origin.kind === 'environment' && origin.key === 'now' && timeOfDay.test(layout.slice(start, end));
}
