import type { Omission, SourceId } from '../../document/types';
import type { Rope } from '../../sources/text/rope';
import type { SourceFile } from '../../sources/types';
import type { Memory } from './memory-files';
import type { Skill } from './skill-files';
import type { Cut } from './truncate';

export type Mode = 'full' | 'minimal' | 'none';
export const modes = ['full', 'minimal', 'none'] as const satisfies readonly Mode[];

export const layerNames = ['Identity', 'Soul', 'Tools', 'Skills', 'Memory', 'Runtime'] as const;
export type LayerName = (typeof layerNames)[number];

/** layered, rule 1. */
const included: Readonly<Record<Mode, readonly LayerName[]>> = {
  full: layerNames,
  minimal: ['Identity', 'Tools'],
  none: ['Identity'],
};

export function excludedBy(mode: Mode, layer: LayerName): Omission | undefined {
  return included[mode].includes(layer) ? undefined : { reason: 'variant-excludes', variant: mode };
}

/** The input of the formatter: resolved values with their provenance, or the reason why one is absent. */
export interface PromptModel {
  readonly mode: Mode;
  readonly agent: { readonly id: string; readonly source: SourceFile };
  readonly identity: Layer;
  readonly soul: Layer;
  readonly overriddenSoul: readonly { readonly source: SourceId; readonly rope: Rope; readonly by: string }[];
  readonly tools: Layer;
  readonly skills: { readonly items: readonly Skill[]; readonly absent?: Omission | undefined };
  readonly memories: { readonly items: readonly RecalledMemory[]; readonly absent?: Omission | undefined };
  readonly model: ModelName;
  readonly channel: string;
  readonly now: string;
}

export interface Layer {
  /** The whole text, before the limit applies. */
  readonly rope: Rope;
  readonly cut?: Cut | undefined;
  readonly absent?: Omission | undefined;
}

export interface RecalledMemory {
  readonly memory: Memory;
  readonly score: number;
  readonly snippet: Rope;
  /** True if the snippet is shorter than the memory. */
  readonly cut: boolean;
}

export type ModelName =
  { readonly from: 'setting' | 'agent' | 'manifest'; readonly rope: Rope } | { readonly from: 'unknown' };
