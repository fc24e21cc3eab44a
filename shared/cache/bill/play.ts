/** Plays the requests of a session against the rules of their providers, in order. */
import { rulesOfRequest } from '../packs/request-rules';
import { cutOf, type ModelRules, type RulePack } from '../packs/rule-pack';
import { requestOf, type CacheRequest } from '../simulate/blocks';
import { keyParameters } from '../simulate/key-parameters';
import type { CacheEntry, Outcome } from '../simulate/outcome';
import { simulate } from '../simulate/simulate';
import { suggestBreakpoints } from '../script/suggest';
import { Lineage } from './lineage';
import type { BilledRequest, RequestBill } from './types';

export interface PlayedRequest {
  readonly sent: BilledRequest;
  /** Undefined if no rules are known for its model. */
  readonly rules: ModelRules | undefined;
  readonly request: CacheRequest;
  readonly breakpoints: RequestBill['breakpoints'];
  /** Index of the earlier request it continues or repeats. */
  readonly continues: number | undefined;
  /** Seconds since the first request. Never runs backwards. */
  readonly clock: number;
  /** The cache of its model before it, as predicted. */
  readonly before: readonly CacheEntry[];
  /** Undefined also if it was not answered: then it read and wrote nothing that is known. */
  readonly outcome: Outcome | undefined;
  /** False if it failed and no usage is reported: it takes no part in the cache of later ones. */
  readonly isAnswered: boolean;
}

/** Seconds between requests of unknown time: shorter than every lifetime. */
const usualGap = 10;
const usualFirstToken = 1;

/** Each request follows its own provider's rules. Caches are per model: entries of another are not found. */
export function playSession(requests: readonly BilledRequest[], packs: readonly RulePack[]): readonly PlayedRequest[] {
  const start = requests.find(({ at }) => at !== undefined)?.at ?? 0;
  const lineage = new Lineage();
  const caches = new Map<string, readonly CacheEntry[]>();
  const played: PlayedRequest[] = [];
  let clock = 0;
  for (const [index, sent] of requests.entries()) {
    const { document, analysis, at, firstToken = usualFirstToken, thread } = sent;
    if (index > 0) clock = Math.max(clock + (at === undefined ? usualGap : 0), at === undefined ? 0 : at - start);
    const rules = rulesOfRequest(packs, document, analysis);
    const isSent = document.sent !== undefined || document.breakpoints.length > 0;
    const breakpoints =
      isSent || rules === undefined ? document.breakpoints : suggestBreakpoints(document, analysis, rules);
    const parameters = keyParameters(document, analysis.model.id);
    const request = requestOf(document, analysis, breakpoints, parameters, cutOf(rules));
    const isAnswered = sent.failed === undefined || (sent.usage?.context ?? 0) > 0;
    const continues = lineage.add(request, document, analysis.model.id, thread, isAnswered);
    const cache = `${rules?.pack.provider ?? ''} ${analysis.model.id}`;
    const before = caches.get(cache) ?? [];
    const previous = continues === undefined ? undefined : played[continues]?.request;
    const moment = { at: clock, firstToken, ...(previous === undefined ? {} : { previous }) };
    const outcome = rules === undefined || !isAnswered ? undefined : simulate(request, before, moment, rules);
    if (outcome !== undefined) caches.set(cache, outcome.entries);
    played.push({
      sent,
      rules,
      request,
      breakpoints: breakpoints.length === 0 ? 'none' : isSent ? 'sent' : 'suggested',
      continues,
      clock,
      before,
      outcome,
      isAnswered,
    });
  }
  return played;
}
