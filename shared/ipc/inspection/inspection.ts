/** The result of one build: what would be sent now, and why. Plain data for the window and `inspect --json`. */
import type { Control, SettingSpec, Settings } from '../../assemblers/types';
import type { Panels } from '../../assemblers/panels';
import type { Analysis } from '../../analysis/types';
import type { BreakpointUse } from '../../cache/packs/breakpoint-use';
import type { PromptDocument, SourceId } from '../../document/types';
import type { Finding, LineColumn } from '../../sources/findings';
import type { Ask } from '../../sources/trust';
import type { BuildCause } from './build-cause';

export type { BreakpointUse } from '../../cache/packs/breakpoint-use';

export interface LocatedFinding extends Finding {
  readonly at?: LineColumn;
}

/** A file outside the folder that it asks for but may not read. */
export interface LocatedAsk extends Ask {
  readonly at?: LineColumn;
}

export interface SourceInfo {
  readonly id: SourceId;
  readonly path: string;
  /** Edited in the window and not saved. */
  readonly dirty: boolean;
  /** The file on disk changed since the edit began. */
  readonly conflict: boolean;
  readonly exists: boolean;
  readonly language: 'json' | 'jsonl' | 'markdown' | 'yaml' | 'text';
}

export interface ArchitectureInfo {
  readonly id: string;
  readonly title: string;
  /** A published design, or what a coding agent makes of a folder. Agents are never detected, only offered. */
  readonly kind: 'design' | 'agent';
  /** True if its files were found in this folder. */
  readonly detected: boolean;
}

/**
 * True during opening: the first build of a repository does not wait for its symbols, and adding them does not count as
 * a change.
 */
export function isOpening({ findings }: Pick<Inspection, 'findings'>): boolean {
  return findings.some(({ ruleId }) => ruleId === 'symbols-incomplete');
}

export interface Inspection {
  /** Only increases; the page drops older ones. */
  readonly revision: number;
  readonly workspace: string;
  readonly architecture: string;
  readonly architectures: readonly ArchitectureInfo[];
  /** True if the manifest or the user named it; false if it was detected from files. */
  readonly architectureNamed: boolean;
  readonly specs: readonly SettingSpec[];
  readonly settings: Settings;
  readonly controls: readonly Control[];
  readonly modelId: string;
  readonly document: PromptDocument;
  readonly analysis: Analysis;
  /** What the provider of the model does with the document's breakpoints. */
  readonly breakpointUse: BreakpointUse;
  readonly findings: readonly LocatedFinding[];
  /** What the folder asks to read outside itself and the user has not allowed. */
  readonly asks: readonly LocatedAsk[];
  /** What the user allowed it to read there: paths and patterns. */
  readonly trusted: readonly string[];
  readonly sources: readonly SourceInfo[];
  /** True when the newest input could not be built; the document is then the last good one. */
  readonly stale: boolean;
  readonly usable: boolean;
  readonly panels: Panels;
  /** Milliseconds the build took. */
  readonly builtIn: number;
  /** Number of watched folders. */
  readonly watching: number;
  readonly cause: BuildCause;
}
