/** How one channel is written in the contract: what it takes, as a schema, and what it gives, as a type. */
import type { z } from 'zod';

type Arguments = z.ZodType<readonly unknown[]>;

export interface ChannelSpec<Takes extends Arguments, Gives> {
  readonly args: Takes;
  /** Never there: it carries the type of the result, which is ours and needs no check. */
  readonly result?: () => Gives;
}

export function takes<Takes extends Arguments>(
  args: Takes,
): { readonly gives: <Gives>() => ChannelSpec<Takes, Gives> } {
  return { gives: () => ({ args }) };
}
