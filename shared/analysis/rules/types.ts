/** A lint rule looks at a finished document and its counts. One file per rule; its examples run as tests. */
import type { LeafSpan, MessageLayout } from '../../document/layout';
import type { NodeId, PromptDocument } from '../../document/types';
import type { Severity } from '../../sources/findings';
import type { Analysis } from '../types';
import type { Texts } from './texts';

/** What the provider's rule pack says about markers; null is "not published". */
export interface CacheLimits {
  readonly minimum: number | null;
  readonly markers: number | null;
  readonly lookback: number | null;
}

/** What is linted, and what it is held against. */
export interface LintInput {
  readonly document: PromptDocument;
  readonly analysis: Analysis;
  readonly limits: CacheLimits;
  /** Tokens the whole request may have, when the workspace sets a budget. */
  readonly budget?: number;
  /** The request before this one, for rules about what a turn adds. */
  readonly previous?: PromptDocument;
}

/** `off` silences a rule; keys are rule ids. */
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
  /** Offset in the message the problem stands at: its place in a file follows from the leaf there. */
  readonly at?: { readonly message: NodeId; readonly offset: number };
  readonly note?: string;
}

export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** Why it matters and what to do, in one or two sentences. */
  readonly about: string;
  /** Findings of assemblers that say the same: what they said already is not said again. */
  readonly alsoFrom?: readonly string[];
  check(context: RuleContext): readonly RuleProblem[];
  readonly examples: {
    readonly good: () => PromptDocument;
    readonly bad: () => PromptDocument;
    /** Context the examples need beside the document. */
    readonly with?: Partial<Pick<RuleContext, 'limits' | 'budget'>> & { readonly previous?: () => PromptDocument };
  };
}
