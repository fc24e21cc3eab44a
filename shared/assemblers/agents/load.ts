import type { Role, SourceId } from '../../document/types';

/**
 * What an agent does with a file. `shadowed`: another file is read instead. `cut`: only its start is sent. `empty`: it
 * is read and has nothing to send. `refused`: a trust gate, a limit or Strata's own path check keeps it out. `unknown`:
 * the agent's behaviour is not established.
 */
export type LoadStatus = 'loaded' | 'on-demand' | 'shadowed' | 'cut' | 'empty' | 'refused' | 'never' | 'unknown';

/** What one agent does with one file. */
export interface Load {
  /** Relative to the workspace, or absolute outside it. */
  readonly path: SourceId;
  readonly status: LoadStatus;
  /** The role of the message it lands in, if it is sent. */
  readonly role?: Role;
  /** Where in the request, in words. */
  readonly place?: string;
  /** Of the file. */
  readonly bytes?: number;
  /** Bytes of the prompt that come from the file. */
  readonly sentBytes?: number;
  /** The file that is read instead. */
  readonly by?: string;
  /** The agent's rule, as a sentence. */
  readonly rule: string;
}
