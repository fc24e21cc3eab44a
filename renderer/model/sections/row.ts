import type { TextOwner } from '../../../shared/analysis/count/template-share';
import type { TokenCount } from '../../../shared/analysis/types';
import type { NodeId, Tier } from '../../../shared/document/types';

export type RowKind =
  'tools' | 'tool' | 'message' | 'section' | 'image' | 'omitted' | 'own' | 'framing' | 'overhead' | 'asides';

export interface Row {
  /** Unique in the list; the node's id if the row is a node. */
  readonly key: string;
  readonly node: NodeId | null;
  readonly kind: RowKind;
  readonly name: string;
  readonly tier: Tier | null;
  readonly count: TokenCount | null;
  /** Why it is omitted, its role, or its rule's text. */
  readonly detail: string;
  /** Who wrote its text; absent if none of it is sent. */
  readonly whose?: TextOwner;
  /** How many of its tokens are the design's template or the agent's own prompt. */
  readonly template?: number;
  /** It is sent, or a part of it is, but the text is not known. */
  readonly isUnknown?: true;
  /** The missing file that is the reason; it can be created. */
  readonly missing?: string;
  readonly children: readonly Row[];
}
