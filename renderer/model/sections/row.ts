import type { Whose } from '../../../shared/analysis/count/template-share';
import type { TokenCount } from '../../../shared/analysis/types';
import type { NodeId, Tier } from '../../../shared/document/types';

export type RowKind =
  'tools' | 'tool' | 'message' | 'section' | 'image' | 'omitted' | 'framing' | 'overhead' | 'asides';

export interface Row {
  /** Unique in the list; a node's own id where it is a node. */
  readonly key: string;
  readonly node: NodeId | null;
  readonly kind: RowKind;
  readonly name: string;
  readonly tier: Tier | null;
  readonly count: TokenCount | null;
  /** Why it is not there, which role it has, what its rule says. */
  readonly detail: string;
  /** Whose words it is made of; absent where it has none that are sent. */
  readonly whose?: Whose;
  /** Of its tokens, those of the design's template. */
  readonly template?: number;
  /** The file whose absence is the reason: it can be made. */
  readonly missing?: string;
  readonly children: readonly Row[];
}
