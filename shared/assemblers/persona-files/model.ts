import type { JsonText } from '../../document/json-text';
import type { Omission, OmittedNode, SourceId } from '../../document/types';
import type { Finding } from '../../sources/findings';
import type { Rope } from '../../sources/text/rope';

/** The contents of all files, read once. The configuration decides which of them the prompt includes. */
export interface PersonaModel {
  readonly own: DataFiles;
  readonly project: Project;
}

/** The contents of the data folder's own files. The same object as long as the files are unchanged. */
export interface DataFiles {
  readonly identity: Identity;
  /** If absent, the default soul is used. */
  readonly soul: OptionalText;
  readonly user: OptionalText;
  readonly runtime: Runtime;
  readonly skills: Listed<Skill>;
  readonly workspaceFiles: readonly WorkspaceFile[];
  readonly tools: Listed<Tool>;
}

export type OptionalText =
  | { readonly rope: Rope; readonly absent?: undefined; readonly notes?: OmittedNode }
  | { readonly absent: Omission; readonly notes?: OmittedNode };
export type Listed<T> = { readonly items: readonly T[]; readonly absent: Omission };

/** Which components an entry point passes to the full builder (persona-files, rule 2). */
export interface Configuration {
  readonly includeTools: boolean;
  readonly nativeTools: boolean;
  /** Identity, soul and user. */
  readonly persona: boolean;
  readonly project: boolean;
  readonly runtime: boolean;
  readonly skills: boolean;
  readonly workspaceFiles: boolean;
}

export const entries = ['full', 'minimal', 'simple'] as const;
export type Entry = (typeof entries)[number];

/**
 * persona-files, rules 2 and 4: full and minimal always pass identity and user; simple passes only tools and project
 * context.
 */
export function configurationOf(entry: Entry, nativeTools: boolean): Configuration {
  const more = entry !== 'simple';
  return {
    includeTools: entry !== 'minimal',
    nativeTools,
    persona: more,
    project: true,
    runtime: more,
    skills: entry === 'full',
    workspaceFiles: more,
  };
}

export function sameConfiguration(a: Configuration, b: Configuration): boolean {
  return (
    a.includeTools === b.includeTools &&
    a.nativeTools === b.nativeTools &&
    a.persona === b.persona &&
    a.project === b.project &&
    a.runtime === b.runtime &&
    a.skills === b.skills &&
    a.workspaceFiles === b.workspaceFiles
  );
}

export interface Identity {
  readonly name: Rope;
  readonly emoji: Rope;
  readonly creature: Rope;
  readonly vibe: Rope;
  /** Why there is no sentence, if there is none. */
  readonly absent: Omission;
  readonly notes?: OmittedNode;
}

export type Project =
  | { readonly absent: Omission }
  | {
      readonly absent?: undefined;
      readonly label: string;
      readonly directory: string;
      readonly worktree: string | undefined;
      readonly prompt: string | undefined;
      /** In prompt order: outermost folder first, rules last. */
      readonly files: readonly ContextFile[];
    };

export interface ContextFile {
  /** Unique in the project: the source's id, except if two walked paths lead to one file. */
  readonly key: string;
  readonly path: string;
  readonly source: SourceId | undefined;
  readonly part: OptionalText;
  /** Length of the text in code points. */
  readonly characters: number;
}

/** One `key=value` pair of a runtime line. */
export interface RuntimePair {
  readonly key: string;
  readonly value: Rope;
}

export interface Runtime {
  readonly host: readonly RuntimePair[];
  /** Undefined if there is no sandbox object. */
  readonly sandbox: readonly RuntimePair[] | undefined;
  /** Why both are absent, if they are. */
  readonly absent: Omission;
}

export type Skill = { readonly id: string } & (
  | { readonly absent: Omission }
  | { readonly absent?: undefined; readonly source: SourceId; readonly name: Rope; readonly description: Rope }
);

export interface WorkspaceFile {
  readonly name: 'AGENTS.md' | 'TOOLS.md';
  readonly source: SourceId | undefined;
  readonly part: OptionalText;
}

export interface Tool {
  /** Index in tools.json. */
  readonly index: number;
  readonly name: string;
  readonly source: SourceId;
  readonly absent?: Omission;
  readonly nameRope: Rope;
  readonly description: Rope;
  /** As written in tools.json. */
  readonly parameters: JsonText;
  /** As printed in the prompt. */
  readonly printed: string;
}

/** The user's location and when it was last updated (seconds since 1970). */
export interface Location {
  readonly latitude: Rope;
  readonly longitude: Rope;
  readonly updatedAt: bigint | undefined;
}

/** What was read for a component, with findings that matter only if the component is used. */
export interface Read<T> {
  readonly value: T;
  readonly findings: readonly Finding[];
}
