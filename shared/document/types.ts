/**
 * The document: what every architecture turns its files into, and all that analysis, export and the window work on.
 * `shared/document` imports nothing. A document is plain JSON, survives `JSON.parse(JSON.stringify(d))`, and stores no
 * offsets and no counts: `layout.ts` derives the first, `analysis/` the second, keyed by `NodeId`.
 */

import type { JsonText } from './json-text';

/** UTF-16 code-unit offsets into one string; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stable path such as `system/Identity`: unique in its document, and made of structure, never of content. */
export type NodeId = string & { readonly __brand: 'NodeId' };

/** Workspace-relative with `/`, or absolute for a file outside the workspace. */
export type SourceId = string & { readonly __brand: 'SourceId' };

/** How fast a text changes, slowest first; `active` changes with every request, and no breakpoint stands behind it. */
export type Tier = 'L0' | 'L1' | 'L2' | 'L3' | 'active';
export const tiers = ['L0', 'L1', 'L2', 'L3', 'active'] as const satisfies readonly Tier[];

/** `developer` and `tool` occur in requests of OpenAI's forms only. */
export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

export type JsonPath = readonly (string | number)[];

export type Origin =
  /** `path` names the value inside a JSON or YAML file; `span` is always where the characters stand in the file. */
  | {
      readonly kind: 'file';
      readonly source: SourceId;
      readonly span: Span;
      readonly path?: JsonPath;
      readonly change?: TextChange;
    }
  | { readonly kind: 'setting'; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'environment'; readonly key: string }
  | { readonly kind: 'derived'; readonly by: string; readonly from: readonly SourceId[] }
  /** Tags, headings, separators: what the assembler itself adds. With `layout`, the user's own layout asks for them. */
  | { readonly kind: 'frame'; readonly layout?: true };

/** What happened between the file's characters and the leaf's; absent means verbatim. */
export type TextChange = 'escaped' | 'interpolated' | 'truncated' | 'replaced';

export type Omission =
  | { readonly reason: 'condition-false'; readonly condition: string }
  | { readonly reason: 'source-missing'; readonly looked: readonly string[] }
  | { readonly reason: 'source-empty'; readonly source: SourceId }
  | { readonly reason: 'source-broken'; readonly source: SourceId; readonly problem: string }
  /** It lies outside the workspace, and the user did not allow it. */
  | { readonly reason: 'untrusted'; readonly paths: readonly string[] }
  | { readonly reason: 'variant-excludes'; readonly variant: string }
  | { readonly reason: 'overridden'; readonly by: string }
  | { readonly reason: 'not-injected'; readonly purpose: string }
  | { readonly reason: 'over-budget'; readonly limit: number; readonly actual: number };

export interface TextNode {
  readonly type: 'text';
  readonly value: string;
  readonly origin: Origin;
}

export interface ImageNode {
  readonly type: 'image';
  readonly id: NodeId;
  readonly source?: SourceId;
  readonly mediaType: string;
  /** Base64, without a `data:` prefix. */
  readonly data: string;
  /** What the block has besides, as it was sent. */
  readonly fields?: JsonText;
  /** Pixels, where the file says so. */
  readonly width?: number;
  readonly height?: number;
}

/** What a provider caches and bills by. `opaque`: of a type that is not known here, kept as it was sent. */
export type BlockKind = 'text' | 'image' | 'document' | 'tool-call' | 'tool-result' | 'thinking' | 'opaque';

/**
 * Makes a section a content block. A message without such sections is one text block; text between two of them is a
 * block too (`blocks.ts`). A block may hold others: the parts of a tool's result.
 */
export interface Block {
  readonly kind: BlockKind;
  /** As the provider spells it, e.g. `tool_use`. */
  readonly type: string;
  /**
   * What it has besides its text and its marker, as it was sent: ids, flags, signatures. A JSON object. It is hashed
   * and shown, and not counted.
   */
  readonly fields: JsonText;
}

export interface SectionNode {
  readonly type: 'section';
  readonly id: NodeId;
  /** The tag or heading as a person would call it. */
  readonly name: string;
  readonly tier: Tier;
  /** Why it is here, where that was a choice. */
  readonly condition?: string;
  /** A reason the rule that made it gives, e.g. `truncated`; shown beside the name. */
  readonly note?: string;
  /** It is a content block of its own. */
  readonly block?: Block;
  readonly children: readonly PromptNode[];
}

export interface OmittedNode {
  readonly type: 'omitted';
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly omission: Omission;
  /** What it would have said, where that is known: its cost is measured, its text is never sent. */
  readonly would?: readonly TextNode[];
}

export type PromptNode = TextNode | ImageNode | SectionNode | OmittedNode;

export type MessagePurpose = 'system' | 'block' | 'acknowledgement' | 'history' | 'prompt';

export interface PromptMessage {
  readonly type: 'message';
  readonly id: NodeId;
  readonly role: Role;
  readonly tier: Tier;
  readonly purpose: MessagePurpose;
  /** What the message has besides role and content, as it was sent: ids, names, metadata. A JSON object. */
  readonly fields?: JsonText;
  readonly children: readonly PromptNode[];
}

/** A tool as it is sent: a function, a group of them, a server's tool with its settings, a grammar. */
export interface ToolNode {
  readonly type: 'tool';
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly description: readonly TextNode[];
  /** A JSON object. */
  readonly inputSchema: JsonText;
  /** As the provider spells its type, e.g. `namespace` or `web_search_20250305`; absent for a plain function. */
  readonly kind?: string;
  /**
   * The whole definition as it was sent, without markers and without the tools inside it. Absent for a tool that an
   * assembler made: name, description and schema are all there is.
   */
  readonly definition?: readonly TextNode[];
  /** The tools of a namespace or a toolset. */
  readonly tools?: readonly ToolNode[];
  readonly source?: SourceId;
}

/** The last cached position is the end of the node `after`: a tool, a message, or a section inside one. */
export interface CacheBreakpoint {
  readonly id: NodeId;
  readonly after: NodeId;
  readonly tier: Exclude<Tier, 'active'>;
  readonly ttl: '5m' | '1h';
  /** The request asks the provider to place it: it stands behind the last block that can be cached. */
  readonly automatic?: true;
}

/** A field of the request that is no content: `max_tokens`, `tool_choice`, `thinking`. */
export interface Parameter {
  readonly name: string;
  readonly value: JsonText;
}

export type RequestForm = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini' | 'bedrock' | 'messages';

/** What is known of a request that was sent; null is not known. */
export interface Sent {
  readonly form: RequestForm;
  readonly model: string | null;
  readonly provider: string | null;
  /** ISO 8601. */
  readonly at: string | null;
  /** Where it was sent, without what is secret in it. */
  readonly address: string | null;
  /** The body, character by character. Not kept for each request of a session: the host reads it again. */
  readonly text?: string;
}

/** One request. */
export interface PromptDocument {
  readonly irVersion: 2;
  readonly architecture: string;
  readonly variant: string;
  readonly parameters: readonly Parameter[];
  readonly tools: readonly ToolNode[];
  readonly messages: readonly PromptMessage[];
  readonly breakpoints: readonly CacheBreakpoint[];
  /** Prompts the design has but does not put into this request; listed, counted, never sent. */
  readonly aside: readonly OmittedNode[];
  /** Absent for what an assembler built. */
  readonly sent?: Sent;
}
