import { layoutMessage, type MessageLayout } from '../../document/layout';
import { sameStart } from '../../document/same-ends';
import { memoByIdentity } from '../../basics/memo';
import { sharedTextStart } from '../../basics/shared-ends';
import { wholeToolText } from '../../document/tool-text';
import type {
  ImageNode,
  NodeId,
  Origin,
  PromptDocument,
  PromptMessage,
  PromptNode,
  ToolNode,
} from '../../document/types';
import { utf8Before, utf8Length, utf8LengthOf } from '../../document/utf8-length';

/** Where two requests diverge; the cached prefix ends here. */
export interface Divergence {
  /** The message or tool. */
  readonly message: NodeId;
  /** UTF-16 offset in the message, in both versions. */
  readonly offset: number;
  /** UTF-8 bytes of the request before it. */
  readonly bytes: number;
  readonly node: NodeId;
  /** The origin of the text there after the change (or before, if nothing follows). */
  readonly origin: Origin | undefined;
  /** Offset in the origin's file, if it is a file and the text is verbatim. */
  readonly sourceOffset: number | undefined;
}

/** Characters of two long messages compared at a time. */
const sliceSize = 4096;

export function firstDivergence(sent: PromptDocument, next: PromptDocument): Divergence | undefined {
  const tools = firstTool(sent, next);
  if (tools.found !== undefined) return tools.found;
  const count = Math.max(sent.messages.length, next.messages.length);
  let { bytes } = tools;
  for (let index = 0; index < count; index += 1) {
    const [was, now] = [sent.messages[index], next.messages[index]];
    if (was === undefined || now === undefined) {
      const alone = now ?? was;
      return alone === undefined ? undefined : describeDivergence(layoutMessage(alone), 0, bytes);
    }
    if (was === now) {
      bytes += utf8LengthOf(now);
      continue;
    }
    const sameRole = was.role === now.role;
    const [before, after] = [layoutMessage(was), layoutMessage(now)];
    const offset = sameRole ? firstDifferenceOf(was, now) : 0;
    if (!sameRole || offset < before.length || offset < after.length)
      return describeDivergence(offset < after.length ? after : before, offset, bytes + utf8Before(now, offset));
    const image = firstImage(was, now);
    if (image !== undefined) return describeImage(now, image, bytes);
    bytes += utf8Before(now, offset);
  }
  return undefined;
}

/** Same for the texts of two messages: skips nodes known to be equal, and never joins the whole text. */
function firstDifferenceOf(was: PromptMessage, now: PromptMessage): number {
  const [before, after] = [layoutMessage(was), layoutMessage(now)];
  const shorter = Math.min(before.length, after.length);
  for (let at = sameStart(was, now); at < shorter; at += sliceSize) {
    const [old, next] = [before.slice(at, at + sliceSize), after.slice(at, at + sliceSize)];
    if (old !== next) return at + sharedTextStart(old, next);
  }
  return shorter;
}

const toolBytes = memoByIdentity((tool: ToolNode): number => utf8Length(wholeToolText(tool)));

/** Tools come before everything else; equal ones count toward the bytes before the first message. */
function firstTool(
  before: PromptDocument,
  after: PromptDocument,
): { readonly bytes: number; readonly found?: Divergence } {
  let bytes = 0;
  for (let index = 0; index < Math.max(before.tools.length, after.tools.length); index += 1) {
    const [was, now] = [before.tools[index], after.tools[index]];
    if (was === now && now !== undefined) {
      bytes += toolBytes(now);
      continue;
    }
    const [wasText, nowText] = [was, now].map((tool) => (tool === undefined ? '' : wholeToolText(tool)));
    if (wasText !== nowText) {
      const tool = now ?? was;
      const offset = sharedTextStart(wasText ?? '', nowText ?? '');
      if (tool === undefined) break;
      const origin = (tool.definition ?? tool.description)[0]?.origin;
      return {
        bytes,
        found: {
          message: tool.id,
          offset,
          bytes: bytes + utf8Length((nowText ?? '').slice(0, offset)),
          node: tool.id,
          origin,
          sourceOffset: origin?.kind === 'file' ? origin.span.start : undefined,
        },
      };
    }
    bytes += utf8Length(nowText ?? '');
  }
  return { bytes };
}

/** The first image that changed, was added or removed. */
function firstImage(was: PromptMessage, now: PromptMessage): NodeId | undefined {
  const [before, after] = [imagesOf(was), imagesOf(now)];
  const at = Array.from({ length: Math.max(before.length, after.length) }).findIndex(
    (_, index) => before[index]?.data !== after[index]?.data,
  );
  return at === -1 ? undefined : (after[at] ?? before[at])?.id;
}

function imagesOf(node: PromptMessage | PromptNode): readonly ImageNode[] {
  if (node.type === 'image') return [node];
  return node.type === 'section' || node.type === 'message' ? node.children.flatMap(imagesOf) : [];
}

function describeImage(message: PromptMessage, image: NodeId, bytes: number): Divergence {
  const offset = layoutMessage(message).nodes.find(({ id }) => id === image)?.start ?? 0;
  return {
    message: message.id,
    offset,
    bytes: bytes + utf8Before(message, offset),
    node: image,
    origin: undefined,
    sourceOffset: undefined,
  };
}

function describeDivergence(layout: MessageLayout, offset: number, bytes: number): Divergence {
  const leaf = layout.leafAt(offset) ?? layout.leaves.at(-1);
  const origin = leaf?.origin;
  const verbatim = origin?.kind === 'file' && origin.change === undefined && leaf !== undefined;
  return {
    message: layout.message,
    offset,
    bytes,
    node: leaf?.owner ?? layout.message,
    origin,
    sourceOffset: verbatim
      ? origin.span.start + Math.max(0, offset - leaf.start)
      : origin?.kind === 'file'
        ? origin.span.start
        : undefined,
  };
}
