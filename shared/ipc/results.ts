/** Results of channels about copies, counts and examples. */
import type { FoundPlace } from '../basics/find-text';
import type { TokenCount } from '../analysis/types';
import type { TiersPanel } from '../assemblers/panels';
import type { Tier } from '../document/types';
import type { ExportFormat } from '../exporters/types';

/** A text that looks like a credential, as it would leave the app. */
export interface SecretInfo {
  readonly kind: string;
  /** Its line, masked. */
  readonly masked: string;
  /** 1-based. */
  readonly line: number;
}

export interface CopyNotes {
  /** True if a provider would accept it; always true for a format that is not a request. */
  readonly sendable: boolean;
  readonly warnings: readonly string[];
}

export interface Copied extends CopyNotes {
  readonly characters: number;
  readonly tokens: TokenCount;
  readonly format: ExportFormat;
  readonly masked: number;
}

/** A bundled example, with a line about it and a picture: how many percent of its tokens are in which tier. */
export interface ExampleInfo {
  readonly path: string;
  readonly title: string;
  readonly line: string;
  readonly bands: readonly (readonly [tier: Tier | 'tools', percent: number])[];
}

export interface TextTokens {
  readonly count: TokenCount;
  /** Offsets of the tokens' first characters; null if the model's vocabulary is not at hand. */
  readonly starts: readonly number[] | null;
  /** The vocabulary of `starts`. */
  readonly vocabulary: string;
}

/** Files of the open folder in which words were found. */
export interface FoundInSources {
  readonly files: readonly {
    readonly id: string;
    /** All of them; `places` are the first. */
    readonly count: number;
    readonly places: readonly FoundPlace[];
  }[];
  /** Files that could not be read, or came behind the most that is searched at once. */
  readonly unread: readonly string[];
}

export interface FileSchema {
  readonly pattern: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The answer of a provider's counting endpoint, or why there is none; `kept`: why the counts did not change. */
export type ProviderCount =
  | { readonly ok: true; readonly tokens: number; readonly kept?: string }
  | { readonly ok: false; readonly problem: string };

/** What asking a counting endpoint would send, or why none can be asked. */
export type CountPlan =
  | {
      readonly ok: true;
      readonly provider: string;
      readonly format: ExportFormat;
      readonly address: string;
      readonly bytes: number;
      readonly messages: number;
      readonly tools: number;
      /** Where the key comes from: it is in the environment, or may be in the keychain. */
      readonly key: { readonly name: string; readonly from: 'environment' | 'keychain'; readonly service: string };
    }
  | { readonly ok: false; readonly problem: string };

/** A JSON Patch of strata.json as text, with the number of its operations, or why there is none. */
export type TakenPatch = { readonly patch: string; readonly operations: number } | { readonly problem: string };

/** What a turn moved, and the state file that now has an unsaved edit. */
export interface PlayedTurn {
  readonly moves: TiersPanel['moves'];
  readonly path: string;
}
