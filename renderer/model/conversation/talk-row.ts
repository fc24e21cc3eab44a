import type {
  CacheBreakpoint,
  ImageNode,
  NodeId,
  Parameter,
  PromptMessage,
  Role,
  SectionNode,
  Tier,
  ToolNode,
} from '../../../shared/document/types';
import { chunksOf, mostShown } from './chunks';

/** A key that begins with `-` is folded until it is opened, one with `+` is open until it is folded. */
export type FoldKey = `+${string}` | `-${string}`;

export type TalkContent =
  | { readonly kind: 'tools'; readonly tools: readonly ToolNode[]; readonly count: number }
  | { readonly kind: 'tool'; readonly tool: ToolNode }
  | { readonly kind: 'parameters'; readonly parameters: readonly Parameter[] }
  | { readonly kind: 'message'; readonly message: PromptMessage }
  | { readonly kind: 'section'; readonly section: SectionNode }
  | {
      readonly kind: 'block';
      readonly section: SectionNode;
      readonly name: string;
      /** How large it is, where its text does not say so. */
      readonly size: string;
      readonly isError: boolean;
    }
  | TalkText
  | { readonly kind: 'image'; readonly image: ImageNode }
  | { readonly kind: 'breakpoint'; readonly breakpoint: CacheBreakpoint };

export interface TalkText {
  readonly kind: 'text';
  readonly text: string;
  readonly look: 'prose' | 'code';
  /** The message it stands in, and where; null for a tool. Laid-out JSON has only a start. */
  readonly message: PromptMessage | null;
  readonly start: number;
  readonly isLaidOut: boolean;
  /** Set on the first part of a long text: how long the whole is. */
  readonly whole: number | null;
}

export interface TalkRow {
  /** Unique in the list. */
  readonly key: string;
  /** What is selected with it. */
  readonly node: NodeId | null;
  readonly tier: Tier | null;
  readonly depth: number;
  /** The folds it lies in, outermost first. */
  readonly under: readonly FoldKey[];
  /** The fold it opens and closes. */
  readonly fold: FoldKey | null;
  /** The message it stands in; null for tools and parameters. */
  readonly message: TalkMessage | null;
  readonly content: TalkContent;
}

export interface TalkMessage {
  readonly id: NodeId;
  /** From 1. */
  readonly number: number;
  readonly role: Role;
}

export type Marks = ReadonlyMap<NodeId, readonly CacheBreakpoint[]>;

/** A long text is several rows; all but the first are shown when they are asked for. */
export function textRows(
  base: Omit<TalkRow, 'content'>,
  content: TalkText,
  most: number = mostShown,
): readonly TalkRow[] {
  const chunks = chunksOf(content.text, most);
  const more: FoldKey = `-whole:${base.key}`;
  return chunks.map(({ start, end }, index) => ({
    ...base,
    key: index === 0 ? base.key : `${base.key}~${index}`,
    under: index === 0 ? base.under : [...base.under, more],
    fold: index === 0 && chunks.length > 1 ? more : base.fold,
    content: {
      ...content,
      text: content.text.slice(start, end),
      start: content.isLaidOut ? content.start : content.start + start,
      whole: index === 0 && chunks.length > 1 ? content.text.length : null,
    },
  }));
}

export function breakpointRows(
  after: NodeId,
  { depth, under, message }: Pick<TalkRow, 'depth' | 'under' | 'message'>,
  marks: Marks,
): readonly TalkRow[] {
  return (marks.get(after) ?? []).map((breakpoint) => ({
    key: breakpoint.id,
    node: null,
    tier: breakpoint.tier,
    depth,
    under,
    fold: null,
    message,
    content: { kind: 'breakpoint', breakpoint },
  }));
}
