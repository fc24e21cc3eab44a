import { layoutDocument } from '../../document/layout';
import type { Finding, Severity } from '../../sources/findings';
import type { Place } from '../../sources/types';
import { brokenMarkup } from './broken-markup';
import { clockInPrefix } from './clock-in-prefix';
import { duplicateText } from './duplicate-text';
import { idInPrefix } from './id-in-prefix';
import { invisibleCharacters } from './invisible-characters';
import { lifetimesOutOfOrder, lookbackExceeded, markerBelowMinimum, markerOnVolatile, tooManyMarkers } from './marker-rules';
import { overBudget } from './over-budget';
import { secretInPrompt } from './secret-in-prompt';
import { truncatedText } from './truncated-text';
import type { Rule, RuleContext, RuleProblem } from './types';
import { unresolvedVariable } from './unresolved-variable';
import { unsortedTools } from './unsorted-list';
import { volatileBeforeStable } from './volatile-before-stable';

export const rules: readonly Rule[] = [
  clockInPrefix,
  volatileBeforeStable,
  idInPrefix,
  unsortedTools,
  markerOnVolatile,
  markerBelowMinimum,
  tooManyMarkers,
  lifetimesOutOfOrder,
  lookbackExceeded,
  duplicateText,
  truncatedText,
  brokenMarkup,
  unresolvedVariable,
  invisibleCharacters,
  secretInPrompt,
  overBudget,
];

/** `off` silences a rule; keys are rule ids. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

export function lint(context: Omit<RuleContext, 'layouts'>, severities: Severities = {}): readonly Finding[] {
  const full: RuleContext = { ...context, layouts: layoutDocument(context.document) };
  return rules.flatMap((rule) => {
    const severity = severities[rule.id] ?? rule.severity;
    return severity === 'off' ? [] : rule.check(full).map((problem) => toFinding(full, rule, severity, problem));
  });
}

function toFinding({ layouts }: RuleContext, rule: Rule, severity: Severity, problem: RuleProblem): Finding {
  const place = problem.at === undefined ? undefined : placeAt(layouts, problem.at.message, problem.at.offset);
  return { ruleId: rule.id, severity, message: problem.message, node: problem.node, note: problem.note ?? rule.about, ...(place === undefined ? {} : { place }) };
}

/** The file position of a character of a message, when a file has it. */
function placeAt(layouts: RuleContext['layouts'], message: string, offset: number): Place | undefined {
  const leaf = layouts.find((layout) => layout.message === message)?.leaves.find(({ start, end }) => offset >= start && offset < end);
  if (leaf?.origin.kind !== 'file') return undefined;
  const { source, span, change } = leaf.origin;
  const start = change === undefined ? span.start + offset - leaf.start : span.start;
  return { source, span: { start, end: change === undefined ? start + 1 : span.end } };
}
