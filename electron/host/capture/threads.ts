/** Tells the conversations of one session apart. */
import { startOf, threadOf, type SeenRequest, type SeenThread } from '../../../shared/sessions/kind-of';

export interface Threads {
  of(request: SeenRequest): SeenThread | null;
}

/** By the ids that the agent sends. Where it sends none, requests that start alike are one conversation. */
export function createThreads(): Threads {
  const starts = new Map<string, string>();
  return {
    of(request) {
      const named = threadOf(request);
      if (named !== undefined) return named;
      const start = startOf(request.body);
      if (start === undefined) return null;
      const id = starts.get(start) ?? `conversation-${starts.size + 1}`;
      starts.set(start, id);
      return { id, parent: null };
    },
  };
}
