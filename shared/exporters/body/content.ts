import type { JsonText } from '../../document/json-text';
import type {
  CacheBreakpoint,
  ImageNode,
  PromptDocument,
  PromptMessage,
  PromptNode,
  SectionNode,
} from '../../document/types';
import { allTools } from '../../document/tool-text';
import { finding, type Finding } from '../../sources/findings';
import { append } from '../../sources/text/append';

/** A content block to be written; `mark` is the breakpoint at its end. */
export type Content =
  | { readonly kind: 'text'; readonly text: string; readonly mark?: CacheBreakpoint }
  | { readonly kind: 'image'; readonly image: ImageNode; readonly mark?: CacheBreakpoint }
  | {
      readonly kind: 'document' | 'tool-call' | 'tool-result' | 'thinking' | 'opaque';
      readonly section: SectionNode;
      /** The blocks inside it; a plain text result has one. */
      readonly inner: readonly Content[];
      readonly mark?: CacheBreakpoint;
    };

export interface MessageContent {
  readonly message: PromptMessage;
  readonly content: readonly Content[];
  /** True for a list of blocks, false for one text. */
  readonly isList: boolean;
  /** True for system messages before the conversation. Later ones keep their position. */
  readonly isPreamble: boolean;
  /** Other fields of its texts, such as `citations`. */
  readonly textFields: readonly JsonText[];
}

/** Providers accept four breakpoints per request; others are dropped with a warning. */
const maxBreakpoints = 4;

export function limitBreakpoints(document: PromptDocument): {
  readonly kept: readonly CacheBreakpoint[];
  readonly warnings: readonly Finding[];
} {
  const warnings = document.breakpoints
    .slice(maxBreakpoints)
    .map((each) =>
      finding(
        'warning',
        'export-breakpoint-limit',
        `Breakpoint after ${each.after} left out: a request takes ${maxBreakpoints}`,
        undefined,
        { node: each.id },
      ),
    );
  return { kept: document.breakpoints.slice(0, maxBreakpoints), warnings };
}

/**
 * Turns each message into content blocks. In a prompt that an assembler built, a mark goes on the last text before it;
 * in a sent request, on the exact block.
 */
export function contentOf(
  document: PromptDocument,
  breakpoints: readonly CacheBreakpoint[],
): { readonly messages: readonly MessageContent[]; readonly warnings: readonly Finding[] } {
  const byNode = new Map(breakpoints.map((each) => [each.after, each]));
  const placed = new Set<CacheBreakpoint>();
  const wasSent = document.sent !== undefined;
  let isPreamble = true;
  const messages = document.messages.map((message) => {
    isPreamble &&= message.purpose === 'system';
    const split = new Split(byNode, placed, wasSent);
    split.takeAll(message.children);
    split.markMessage(message.id);
    return { message, content: split.content, isList: split.isList, isPreamble, textFields: split.textFields };
  });
  const toolIds = new Set<string>(allTools(document.tools).map(({ id }) => id));
  const warnings = [...byNode.values()]
    .filter((each) => !placed.has(each) && !toolIds.has(each.after))
    .map((each) =>
      finding(
        'warning',
        'export-breakpoint-unplaced',
        `Breakpoint after ${each.after} left out: there is no text of its own to mark`,
        undefined,
        { node: each.id },
      ),
    );
  return { messages, warnings };
}

class Split {
  readonly content: Content[] = [];
  readonly textFields: JsonText[] = [];
  isList = false;
  #run = '';
  readonly #byNode: ReadonlyMap<string, CacheBreakpoint>;
  readonly #placed: Set<CacheBreakpoint>;
  readonly #wasSent: boolean;

  constructor(byNode: ReadonlyMap<string, CacheBreakpoint>, placed: Set<CacheBreakpoint>, wasSent: boolean) {
    this.#byNode = byNode;
    this.#placed = placed;
    this.#wasSent = wasSent;
  }

  takeAll(nodes: readonly PromptNode[]): void {
    for (const node of nodes) this.#take(node);
    this.#flush();
  }

  /** A mark on a message without content needs an empty text block. */
  markMessage(id: string): void {
    if (this.content.length === 0 && this.#byNode.has(id)) this.content.push({ kind: 'text', text: '' });
    this.mark(id);
  }

  mark(id: string): void {
    const each = this.#byNode.get(id);
    if (each === undefined) return;
    this.#flush();
    const at = this.#wasSent ? this.content.length - 1 : this.content.findLastIndex(({ kind }) => kind === 'text');
    const last = this.content[at];
    if (last === undefined || last.mark !== undefined) return;
    this.content[at] = { ...last, mark: each };
    this.#placed.add(each);
    this.isList = true;
  }

  #take(node: PromptNode): void {
    switch (node.type) {
      case 'text':
        this.#run += node.value;
        return;
      case 'omitted':
        return;
      case 'image':
        this.#push({ kind: 'image', image: node });
        return;
      case 'section':
        this.#section(node);
        this.mark(node.id);
    }
  }

  #section(node: SectionNode): void {
    const { block } = node;
    if (block === undefined) {
      for (const child of node.children) this.#take(child);
      return;
    }
    const inner = new Split(this.#byNode, this.#placed, this.#wasSent);
    inner.takeAll(node.children);
    append(this.textFields, inner.textFields);
    if (block.kind !== 'text') {
      const kind = block.kind === 'image' ? 'opaque' : block.kind;
      this.#push({ kind, section: node, inner: inner.content });
      return;
    }
    this.#flush();
    if (block.fields !== '{}') this.textFields.push(block.fields);
    const blocks: readonly Content[] = inner.content.length === 0 ? [{ kind: 'text', text: '' }] : inner.content;
    for (const each of blocks) this.#push(each);
  }

  #push(content: Content): void {
    this.#flush();
    this.content.push(content);
    this.isList = true;
  }

  #flush(): void {
    if (this.#run !== '') this.content.push({ kind: 'text', text: this.#run });
    this.#run = '';
  }
}

/** Joins the text of blocks that are all text. */
export function plainText(content: readonly Content[]): string {
  return content.map((each) => (each.kind === 'text' ? each.text : '')).join('');
}

/** As in the Anthropic and OpenRouter APIs. Five minutes is their default and is not written. */
export function cacheControl(mark: CacheBreakpoint | undefined): {
  readonly cache_control?: { readonly type: 'ephemeral'; readonly ttl?: '1h' };
} {
  if (mark === undefined) return {};
  return { cache_control: { type: 'ephemeral', ...(mark.ttl === '1h' ? { ttl: '1h' } : {}) } };
}
