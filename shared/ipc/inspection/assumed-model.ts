import type { Finding } from '../../sources/findings';

/** The rule that says that a request names no model, so that one is assumed. */
export const noModelRule = 'request-no-model';

/** Whether counts, caching rules and prices are those of a model that nobody named. */
export function isModelAssumed({ findings }: { readonly findings: readonly Pick<Finding, 'ruleId'>[] }): boolean {
  return findings.some(({ ruleId }) => ruleId === noModelRule);
}

export const assumedModelText = 'assumed: the request names no model';
