/**
 * An architecture turns files, facts and settings into a document. Its folders may import `document` and `sources`,
 * never one another. Assemblers are pure and total: for bad input they return findings and a document of the rest.
 */
import type { PromptDocument, RequestForm } from '../document/types';
import type { Finding } from '../sources/findings';
import type { Facts, ContentKind, SourceRequest, Sources } from '../sources/types';
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
  /** Fixed choices. Choices that depend on files are in `Assembled.controls`. */
  readonly values?: readonly string[];
  readonly synonyms?: readonly string[];
  /** True if the value may have several lines. */
  readonly long?: boolean;
}

/** A setting in this build: the value used, whether it is the default, and the choices. */
export interface Control {
  readonly name: string;
  readonly value: SettingValue;
  readonly isDefault: boolean;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Number of choices that are not listed. */
  readonly more?: number;
  /** Where a default came from, as shown to the user: "the thread's first line". */
  readonly from?: string;
}

/** Detection by files, tried in the registry's order. */
export interface DetectRule {
  /** Globs below the workspace; one match is enough. */
  readonly anyOf: readonly string[];
  /** For an architecture that is never detected: globs of files that show that it has something to read here. */
  readonly offers?: readonly string[];
  /** A top-level key of the manifest that selects this architecture by itself. */
  readonly manifestKey?: string;
  /** Used if no design was detected otherwise: files that match `pattern` are recognised by content. */
  readonly content?: { readonly pattern: string; readonly holds: readonly ContentKind[] };
}

/** The parts of `strata.json` an assembler may see. Other keys were checked and removed. */
export interface Manifest {
  readonly architecture?: string;
  readonly model?: string;
  readonly settings?: Settings;
  readonly now?: string;
  readonly timeZone?: string;
  readonly home?: string;
  /** Path of a `tokenizer.json` in the workspace, used to count tokens. */
  readonly tokenizer?: string;
  /** Raw value of architecture-specific keys such as `tiered`. */
  readonly extra?: Readonly<Record<string, SettingValue>>;
}

export interface AssembleInput {
  /** Checked against the specs. Holds only what the user set: the architecture applies its own defaults. */
  readonly settings: Settings;
  readonly manifest: Manifest;
  /** The model chosen in the window or on the command line; overrides the manifest's. */
  readonly model?: string;
  readonly facts: Facts;
  readonly sources: Sources;
}

export interface Assembled {
  readonly document: PromptDocument;
  readonly findings: readonly Finding[];
  readonly controls: readonly Control[];
  /** False if what was asked for does not exist (such as an unknown agent), so there is no prompt. */
  readonly usable: boolean;
  readonly panels?: Panels;
}

/** One simulated turn of a design whose items move between tiers: the moves and the new state file. */
export interface Turn {
  readonly moves: TiersPanel['moves'];
  /** Relative to the workspace; undefined if the setting leads outside. */
  readonly path: string | undefined;
  readonly text: string;
}

export interface Architecture {
  readonly id: string;
  readonly title: string;
  readonly variants: readonly string[];
  readonly detect: DetectRule;
  readonly settings: readonly SettingSpec[];
  /** For a design whose manifest declares its settings; used instead of `settings`. */
  settingsOf?(manifest: Manifest): readonly SettingSpec[];
  requests(input: AssembleInput): readonly SourceRequest[];
  assemble(input: AssembleInput): Assembled;
  /** The model that the files name, if the design has one. The user's choice and the manifest override it. */
  modelOf?(input: AssembleInput): string | undefined;
  /** It shows a request that went to that model: the manifest's is another design's. */
  readonly hasOwnModel?: true;
  /** Of a captured request, whose model may have to be assumed. */
  formOf?(input: AssembleInput): RequestForm | undefined;
  /** Advances the design's state after a request was sent and answered. Writes nothing. */
  playTurn?(input: AssembleInput): Turn;
  /**
   * JSON schemas (draft 2020-12) for the files it reads, by glob, for completion and validation in the editor. A
   * function, because building them is slow.
   */
  fileSchemas?(): readonly { readonly pattern: string; readonly schema: Readonly<Record<string, unknown>> }[];
}
