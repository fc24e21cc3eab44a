import type { CacheRequest } from './blocks';
import type { Moment } from './explain';
import type { CacheEntry, Outcome } from './outcome';
import type { ModelRules } from '../packs/rule-pack';
import { simulateMarkers } from './simulate-markers';
import { simulateOpenai } from './simulate-openai';
import { simulateBestEffort, simulateInterval, simulateUnits } from './simulate-ranges';

/** Runs one request against the entries of earlier ones, by the provider's algorithm. */
export function simulate(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: Moment,
  rules: ModelRules,
): Outcome {
  switch (rules.algorithm) {
    case 'markers':
      return simulateMarkers(request, entries, moment, rules);
    case 'openai':
      return simulateOpenai(request, entries, moment, rules);
    case 'openai-interval':
      return simulateInterval(request, entries, moment, rules);
    case 'best-effort':
    case 'forward':
      return simulateBestEffort(request, entries, moment, rules);
    case 'units':
      return simulateUnits(request, entries, moment, rules);
  }
}
