/**
 * Follows a session request by request: what the rules predict, what was reported, and why the two differ. Requests are
 * given in the order in which they went out.
 */
import type { ModelRules } from '../packs/rule-pack';
import { requestOf } from '../simulate/blocks';
import { keyParameters } from '../simulate/key-parameters';
import { answerOf } from './misses/answer';
import type { Candidate, Sending } from './misses/blockers';
import { eliminate, readable } from './misses/eliminate';
import { entriesOf, isWithin } from './misses/entries';
import { KnownEntries, type Before } from './misses/known-entries';
import { costOfRequest, type RequestCost } from './session-cost';
import { sizesOf, textKeys, type SizedRequest } from './sizes';
import type { CapturedRequest, Extent, MissAnswer } from './types';

export interface PredictedUse {
  /** Tokens by the rules, from the least to the most. */
  readonly read: { readonly low: number; readonly high: number };
  readonly written: { readonly low: number; readonly high: number };
  readonly uncached: { readonly low: number; readonly high: number };
}

export interface LedgerStep {
  readonly captured: CapturedRequest;
  readonly sized: SizedRequest;
  readonly rules: ModelRules | undefined;
  /** Null if no rules are known for the model. */
  readonly predicted: PredictedUse | null;
  readonly cost: RequestCost;
  readonly answer: MissAnswer;
}

/** One per provider: caches are not shared between them. */
interface Scope {
  readonly entries: KnownEntries;
  /** The last request of each conversation. */
  readonly last: Map<string, Before>;
}

/** Exact sizes and ratios belong to one tokenizer, so to one model. */
interface Tokens {
  readonly exact: Map<string, number>;
  ratio: number | undefined;
}

export type RulesOf = (captured: CapturedRequest) => ModelRules | undefined;

export class SessionLedger {
  readonly #rulesOf: RulesOf;
  readonly #scopes = new Map<string, Scope>();
  readonly #tokens = new Map<string, Tokens>();

  constructor(rulesOf: RulesOf) {
    this.#rulesOf = rulesOf;
  }

  /** An independent copy, for requests that still wait for their response. */
  clone(): SessionLedger {
    const copy = new SessionLedger(this.#rulesOf);
    for (const [name, { entries, last }] of this.#scopes)
      copy.#scopes.set(name, { entries: entries.clone(), last: new Map(last) });
    for (const [model, { exact, ratio }] of this.#tokens) copy.#tokens.set(model, { exact: new Map(exact), ratio });
    return copy;
  }

  push(captured: CapturedRequest): LedgerStep {
    const { document, analysis, usage } = captured;
    const rules = this.#rulesOf(captured);
    const request = requestOf(document, analysis, undefined, keyParameters(document, analysis.model.id));
    if (rules === undefined) {
      const sized = sizesOf(request, [], { exact: new Map(), total: usage?.context ?? null, ratio: undefined });
      const answer = answerOf({ captured, sized, rules }, undefined, undefined);
      return { captured, sized, rules, predicted: null, cost: costOfRequest(captured, sized, rules), answer };
    }
    const tokens = this.#tokensOf(analysis.model.id);
    const keys = textKeys(request, rules.pack);
    const sizes = { exact: tokens.exact, total: usage?.context ?? null, ratio: tokens.ratio };
    const sized = sizesOf(request, keys, sizes);
    const scope = this.#scopeOf(rules.pack.provider);
    const before = scope.last.get(conversationOf(captured));
    const sending = { captured, sized, rules };
    const isByMarkers = rules.algorithm === 'markers';
    const candidates = scope.entries.candidates(sized, before, isByMarkers);
    const found = usage === null ? undefined : eliminate(candidates, sending, usage, isByMarkers ? 0 : step(rules));
    const predicted = predictedOf(sending, readable(candidates, sending));
    const answer = answerOf(sending, found, before);
    this.#learn(captured, sized, tokens);
    if (isByMarkers && (answer.verdict === 'hit' || answer.verdict === 'explained'))
      learnHit(captured, candidates, keys, tokens);
    const learned = usage === null ? sized : sizesOf(request, keys, sizes);
    if (!captured.failed) {
      const entries = entriesOf(captured, learned, rules);
      scope.entries.add(captured, entries, learned);
      scope.last.set(conversationOf(captured), { captured, sized: learned, entries });
    }
    return { captured, sized: learned, rules, predicted, cost: costOfRequest(captured, sized, rules), answer };
  }

  /** Tokens that are known exactly for a model, by the prefix they belong to. */
  exactSizes(modelId: string): ReadonlyMap<string, number> {
    return this.#tokens.get(modelId)?.exact ?? new Map<string, number>();
  }

  #scopeOf(provider: string): Scope {
    const cached = this.#scopes.get(provider);
    if (cached !== undefined) return cached;
    const scope: Scope = { entries: new KnownEntries(), last: new Map() };
    this.#scopes.set(provider, scope);
    return scope;
  }

  #tokensOf(modelId: string): Tokens {
    const cached = this.#tokens.get(modelId);
    if (cached !== undefined) return cached;
    const tokens: Tokens = { exact: new Map(), ratio: undefined };
    this.#tokens.set(modelId, tokens);
    return tokens;
  }

  /** Read and written together end at the last marker; what was read ends where an earlier request wrote. */
  #learn({ usage, analysis }: CapturedRequest, { request, keys, extents }: SizedRequest, tokens: Tokens): void {
    if (usage === null) return;
    if (usage.context !== null && analysis.total.tokens > 0) tokens.ratio = usage.context / analysis.total.tokens;
    const last = request.markers.at(-1)?.block;
    if (usage.read === null || usage.written === null || last === undefined) return;
    const upTo = usage.read + usage.written;
    const [key, extent] = [keys[last], extents[last]];
    if (upTo > 0 && key !== undefined && extent !== undefined && isWithin(upTo, extent)) tokens.exact.set(key, upTo);
  }
}

/** What was read is the exact size of the entry that was hit, if only one has about that size. */
function learnHit(
  { usage }: CapturedRequest,
  candidates: readonly Candidate[],
  keys: readonly string[],
  { exact }: Tokens,
): void {
  const read = usage?.read ?? 0;
  if (read === 0) return;
  const fitting = candidates.filter(({ block, entry }) => block !== undefined && isWithin(read, entry.size));
  const blocks = new Set(fitting.map(({ block }) => block));
  const [block] = blocks;
  const key = block === undefined ? undefined : keys[block];
  if (blocks.size === 1 && key !== undefined) exact.set(key, read);
}

/** A side request has the thread of the conversation it belongs to, and does not continue it. */
function conversationOf({ thread, kind }: CapturedRequest): string {
  return `${thread ?? ''} ${kind === 'turn' || kind === 'compaction' ? '' : kind}`;
}

/** Reported counts of providers that cache by themselves are rounded down to such steps. */
function step({ model }: ModelRules): number {
  return model.interval ?? model.rounding ?? 128;
}

function predictedOf(
  { sized, rules }: Sending,
  { least, most }: { readonly least: Extent; readonly most: Extent },
): PredictedUse {
  const { total, request, extents } = sized;
  const isPromised = rules.algorithm === 'markers' || rules.algorithm === 'openai';
  const read = { low: isPromised ? least.tokens : 0, high: Math.min(most.tokens, total.tokens) };
  const last = request.markers.at(-1)?.block;
  const size = last === undefined ? undefined : extents[last];
  const { minimum } = rules.model;
  const isLong = size !== undefined && (minimum === null || size.high >= minimum);
  if (rules.algorithm === 'markers') {
    const upTo = isLong ? Math.max(size.tokens, read.high) : read.high;
    return {
      read,
      written: { low: upTo - read.high, high: upTo - read.low },
      uncached: { low: total.tokens - upTo, high: total.tokens - upTo },
    };
  }
  const rest = { low: total.tokens - read.high, high: total.tokens - read.low };
  const isWritten = rules.algorithm === 'openai';
  return { read, written: isWritten ? rest : { low: 0, high: 0 }, uncached: isWritten ? { low: 0, high: 0 } : rest };
}
