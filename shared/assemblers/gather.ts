import { memoByIdentity } from '../document/memo';
import type { SourceRequest, Sources } from '../sources/types';
import { noSources } from '../sources/types';
import type { Architecture, AssembleInput } from './types';

export type Answer = (requests: readonly SourceRequest[]) => Sources;

/** A design that names a file in a file in a file settles in three rounds; far more means it never will. */
const maxRounds = 12;

export interface Gathered {
  readonly sources: Sources;
  readonly requests: readonly SourceRequest[];
  /** False when it still wanted more at the end: what it wanted last is not among the answers. */
  readonly settled: boolean;
}

/** Asks the architecture what it wants, answers, and asks again until it wants nothing new. */
export function gather(architecture: Architecture, input: Omit<AssembleInput, 'sources'>, answer: Answer): Gathered {
  let sources = noSources;
  let requests: readonly SourceRequest[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const wanted = unique(architecture.requests({ ...input, sources }));
    if (wanted === requests) return { sources, requests, settled: true };
    if (wanted.length === requests.length && wanted.every((request, index) => sameRequest(request, requests[index])))
      return { sources, requests, settled: true };
    requests = wanted;
    sources = answer(requests);
  }
  return { sources, requests, settled: false };
}

/** A design that wants the same gives the same list: it is looked through once. */
const unique = memoByIdentity((requests: readonly SourceRequest[]): readonly SourceRequest[] => [
  ...new Map(requests.map((request) => [requestKey(request), request])).values(),
]);

/** Equal for equal requests. A design that asks the same again asks with the same object, so it is found once. */
export const requestKey = memoByIdentity((request: SourceRequest): string => JSON.stringify(request));

function sameRequest(a: SourceRequest, b: SourceRequest | undefined): boolean {
  return a === b || (b !== undefined && requestKey(a) === requestKey(b));
}
