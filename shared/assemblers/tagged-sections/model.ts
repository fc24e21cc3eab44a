import type { Omission } from '../../document/types';
import type { Rope } from '../../sources/text/rope';

/** The input of the builder: resolved values with their provenance, or the reason why one is absent. */
export interface PromptModel {
  readonly identity: OptionalText;
  readonly instructions: OptionalText;
  readonly role: OptionalText;
  readonly responsibilities: Listed<{ readonly title: Rope; readonly content: Rope }>;
  readonly trust: Trust;
  /** If the agent's file is broken: the reason for what is absent, because nobody can say what it sets. */
  readonly unread?: Omission;
  /** True if one of the `persisting` capabilities is granted. */
  readonly persists: boolean;
  readonly cwd: Rope;
  readonly directories: readonly Directory[];
  readonly channel: string;
  readonly now: string;
  readonly timeZone: string;
  readonly memories: Listed<Rope>;
  readonly task: OptionalTask;
  readonly background: boolean;
}

export type Trust = 'sandbox' | 'controlled' | 'unrestricted';
export const trusts = ['sandbox', 'controlled', 'unrestricted'] as const satisfies readonly Trust[];

export type OptionalText = { readonly rope: Rope; readonly absent?: undefined } | { readonly absent: Omission };
export type Listed<T> = { readonly items: readonly T[]; readonly absent?: undefined } | { readonly absent: Omission };
export type OptionalTask = { readonly task: TaskModel; readonly absent?: undefined } | { readonly absent: Omission };

export interface Directory {
  readonly rope: Rope;
  /** Equal to the working directory, which the prompt already names. */
  readonly isCwd: boolean;
}

export interface TaskModel {
  readonly id: Rope;
  readonly title: Rope;
  readonly description: Rope;
  readonly status: Rope;
  readonly steps: readonly { readonly title: Rope; readonly done: boolean }[];
}

/**
 * Capabilities that store something (tagged-sections, rule 6). Without one of them and without file access, the Storage
 * section is not needed.
 */
const persisting: ReadonlySet<string> = new Set([
  'memory',
  'tasks',
  'notes',
  'self',
  'triggers',
  'secrets',
  'agent-management',
]);

export function persistsSomething(capabilities: readonly string[]): boolean {
  return capabilities.some((capability) => persisting.has(capability));
}
