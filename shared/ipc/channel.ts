/** How the contract declares one channel: its arguments as a schema, its result as a type. */
import type { z } from 'zod';

type Arguments = z.ZodType<readonly unknown[]>;

export interface ChannelSpec<Takes extends Arguments, Gives> {
  readonly args: Takes;
  /** Never set: it only carries the result type. Results are ours and need no validation. */
  readonly result?: () => Gives;
}

export function takes<Takes extends Arguments>(
  args: Takes,
): { readonly gives: <Gives>() => ChannelSpec<Takes, Gives> } {
  return { gives: () => ({ args }) };
}
