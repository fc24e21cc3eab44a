/**
 * An architecture turns files, facts and settings into a document. Folders here may import `document` and `sources`,
 * never one another. Assemblers are pure and total: bad input gives findings and a document of the rest.
 */
import type { PromptDocument } from '../document/types';
import type { Finding } from '../sources/findings';
import type { Facts, SourceRequest, Sources } from '../sources/types';
import type { Panels, TiersPanel } from './panels';

export type SettingValue =
  string | number | boolean | null | readonly SettingValue[] | { readonly [key: string]: SettingValue };
export type Settings = Readonly<Record<string, SettingValue>>;

export type SettingKind = 'text' | 'choice' | 'toggle' | 'number' | 'list' | 'object' | 'textOrObject';

/**
 * One setting of an architecture: the schema of its value, its control in the window and its `--set` on the command
 * line.
 */
export interface SettingSpec {
  readonly name: string;
  readonly label: string;
  readonly kind: SettingKind;
  readonly help: string;
  readonly default?: SettingValue;
  /** Fixed choices; those that depend on files come with `Assembled.controls`. */
  readonly values?: readonly string[];
  readonly synonyms?: readonly string[];
  /** Several lines of text. */
  readonly long?: boolean;
}

/** A setting as it stands in this build: what was used, whether it was the default, and what could be chosen. */
export interface Control {
  readonly name: string;
  readonly value: SettingValue;
  readonly isDefault: boolean;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** How many more choices there are than are listed. */
  readonly more?: number;
  /** Where a default came from, in words: "the thread's first line". */
  readonly from?: string;
}

/** Detection by files, tried in the registry's order. */
export interface DetectRule {
  /** Globs below the workspace; one match is enough. */
  readonly anyOf: readonly string[];
  /** A top-level key of the manifest that decides alone. */
  readonly manifestKey?: string;
  /** Files of these names decide by what they hold, where no design was recognised otherwise. */
  readonly content?: { readonly pattern: string; holds(text: string): boolean };
}

/** The parts of `strata.json` an assembler may see; other keys were checked and dropped. */
export interface Manifest {
  readonly architecture?: string;
  readonly model?: string;
  readonly settings?: Settings;
  readonly now?: string;
  readonly timeZone?: string;
  readonly home?: string;
  /** A `tokenizer.json` in the workspace that counts the tokens of its model. */
  readonly tokenizer?: string;
  /** Raw value of architecture-specific keys such as `tiered`. */
  readonly extra?: Readonly<Record<string, SettingValue>>;
}

export interface AssembleInput {
  /** Checked against the specs; only what the user set, so that defaults stay the architecture's affair. */
  readonly settings: Settings;
  readonly manifest: Manifest;
  /** The model chosen in the window or on the command line, over the manifest's. */
  readonly model?: string;
  readonly facts: Facts;
  readonly sources: Sources;
}

export interface Assembled {
  readonly document: PromptDocument;
  readonly findings: readonly Finding[];
  readonly controls: readonly Control[];
  /** False when what was asked for does not exist (unknown agent): there is no prompt to print. */
  readonly usable: boolean;
  readonly panels?: Panels;
}

/** One simulated turn of a design whose items move between tiers: what moved, and the state file it would leave. */
export interface Turn {
  readonly moves: TiersPanel['moves'];
  /** Relative to the workspace; undefined when the setting leads outside. */
  readonly path: string | undefined;
  readonly text: string;
}

export interface Architecture {
  readonly id: string;
  readonly title: string;
  readonly variants: readonly string[];
  readonly detect: DetectRule;
  readonly settings: readonly SettingSpec[];
  /** Of a design whose settings stand in the manifest; instead of `settings`. */
  settingsOf?(manifest: Manifest): readonly SettingSpec[];
  requests(input: AssembleInput): readonly SourceRequest[];
  assemble(input: AssembleInput): Assembled;
  /** The model that the files themselves name, for a design that has one; a choice and the manifest win over it. */
  modelOf?(input: AssembleInput): string | undefined;
  /** A request was sent and answered: advances the design's own state. Nothing is written. */
  playTurn?(input: AssembleInput): Turn;
  /**
   * JSON schemas (draft 2020-12) for the files it reads, by glob, for completion and validation in the editor. Made
   * when asked for: that takes a while.
   */
  fileSchemas?(): readonly { readonly pattern: string; readonly schema: Readonly<Record<string, unknown>> }[];
}
