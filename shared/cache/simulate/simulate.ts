import type { CacheRequest } from './blocks';
import type { RequestTime } from './explain';
import type { CacheEntry, Outcome } from './outcome';
import type { ModelRules } from '../packs/rule-pack';
import { strictly } from '../packs/strictly';
import { simulateMarkers } from './algorithms/simulate-markers';
import { simulateOpenai } from './algorithms/simulate-openai';
import { simulateBestEffort, simulateInterval, simulateNone, simulateUnits } from './algorithms/simulate-ranges';

/** Runs one request against the entries of earlier ones, by the provider's algorithm. */
export function simulate(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: RequestTime,
  rules: ModelRules,
): Outcome {
  switch (rules.algorithm) {
    case 'markers':
      return withUnsure(request, simulateBothReadings(request, entries, moment, rules), (other) =>
        simulateBothReadings(other, entries, moment, rules),
      );
    case 'openai':
      return simulateOpenai(request, entries, moment, rules);
    case 'openai-interval':
      return simulateInterval(request, entries, moment, rules);
    case 'best-effort':
    case 'forward':
      return simulateBestEffort(request, entries, moment, rules);
    case 'units':
      return simulateUnits(request, entries, moment, rules);
    case 'none':
      return simulateNone(request, entries, moment, rules);
  }
}

/**
 * Where nobody published what the model sees (thinking of earlier turns, what context editing clears), what stands
 * behind it is perhaps read: the promise is what is read if nothing behind is as it was.
 */
function withUnsure(request: CacheRequest, outcome: Outcome, play: (other: CacheRequest) => Outcome): Outcome {
  const { unsure = [] } = request;
  if (unsure.length === 0 || outcome.rejected !== undefined) return outcome;
  const unsureFrom = Math.min(...unsure.map(({ from }) => from));
  const { worst } = play({
    ...request,
    blocks: request.blocks.map((block, at) => (at < unsureFrom ? block : { ...block, hash: `${block.hash} unsure` })),
  });
  const isRead = worst.read >= outcome.worst.read;
  const told = isRead ? unsure.filter(({ mayShrink }) => mayShrink === true) : unsure;
  if (told.length === 0) return outcome;
  return {
    ...outcome,
    worst: isRead ? outcome.worst : worst,
    known: false,
    reasons: [...outcome.reasons, ...told.map(({ why }) => ({ reason: 'unknown' as const, text: why }))],
  };
}

/**
 * Where the provider does not say what a change of a parameter loses before the messages, both readings are followed:
 * the strict one, that it loses all, is the promise; the mild one is what is possible.
 */
function simulateBothReadings(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: RequestTime,
  rules: ModelRules,
): Outcome {
  const strictPack = strictly(rules.pack);
  const own = entries.filter(({ mild }) => mild !== true);
  const strict = simulateMarkers(request, own, moment, { ...rules, pack: strictPack });
  if (strictPack === rules.pack || Object.keys(request.parameters).length === 0)
    return { ...strict, entries: [...strict.entries, ...entries.filter(({ mild }) => mild === true)] };
  const mild = simulateMarkers(
    request,
    entries.filter((entry) => entry.mild === true),
    moment,
    rules,
  );
  const isSame = mild.worst.read === strict.worst.read;
  return {
    ...strict,
    best: mild.best,
    known: strict.known && isSame,
    reasons: isSame
      ? strict.reasons
      : [
          ...strict.reasons,
          {
            reason: 'unknown',
            text: 'What a change of thinking, effort or format loses is not published for the model',
          },
        ],
    entries: [...strict.entries, ...mild.entries.map((entry) => ({ ...entry, mild: true as const }))],
  };
}
