import { allTools } from '../../document/tool-text';
import type { NodeId, PromptDocument, PromptMessage } from '../../document/types';
import type { Encoding } from '../../tokenizers/types';
import { createCounting, type Counting } from './counting';
import { addCounts, countOf, nothing, type Interval } from './counts';
import { earlierThinking, type EarlierThinking } from './earlier-thinking';
import { CountMemo } from './memo';
import { ownEstimate } from './estimates/own-estimate';
import { findModel, type Model } from '../models';
import type { Analysis, Calibration, Overhead, TokenCount } from '../types';

/** Counts everything once: each message is encoded whole, and a token belongs to the leaf with its first character. */
export function analyze(
  document: PromptDocument,
  model: Model,
  encoding: Encoding,
  calibration?: Calibration,
): Analysis {
  return analyzeWith(document, createCounting(model, encoding, calibration), new CountMemo());
}

/** Same, reusing what `memo` has from the previous build. */
export function analyzeWith(document: PromptDocument, counting: Counting, memo: CountMemo): Analysis {
  const { model, method, label, calibration } = counting;
  const thinking = earlierThinking(document, model);
  const gone = new Set(thinking?.fate === 'left-out' ? thinking.blocks : []);
  const thought: TokenCount[] = [];
  const tokens = emptyTokens();
  const sent: TokenCount[] = [];
  const cacheable: TokenCount[] = [];
  let isActive = false;
  const tools = allTools(document.tools);
  for (const tool of tools) {
    const count = memo.tool(tool, counting);
    tokens[tool.id] = count;
    sent.push(count);
    cacheable.push(count);
  }
  for (const message of document.messages) {
    const counted = memo.message(message, counting);
    for (const [id, count] of counted.counts) tokens[id] = count;
    const left = leaveOut(message, gone, tokens);
    for (const each of left) thought.push(each);
    const total = left.length === 0 ? counted.total : minus(counted.total, left);
    tokens[message.id] = total;
    sent.push(total);
    if (!isActive)
      cacheable.push(counted.beforeActive === undefined ? total : countOf(counted.beforeActive, total.method, label));
    isActive ||= counted.beforeActive !== undefined;
  }
  for (const each of document.aside) {
    const count = memo.absent(each, counting);
    if (count !== undefined) tokens[each.id] = count;
  }
  memo.keepOnly(new Set([...tools, ...document.messages, ...document.aside].map(({ id }) => id)));

  const overheads = overheadsOf(document, model);
  const overhead = addCounts(
    overheads.map(({ count }) => count),
    'formula',
    ownEstimate('request framing'),
  );
  return {
    model: { id: model.id, label: model.label, provider: model.provider, contextWindow: model.contextWindow },
    method,
    tokens,
    overhead,
    overheads,
    total: addCounts([...sent, overhead], method, label),
    cacheable: addCounts(cacheable, method, label),
    ...thinkingOf(thinking, thought, tokens, { method, label }),
    ...(calibration === undefined ? {} : { calibration }),
  };
}

/** Sets the counts of what is left out of a message to nothing, and returns what they were. */
function leaveOut(
  { children }: PromptMessage,
  gone: ReadonlySet<NodeId>,
  tokens: Record<NodeId, TokenCount>,
): readonly TokenCount[] {
  if (gone.size === 0) return [];
  return children.flatMap((child) => {
    const count = child.type === 'section' && gone.has(child.id) ? tokens[child.id] : undefined;
    if (count === undefined || child.type !== 'section') return [];
    tokens[child.id] = countOf(nothing, count.method, count.encoding);
    return [count];
  });
}

function minus(total: TokenCount, left: readonly TokenCount[]): TokenCount {
  const sum = addCounts(left, total.method, total.encoding);
  return {
    ...total,
    tokens: total.tokens - sum.tokens,
    low: total.low - sum.low,
    high: total.high - sum.high,
  };
}

function thinkingOf(
  thinking: EarlierThinking | undefined,
  left: readonly TokenCount[],
  tokens: Readonly<Record<NodeId, TokenCount>>,
  { method, label }: Pick<Counting, 'method' | 'label'>,
): Pick<Analysis, 'earlierThinking'> {
  if (thinking === undefined || thinking.fate === 'kept') return {};
  const { fate, blocks } = thinking;
  const counts = fate === 'left-out' ? left : blocks.flatMap((id) => tokens[id] ?? []);
  return { earlierThinking: { fate, blocks, count: addCounts(counts, method, label) } };
}

/**
 * Without a prototype, V8 uses dictionary mode from the first key: filling takes a quarter of the time, and no id
 * collides with a method.
 */
function emptyTokens(): Record<NodeId, TokenCount> {
  return Object.create(null) as Record<NodeId, TokenCount>;
}

/** The same counts for a document that got its first tool, or lost its last one: the hidden tool instructions. */
export function withPreamble(analysis: Analysis, document: PromptDocument): Analysis {
  const { model, overheads, total } = analysis;
  if (overheads === undefined) return analysis;
  const isPreamble = ({ name }: Overhead): boolean => name === 'tool preamble';
  const own = overheadsOf(document, findModel(model.id, model.provider)).filter(isPreamble);
  const was = overheads.filter(isPreamble);
  if (own.length === was.length) return analysis;
  const kept = overheads.filter((each) => !isPreamble(each));
  const all = [...kept, ...own];
  const overhead = addCounts(
    all.map(({ count }) => count),
    'formula',
    ownEstimate('request framing'),
  );
  const { method, encoding } = total;
  const shifted = (key: 'tokens' | 'low' | 'high'): number => total[key] - analysis.overhead[key] + overhead[key];
  return {
    ...analysis,
    overheads: all,
    overhead,
    total: { method, encoding, tokens: shifted('tokens'), low: shifted('low'), high: shifted('high') },
  };
}

/** Framing of the request, role markers of its messages, and the hidden tool instructions, once for all tools. */
function overheadsOf({ messages, tools }: PromptDocument, { overhead }: Model): readonly Overhead[] {
  if (messages.length === 0) return [];
  const times = ({ low, tokens, high }: Interval, count: number): Interval => ({
    low: low * count,
    tokens: tokens * count,
    high: high * count,
  });
  const parts: readonly (readonly [Overhead['name'], Interval, boolean])[] = [
    ['request framing', overhead.perRequest, false],
    ['role markers', times(overhead.perMessage, messages.length), false],
    ['tool preamble', tools.length > 0 ? overhead.tools : nothing, overhead.toolsPublished],
  ];
  return parts.flatMap(([name, interval, published]) =>
    interval.high === 0
      ? []
      : [
          {
            name,
            count: published
              ? countOf(interval, 'formula', `${name}, as published`)
              : countOf(interval, 'estimated', ownEstimate(name)),
          },
        ],
  );
}
