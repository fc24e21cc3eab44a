import type { Sent } from './types';

/** What is known of a request, without its body. */
export function withoutText({ form, model, provider, at, address }: Sent): Sent {
  return { form, model, provider, at, address };
}
