import type { CacheBreakpoint, ImageNode, PromptDocument, PromptMessage, PromptNode } from '../document/types';
import { finding, type Finding } from '../sources/findings';

/** A run of text, or an image; `mark` is the breakpoint that stands at the end of the text. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string; readonly mark?: CacheBreakpoint }
  | { readonly type: 'image'; readonly image: ImageNode };

export interface MessageParts {
  readonly message: PromptMessage;
  readonly parts: readonly ContentPart[];
  /** A list of parts rather than one text: there is an image, a mark, or a section that is a part of its own. */
  readonly list: boolean;
}

/** Providers take four breakpoints in one request; further ones are left out with a warning. */
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
 * Splits every message into the parts a provider is sent. A mark goes on the last text before it, never on an image;
 * a message without any text is marked as an empty one.
 */
export function partsOf(
  document: PromptDocument,
  breakpoints: readonly CacheBreakpoint[],
): { readonly messages: readonly MessageParts[]; readonly warnings: readonly Finding[] } {
  const byNode = new Map(breakpoints.map((each) => [each.after, each]));
  const placed = new Set<CacheBreakpoint>();
  const messages = document.messages.map((message) => splitMessage(message, byNode, placed));
  const warnings = breakpoints
    .filter((each) => !placed.has(each))
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

function splitMessage(
  message: PromptMessage,
  byNode: ReadonlyMap<string, CacheBreakpoint>,
  placed: Set<CacheBreakpoint>,
): MessageParts {
  const parts: ContentPart[] = [];
  let run = '';
  let list = false;
  const flush = (): void => {
    if (run !== '') parts.push({ type: 'text', text: run });
    run = '';
  };
  const mark = (each: CacheBreakpoint | undefined): void => {
    if (each === undefined) return;
    flush();
    const at = parts.findLastIndex((part) => part.type === 'text');
    const last = parts[at];
    if (last?.type !== 'text' || last.mark !== undefined) return;
    parts[at] = { ...last, mark: each };
    placed.add(each);
    list = true;
  };
  const take = (node: PromptNode): void => {
    switch (node.type) {
      case 'text':
        run += node.value;
        return;
      case 'image':
        flush();
        parts.push({ type: 'image', image: node });
        list = true;
        return;
      case 'omitted':
        return;
      case 'section':
        if (node.part === true) {
          flush();
          list = true;
          const before = parts.length;
          node.children.forEach(take);
          flush();
          if (parts.length === before) parts.push({ type: 'text', text: '' });
        } else node.children.forEach(take);
        mark(byNode.get(node.id));
    }
  };
  message.children.forEach(take);
  flush();
  const last = byNode.get(message.id);
  if (last !== undefined && parts.length === 0) parts.push({ type: 'text', text: '' });
  mark(last);
  return { message, parts, list };
}

/** The text of parts that are all text. */
export function partsText(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** As providers spell it; five minutes is what they take when nothing is said. */
export function cacheControl(mark: CacheBreakpoint | undefined): {
  readonly cache_control?: { readonly type: 'ephemeral'; readonly ttl?: '1h' };
} {
  if (mark === undefined) return {};
  return { cache_control: { type: 'ephemeral', ...(mark.ttl === '1h' ? { ttl: '1h' } : {}) } };
}
