import { layoutDocument, leafAt } from '../document/layout';
import type { Finding, Severity } from '../sources/findings';
import type { Place } from '../sources/types';
import { LintMemo } from './chunks/lint-memo';
import { textsOf } from './chunks/texts';
import { rules } from './rules';
import type { LintInput, Rule, RuleContext, RuleProblem, Severities } from './rules/types';

export interface LintOptions {
  readonly severities?: Severities;
  /** Findings of the assembler, which lint does not repeat. */
  readonly assemblerFindings?: readonly Finding[];
  readonly memo?: LintMemo;
}

export function lint(
  input: LintInput,
  { severities = {}, assemblerFindings = [], memo = new LintMemo() }: LintOptions = {},
): readonly Finding[] {
  const layouts = layoutDocument(input.document);
  const chunked = memo.chunk(input.document, layouts);
  const context: RuleContext = {
    ...input,
    layouts,
    machineOrCutLeaves: chunked.machineOrCutLeaves,
    texts: textsOf(chunked, memo),
  };
  return rules.flatMap((rule) => {
    const severity = Object.hasOwn(severities, rule.id) ? (severities[rule.id] ?? rule.severity) : rule.severity;
    if (severity === 'off') return [];
    // Who sets a severity means it, also of what is unsure.
    const ofUnsure = Object.hasOwn(severities, rule.id) || severity === 'info' ? severity : 'warning';
    const sameFindings = assemblerFindings.filter(({ ruleId }) => rule.alsoFrom?.includes(ruleId) === true);
    return rule
      .check(context)
      .map((problem) => toFinding(context, rule, problem.unsure === true ? ofUnsure : severity, problem))
      .filter((finding) => !sameFindings.some((other) => isSame(other, finding)));
  });
}

/** Compares the place in the file, else the section; a finding with neither is about the whole prompt. */
function isSame(a: Finding, b: Finding): boolean {
  if (a.place === undefined || b.place === undefined)
    return a.node === undefined || b.node === undefined || a.node === b.node;
  return (
    a.place.source === b.place.source &&
    a.place.span.start <= b.place.span.start &&
    b.place.span.start <= Math.max(a.place.span.start, a.place.span.end)
  );
}

function toFinding(
  { layouts }: RuleContext,
  rule: Rule,
  severity: Severity,
  { message, node, note = rule.about, at }: RuleProblem,
): Finding {
  const place = at === undefined ? undefined : placeAt(layouts, at.message, at.offset);
  return {
    ruleId: rule.id,
    severity,
    message,
    node,
    note,
    lint: true,
    ...(at === undefined ? {} : { inPrompt: at }),
    ...(place === undefined ? {} : { place }),
  };
}

/** The file position of a character of a message, if it comes from a file. */
function placeAt(layouts: RuleContext['layouts'], message: string, offset: number): Place | undefined {
  const layout = layouts.find((each) => each.message === message);
  const leaf = layout === undefined ? undefined : leafAt(layout, offset);
  if (leaf?.origin.kind !== 'file') return undefined;
  const { source, span, change } = leaf.origin;
  const start = change === undefined ? span.start + offset - leaf.start : span.start;
  return { source, span: { start, end: change === undefined ? start + 1 : span.end } };
}
