import { memoByIdentity } from '../basics/memo';
import type { SourceRequest, Sources } from '../sources/types';
import { noSources } from '../sources/types';
import type { Architecture, AssembleInput } from './types';

export type Answer = (requests: readonly SourceRequest[]) => Sources;

/** A design whose files name other files settles in about three rounds. More than this means that it never settles. */
const maxRounds = 12;

export interface Gathered {
  readonly sources: Sources;
  readonly requests: readonly SourceRequest[];
  /** False if the last round still had new requests. Those are not answered. */
  readonly settled: boolean;
}

/** Asks the architecture for its requests, answers them, and repeats until there are no new requests. */
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

/** Removes duplicate requests. Memoized, because a design returns the same list for the same requests. */
const unique = memoByIdentity((requests: readonly SourceRequest[]): readonly SourceRequest[] => [
  ...new Map(requests.map((request) => [requestKey(request), request])).values(),
]);

/** Equal for equal requests. Memoized, because a design repeats a request with the same object. */
export const requestKey = memoByIdentity((request: SourceRequest): string => JSON.stringify(request));

function sameRequest(a: SourceRequest, b: SourceRequest | undefined): boolean {
  return a === b || (b !== undefined && requestKey(a) === requestKey(b));
}
