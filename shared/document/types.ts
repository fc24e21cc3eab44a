/**
 * The document: every architecture produces one, and analysis, export and the window work on it. `shared/document`
 * imports nothing. A document is plain JSON and survives `JSON.parse(JSON.stringify(d))`. It stores no offsets and no
 * counts: `layout.ts` derives offsets, `analysis/` derives counts, keyed by `NodeId`.
 */

import type { JsonText } from './json-text';

/** UTF-16 code-unit offsets into one string; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stable path such as `system/Identity`: unique in its document, made of structure and never of content. */
export type NodeId = string & { readonly __brand: 'NodeId' };

/** Workspace-relative with `/`, or absolute for a file outside the workspace. */
export type SourceId = string & { readonly __brand: 'SourceId' };

/** How often a text changes, most stable first; `active` changes with every request, and no breakpoint follows it. */
export type Tier = 'L0' | 'L1' | 'L2' | 'L3' | 'active';
export const tiers = ['L0', 'L1', 'L2', 'L3', 'active'] as const satisfies readonly Tier[];

/** `developer` and `tool` occur only in requests of OpenAI's forms. */
export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

export type JsonPath = readonly (string | number)[];

export type Origin =
  /**
   * `path` locates the value inside a JSON or YAML file; `span` is always the position of the characters in the file.
   */
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
  /** An agent's own words, known from a captured session on this machine. */
  | { readonly kind: 'learned'; readonly agent: string; readonly version: string | null; readonly session: string }
  /** Tags, headings and separators that the assembler adds. `layout` is set if the user's own layout defines them. */
  | { readonly kind: 'frame'; readonly layout?: true };

/** How the leaf's text differs from the file's; absent means verbatim. */
export type TextChange = 'escaped' | 'interpolated' | 'truncated' | 'replaced';

export type Omission =
  | { readonly reason: 'condition-false'; readonly condition: string }
  | { readonly reason: 'source-missing'; readonly looked: readonly string[] }
  | { readonly reason: 'source-empty'; readonly source: SourceId }
  | { readonly reason: 'source-broken'; readonly source: SourceId; readonly problem: string }
  /** Outside the workspace, and the user has not allowed it. */
  | { readonly reason: 'untrusted'; readonly paths: readonly string[] }
  | { readonly reason: 'variant-excludes'; readonly variant: string }
  | { readonly reason: 'overridden'; readonly by: string }
  | { readonly reason: 'not-injected'; readonly purpose: string }
  /** The agent's own text, which only a capture of the agent can tell. */
  | { readonly reason: 'not-learned'; readonly how: string }
  /** Part of what was sent, but not of the log that the request was rebuilt from. */
  | { readonly reason: 'not-recorded'; readonly log: string }
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
  /** Other fields of the block, as sent. */
  readonly fields?: JsonText;
  /** In pixels, if the file states it. */
  readonly width?: number;
  readonly height?: number;
}

/** The unit that a provider caches and bills. `opaque`: an unknown type, kept as sent. */
export type BlockKind = 'text' | 'image' | 'document' | 'tool-call' | 'tool-result' | 'thinking' | 'opaque';

/**
 * Makes a section a content block. A message without such sections is one text block; text between two of them is also
 * a block (`blocks.ts`). Blocks may nest: a tool result has parts.
 */
export interface Block {
  readonly kind: BlockKind;
  /** As the provider spells it, e.g. `tool_use`. */
  readonly type: string;
  /**
   * Fields besides text and marker, as sent: ids, flags, signatures. A JSON object. Hashed and shown, but not counted.
   */
  readonly fields: JsonText;
}

export interface SectionNode {
  readonly type: 'section';
  readonly id: NodeId;
  /** The tag or heading, as shown to people. */
  readonly name: string;
  readonly tier: Tier;
  /** Why the section is included, if that was a choice. */
  readonly condition?: string;
  /** A remark such as `truncated`, shown beside the name. */
  readonly note?: string;
  readonly block?: Block;
  readonly children: readonly PromptNode[];
}

export interface OmittedNode {
  readonly type: 'omitted';
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly omission: Omission;
  /** The text it would have, if known. It is measured but never sent. */
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
  /** Fields besides role and content, as sent: ids, names, metadata. A JSON object. */
  readonly fields?: JsonText;
  readonly children: readonly PromptNode[];
}

/** A tool as sent: a function, a group of functions, a server tool with its settings, or a grammar. */
export interface ToolNode {
  readonly type: 'tool';
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly description: readonly TextNode[];
  /** A JSON object. */
  readonly inputSchema: JsonText;
  /** The provider's type name, e.g. `namespace` or `web_search_20250305`; absent for a plain function. */
  readonly kind?: string;
  /**
   * The whole definition as sent, without markers and nested tools. Absent for a tool that an assembler made: that has
   * only name, description and schema.
   */
  readonly definition?: readonly TextNode[];
  /** The tools of a namespace or a toolset. */
  readonly tools?: readonly ToolNode[];
  readonly source?: SourceId;
}

/** The cached prefix ends after the node `after`: a tool, a message, or a section of a message. */
export interface CacheBreakpoint {
  readonly id: NodeId;
  readonly after: NodeId;
  readonly tier: Exclude<Tier, 'active'>;
  readonly ttl: '5m' | '1h';
  /** The request lets the provider place the breakpoint, which is after the last block that can be cached. */
  readonly automatic?: true;
}

/** A request field that is not content: `max_tokens`, `tool_choice`, `thinking`. */
export interface Parameter {
  readonly name: string;
  readonly value: JsonText;
}

export type RequestForm = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini' | 'bedrock' | 'messages';

/**
 * What is known about a request that was sent, or, without `at`, that an agent would send next; null means unknown.
 */
export interface Sent {
  readonly form: RequestForm;
  readonly model: string | null;
  readonly provider: string | null;
  /** ISO 8601. */
  readonly at: string | null;
  /** The URL, without secrets. */
  readonly address: string | null;
  /** The kind of log that the request was rebuilt from. Its text is then not what went over the wire. */
  readonly rebuiltFrom?: string;
  /** The exact body. Not kept for the requests of a session: the host reads it again. */
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
  /** Prompts of the design that are not in this request; listed and counted, never sent. */
  readonly aside: readonly OmittedNode[];
  /** Absent if an assembler built the document without knowing the whole request. */
  readonly sent?: Sent;
}
