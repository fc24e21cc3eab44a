/** A lint rule checks a finished document and its counts. One file per rule; its examples run as tests. */
import type { LeafSpan, MessageLayout } from '../../document/layout';
import type { NodeId, PromptDocument } from '../../document/types';
import type { Severity } from '../../sources/findings';
import type { Analysis } from '../types';
import type { Texts } from './texts';

/** What the provider's rule pack says about markers; null means not published. */
export interface CacheLimits {
  readonly minimum: number | null;
  readonly markers: number | null;
  readonly lookback: number | null;
  /** No caching rules are known for the model: nothing may be said of its cache. */
  readonly unknown?: true;
  /** The model is known to cache nothing. */
  readonly none?: true;
}

/** What is linted, and the limits it is checked against. */
export interface LintInput {
  readonly document: PromptDocument;
  readonly analysis: Analysis;
  readonly limits: CacheLimits;
  /** Token limit of the whole request, if the workspace sets a budget. */
  readonly budget?: number;
  /** The previous request, for rules about what a turn adds. */
  readonly previous?: PromptDocument;
}

/** By rule id; `off` disables a rule. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

export interface RuleContext extends LintInput {
  readonly layouts: readonly MessageLayout[];
  /** By message: the leaves that came from the machine or were cut by a limit. */
  readonly machineOrCutLeaves: readonly (readonly LeafSpan[])[];
  readonly texts: Texts;
}

export interface RuleProblem {
  readonly message: string;
  readonly node: NodeId;
  /** Where in the message the problem is. Its place in a file follows from the leaf there. */
  readonly at?: { readonly message: NodeId; readonly offset: number };
  readonly note?: string;
  /** True if the count is too unsure for an error: it is a warning then, unless the folder sets a severity. */
  readonly unsure?: true;
}

export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** Why it matters and what to do, in one or two sentences. */
  readonly about: string;
  /** Assembler findings that say the same, so that lint does not repeat them. */
  readonly alsoFrom?: readonly string[];
  check(context: RuleContext): readonly RuleProblem[];
  readonly examples: {
    readonly good: () => PromptDocument;
    readonly bad: () => PromptDocument;
    /** Further context for the examples. */
    readonly with?: Partial<Pick<RuleContext, 'limits' | 'budget'>> & { readonly previous?: () => PromptDocument };
  };
}
