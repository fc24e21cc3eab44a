/** Several requests in order: what changed between neighbours, where they diverge, and what the cache does. */
import { compareDocuments, type ChangeKind } from '../../analysis/compare/compare';
import type { Divergence } from '../../analysis/compare/divergence';
import type { Analysis, TokenCount } from '../../analysis/types';
import type { PromptDocument } from '../../document/types';
import type { Finding, LineColumn } from '../../sources/findings';
import { requestOf, type CacheRequest } from '../simulate/blocks';
import { writtenTokens, type CacheEntry, type Outcome } from '../simulate/outcome';
import type { ModelRules } from '../packs/rule-pack';
import { simulate } from '../simulate/simulate';
import type { Usage } from '../usage/usage';

export interface SentRequest {
  readonly label: string;
  readonly document: PromptDocument;
  readonly analysis: Analysis;
  /** Seconds since 1970, if the file says when it was sent. */
  readonly at: number | undefined;
  /** What the provider reported, if the file has its response. */
  readonly usage: Usage | null;
}

export interface Predicted {
  /** Tokens: the minimum the rules promise, and the possible maximum. */
  readonly read: { readonly low: number; readonly high: number };
  readonly written: { readonly low: number; readonly high: number };
  readonly uncached: { readonly low: number; readonly high: number };
  readonly known: boolean;
  readonly why: readonly string[];
}

export interface SequenceStep {
  readonly label: string;
  readonly total: TokenCount;
  /** Compared with the previous request; null for the first. */
  readonly changes: {
    readonly counts: Readonly<Record<ChangeKind, number>>;
    readonly named: readonly { readonly id: string; readonly name: string; readonly kind: ChangeKind }[];
  } | null;
  /** Where the two diverge; null for the first, or if they are equal. */
  readonly first: Divergence | null;
  /** Null if no rules are known for the model. */
  readonly predicted: Predicted | null;
  readonly reported: Usage | null;
}

interface LocatedFinding extends Finding {
  readonly at?: LineColumn;
}

export interface Sequence {
  readonly modelId: string;
  readonly steps: readonly SequenceStep[];
  /** What is wrong with the file, and what was left out and why. */
  readonly findings: readonly LocatedFinding[];
}

/** Seconds between requests of unknown time: shorter than every lifetime. */
const usualGap = 10;
const usualFirstToken = 1;

/** Each request follows its own model's rules. Caches are per model: entries of another are not found. */
export function sequenceOf(
  requests: readonly SentRequest[],
  rulesOf: (analysis: Analysis) => ModelRules | undefined,
): readonly SequenceStep[] {
  const start = requests.find(({ at }) => at !== undefined)?.at ?? 0;
  const caches = new Map<string, { readonly entries: readonly CacheEntry[]; readonly previous?: CacheRequest }>();
  let clock = 0;
  return requests.map((sent, index): SequenceStep => {
    const { label, document, analysis, usage } = sent;
    const before = requests[index - 1];
    const compared = before === undefined ? undefined : compareDocuments(before.document, document);
    clock =
      index === 0
        ? 0
        : Math.max(clock + (sent.at === undefined ? usualGap : 0), sent.at === undefined ? 0 : sent.at - start);
    let outcome: Outcome | undefined;
    const rules = rulesOf(analysis);
    if (rules !== undefined) {
      const request = requestOf(document, analysis);
      const { entries, previous } = caches.get(analysis.model.id) ?? { entries: [] };
      outcome = simulate(
        request,
        entries,
        { at: clock, firstToken: usualFirstToken, ...(previous === undefined ? {} : { previous }) },
        rules,
      );
      caches.set(analysis.model.id, { entries: outcome.entries, previous: request });
    }
    return {
      label,
      total: analysis.total,
      changes: compared === undefined ? null : changesOf(compared.changes),
      first: compared?.first ?? null,
      predicted: outcome === undefined ? null : predictedOf(outcome),
      reported: usage,
    };
  });
}

function changesOf(
  changes: readonly { readonly id: string; readonly name: string; readonly kind: ChangeKind }[],
): SequenceStep['changes'] {
  const counts = { same: 0, changed: 0, added: 0, removed: 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return {
    counts,
    named: changes.filter(({ kind }) => kind !== 'same').map(({ id, name, kind }) => ({ id, name, kind })),
  };
}

function predictedOf({ worst, best, known, reasons, rejected }: Outcome): Predicted {
  const [least, most] = [writtenTokens(best), writtenTokens(worst)];
  return {
    read: { low: worst.read, high: best.read },
    written: { low: Math.min(least, most), high: Math.max(least, most) },
    uncached: { low: Math.min(best.uncached, worst.uncached), high: Math.max(best.uncached, worst.uncached) },
    known,
    why: [
      ...(rejected === undefined ? [] : [rejected]),
      ...reasons.map(({ reason, text }) =>
        reason === 'first-request' ? 'The file has no request before it: taken as cold' : text,
      ),
    ],
  };
}
