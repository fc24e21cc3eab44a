import { allTools } from '../../document/tool-text';
import type { NodeId, PromptDocument } from '../../document/types';
import type { Encoding } from '../../tokenizers/types';
import { createCounting, type Counting } from './counting';
import { addCounts, countOf, nothing, type Interval } from './counts';
import { CountMemo } from './memo';
import { ownEstimate } from './own-estimate';
import type { Model } from '../models';
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
    sent.push(counted.total);
    if (!isActive)
      cacheable.push(
        counted.beforeActive === undefined ? counted.total : countOf(counted.beforeActive, counted.total.method, label),
      );
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
    ...(calibration === undefined ? {} : { calibration }),
  };
}

/**
 * Without a prototype, V8 uses dictionary mode from the first key: filling takes a quarter of the time, and no id
 * collides with a method.
 */
function emptyTokens(): Record<NodeId, TokenCount> {
  return Object.create(null) as Record<NodeId, TokenCount>;
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
