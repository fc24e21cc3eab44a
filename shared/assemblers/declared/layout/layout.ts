/**
 * The layout language: what the `declared` object of strata.json may contain. It is data and is never executed. A
 * *reference* is a dotted path. It starts with a source's name, `item` inside `each`, a `let` name, `setting.x`,
 * `fact.x` or `manifest.model`. Keys of JSON, YAML or front matter may follow, or `@folder`, `@file`, `@stem`, `@path`,
 * `@date`, `@number`. A *template* is text with references in double braces.
 */
import type { Role, Tier } from '../../../document/types';
import type { SourceRoot } from '../../../sources/types';
import type { SettingKind, SettingValue } from '../../types';

export const readings = [
  'text',
  'front-matter',
  'json',
  'yaml',
  'json-lines',
  'first-json-line',
  'paragraphs',
  'lines',
] as const;
export type Reading = (typeof readings)[number];

export const formats = ['path', 'expanded-path', 'local-time', 'local-date', 'utc-minute'] as const;
export type Format = (typeof formats)[number];

export const facts = [
  'now',
  'timeZone',
  'home',
  'workspace',
  'host',
  'platform',
  'osVersion',
  'arch',
  'shell',
] as const;
export type FactName = (typeof facts)[number];

export interface Limit {
  /** Code points. */
  readonly characters: number;
  readonly at?: 'line' | 'character' | undefined;
  /** Appended to the kept text; `{{total}}` and `{{shown}}` are the two sizes. */
  readonly marker?: string | undefined;
}

/** Modifiers of any source, applied in this order. */
export interface Modifiers {
  readonly textOnly?: boolean | undefined;
  readonly list?: boolean | undefined;
  readonly trim?: boolean | undefined;
  readonly require?: readonly string[] | undefined;
  readonly skipEmpty?: boolean | undefined;
  readonly format?: Format | undefined;
  readonly except?: string | undefined;
  readonly substitute?: Readonly<Record<string, string>> | undefined;
  readonly limit?: Limit | undefined;
  readonly separator?: string | undefined;
  readonly required?: boolean | undefined;
}

interface Reads {
  readonly read?: Reading | undefined;
  readonly field?: string | undefined;
}

export type SourceOrRef = string | Source;
export type Source = Modifiers &
  (
    | { readonly kind: 'text'; readonly text: string }
    | (Reads & { readonly kind: 'file'; readonly path: string; readonly root?: SourceRoot | undefined })
    | (Reads & {
        readonly kind: 'glob';
        readonly pattern: string;
        readonly root?: Exclude<SourceRoot, 'absolute'> | undefined;
        readonly sort?: 'path' | 'folder' | 'file' | undefined;
      })
    | (Reads & {
        readonly kind: 'ancestors';
        readonly names: readonly string[];
        readonly folder?: string | undefined;
        readonly order?: 'innermost' | 'outermost' | undefined;
      })
    | { readonly kind: 'fact'; readonly name: FactName }
    | { readonly kind: 'setting'; readonly name: string; readonly emptyCounts?: boolean | undefined }
    | { readonly kind: 'ref'; readonly of: string; readonly path?: readonly (string | number)[] | undefined }
    | {
        readonly kind: 'first';
        readonly of: readonly SourceOrRef[];
        readonly skip?: 'missing' | 'empty' | 'blank' | undefined;
      }
    | { readonly kind: 'all'; readonly of: readonly SourceOrRef[] }
    | {
        readonly kind: 'pick';
        readonly from: string;
        readonly by: string;
        readonly equals: string;
        readonly otherwise?: 'first' | 'none' | undefined;
      }
    | { readonly kind: 'recall'; readonly from: string; readonly query: string; readonly most?: number | undefined }
    | {
        readonly kind: 'match';
        readonly cases: readonly { readonly when: Condition; readonly text: string }[];
        readonly otherwise?: string | undefined;
      }
  );

export type Scalar = string | number | boolean;
export type Condition =
  | { readonly setting: string; readonly is?: Scalar | undefined; readonly in?: readonly Scalar[] | undefined }
  | { readonly present: string }
  | {
      readonly source: string;
      readonly is?: Scalar | undefined;
      readonly in?: readonly Scalar[] | undefined;
      readonly contains?: readonly string[] | undefined;
      readonly startsWith?: string | undefined;
      readonly ignoreCase?: boolean | undefined;
    }
  | { readonly first: Condition }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

export interface SettingDeclaration {
  readonly name: string;
  readonly label?: string | undefined;
  readonly kind: SettingKind;
  readonly help?: string | undefined;
  readonly default?: SettingValue | undefined;
  readonly values?: readonly string[] | undefined;
  readonly synonyms?: readonly string[] | undefined;
  readonly long?: boolean | undefined;
  /** Choices found in files: the entries of a source, each by one of its fields. */
  readonly choices?: { readonly from: string; readonly value: string; readonly label?: string | undefined } | undefined;
  /** What the control shows when the setting is not set. */
  readonly shows?: string | undefined;
}

export type Mark = '5m' | '1h';

export interface SectionDeclaration {
  readonly id: string;
  readonly name?: string | undefined;
  readonly tier?: Tier | undefined;
  readonly when?: Condition | undefined;
  readonly tag?: string | undefined;
  readonly heading?: string | undefined;
  readonly headingGap?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly let?: Readonly<Record<string, SourceOrRef>> | undefined;
  readonly source?: SourceOrRef | undefined;
  readonly template?: string | undefined;
  readonly each?: SourceOrRef | undefined;
  readonly itemName?: string | undefined;
  readonly separator?: string | undefined;
  readonly breakpoint?: Mark | undefined;
  readonly part?: boolean | undefined;
}

export interface MessageDeclaration {
  readonly id?: string | undefined;
  readonly role: Role;
  readonly tier?: Tier | undefined;
  readonly when?: Condition | undefined;
  readonly separator?: string | undefined;
  readonly breakpoint?: Mark | undefined;
}
