/** Which earlier request each one continues: sessions interleave conversations, titles and subagents. */
import { sharedTextEnds } from '../../basics/shared-ends';
import { wholeToolText } from '../../document/tool-text';
import type { PromptDocument } from '../../document/types';
import { nodeText } from '../../document/walk';
import type { Block, CacheRequest } from '../simulate/blocks';
import { hashText } from '../simulate/hash';

interface AddedRequest {
  readonly request: CacheRequest;
  readonly document: PromptDocument;
  readonly model: string;
  readonly thread: string | undefined;
  readonly chain: readonly string[];
  readonly isAnswered: boolean;
}

/** How many requests back a changed start is looked for. */
const mostCompared = 20;
/** Two texts with this share in common are one text that changed. */
const likeness = 0.5;

export class Lineage {
  readonly #requests: AddedRequest[] = [];
  /** The latest request with this start. */
  readonly #byStart = new Map<string, number>();
  /** The latest request with this system prompt and first message. */
  readonly #byMessage = new Map<string, number>();
  readonly #byThread = new Map<string, number>();

  /**
   * Index of the request that this one continues; undefined if it begins a conversation. In this order: the latest of
   * its thread, the latest with the same system prompt and first message, the one with the longest start in common, the
   * latest of its model whose system prompt is alike. Equal tools alone make no conversation: subagents have them too.
   * No request continues one that was not answered.
   */
  add(
    request: CacheRequest,
    document: PromptDocument,
    model: string,
    thread?: string,
    isAnswered = true,
  ): number | undefined {
    const chain = this.#chainOf(request);
    const message = messageKey(request);
    const found =
      (thread === undefined ? undefined : this.#byThread.get(thread)) ??
      this.#sameThread(this.#byMessage.get(message), thread) ??
      this.#longestStart(request, chain, thread) ??
      this.#alike(request, document, model, thread);
    const index = this.#requests.push({ request, document, model, thread, chain, isAnswered }) - 1;
    if (!isAnswered) return found;
    for (const key of chain) this.#byStart.set(key, index);
    this.#byMessage.set(message, index);
    if (thread !== undefined) this.#byThread.set(thread, index);
    return found;
  }

  /**
   * A hash of the request up to each block. Parameters are left out: a request whose parameters changed still continues
   * the one before.
   */
  #chainOf({ blocks }: CacheRequest): readonly string[] {
    const last = this.#requests.at(-1);
    const chain: string[] = [];
    let isShared = last !== undefined;
    for (const [index, { role, hash }] of blocks.entries()) {
      const was = last?.request.blocks[index];
      isShared &&= was?.hash === hash && was.role === role;
      const key = isShared ? last?.chain[index] : undefined;
      chain.push(key ?? hashText(`${chain.at(-1) ?? ''}|${role}|${hash}`));
    }
    return chain;
  }

  #longestStart({ blocks }: CacheRequest, chain: readonly string[], thread: string | undefined): number | undefined {
    for (let at = chain.length - 1; at >= 0 && blocks[at]?.part !== 'tools'; at -= 1) {
      const found = this.#sameThread(this.#byStart.get(chain[at] ?? ''), thread);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #alike(request: CacheRequest, document: PromptDocument, model: string, thread: string | undefined) {
    for (let back = 1; back <= Math.min(mostCompared, this.#requests.length); back += 1) {
      const index = this.#requests.length - back;
      const earlier = this.#requests[index];
      if (earlier === undefined || earlier.model !== model || !earlier.isAnswered) continue;
      if (this.#sameThread(index, thread) === undefined) continue;
      if (isAlike(firstText(earlier.request, earlier.document), firstText(request, document))) return index;
    }
    return undefined;
  }

  /** A request with a thread never continues one of another thread. */
  #sameThread(index: number | undefined, thread: string | undefined): number | undefined {
    if (index === undefined || thread === undefined) return index;
    const own = this.#requests[index]?.thread;
    return own === undefined || own === thread ? index : undefined;
  }
}

/** The system prompt and the first message of the conversation. */
function messageKey({ blocks }: CacheRequest): string {
  const [system, first] = (['system', 'messages'] as const).map((part) => blocks.find((block) => block.part === part));
  return `${system?.hash ?? ''} ${first?.role ?? ''} ${first?.hash ?? ''}`;
}

/** True if two texts have at least half of the longer one in common at their ends. */
export function isAlike(was: string, now: string): boolean {
  const longer = Math.max(was.length, now.length);
  if (longer === 0) return false;
  const { start, end } = sharedTextEnds(was, now);
  return (start + end) / longer >= likeness;
}

/** The system prompt, or the tools if there is none. */
function firstText({ blocks }: CacheRequest, { tools }: PromptDocument): string {
  const system = blocks.filter(({ part }) => part === 'system');
  return system.length > 0 ? system.map(blockText).join('') : tools.map(wholeToolText).join('');
}

export function blockText({ nodes = [] }: Block): string {
  return nodes.map(nodeText).join('');
}
