import { toolText } from '../../document/tool-text';
import type { NodeId, OmittedNode, PromptMessage, ToolNode } from '../../document/types';
import { countAbsent, countMessage, type AbsentCount, type CountedMessage } from './count-message';
import type { Encoded } from '../../tokenizers/types';
import type { Counting } from './counting';
import { countOf, scale } from './counts';
import { sameTexts } from '../compare/same-message';
import type { TokenCount } from '../types';

/**
 * Counts of the previous build, by node id. An analysis with a memo equals one without: it only skips unchanged nodes.
 */
export class CountMemo {
  readonly #messages = new Map<NodeId, CountedMessage>();
  readonly #seeds = new Map<NodeId, Encoded>();
  readonly #tools = new Map<
    NodeId,
    { readonly counting: Counting; readonly tool: ToolNode; readonly text: string; readonly count: TokenCount }
  >();
  readonly #absent = new Map<NodeId, { readonly counting: Counting } & AbsentCount>();

  message(message: PromptMessage, counting: Counting): CountedMessage {
    const counted = countMessage(message, counting, this.#messages.get(message.id), this.#seeds.get(message.id));
    this.#messages.set(message.id, counted);
    this.#seeds.delete(message.id);
    return counted;
  }

  /** The message's text, encoded elsewhere; used if the text is still the same. */
  seed(id: NodeId, encoded: Encoded): void {
    this.#seeds.set(id, encoded);
  }

  tool(tool: ToolNode, counting: Counting): TokenCount {
    const cached = this.#tools.get(tool.id);
    if (cached?.counting === counting && cached.tool === tool) return cached.count;
    const text = toolText(tool);
    const count = cached?.counting === counting && cached.text === text ? cached.count : countTool(text, counting);
    this.#tools.set(tool.id, { counting, tool, text, count });
    return count;
  }

  absent(node: OmittedNode, counting: Counting): TokenCount | undefined {
    const cached = this.#absent.get(node.id);
    if (cached?.counting === counting && sameTexts(cached.node.would, node.would)) return cached.count;
    const count = countAbsent(node, counting);
    this.#absent.set(node.id, { counting, node, count });
    return count;
  }

  /** The message as last counted, even if its text has changed. */
  last(id: NodeId): CountedMessage | undefined {
    return this.#messages.get(id);
  }

  /** Drops what the document no longer has. */
  keepOnly(ids: ReadonlySet<NodeId>): void {
    for (const map of [this.#messages, this.#seeds, this.#tools, this.#absent])
      for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
  }
}

/** How a provider renders a tool definition is not published, so the count is never exact. */
const toolSpread = { low: 0.7, high: 1.15 };

function countTool(text: string, counting: Counting): TokenCount {
  const { low, ratio, high } = counting.overall;
  const isRule = counting.method === 'formula';
  const spread = isRule ? { low, ratio, high } : { low: low * toolSpread.low, ratio, high: high * toolSpread.high };
  return countOf(scale(counting.encoding.count(text), spread), isRule ? 'formula' : 'estimated', counting.label);
}
