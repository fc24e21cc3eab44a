import type { CacheBreakpoint } from '../../document/types';
import { takesBreakpoints, type ModelRules } from './rule-pack';

/** What the chosen model's provider does with a cache breakpoint, by its published rules. */
export type BreakpointUse =
  /** No rules are published for the model, or they differ between the provider's models. */
  | { readonly kind: 'unknown' }
  /** The provider takes no breakpoints from a request. */
  | { readonly kind: 'ignored'; readonly by: string }
  /** In words, by what the breakpoint asks for; null: not published. */
  | { readonly kind: 'taken'; readonly lifetimes: Readonly<Record<CacheBreakpoint['ttl'], string | null>> };

export function breakpointUse(rules: ModelRules | undefined): BreakpointUse {
  if (rules === undefined || rules.pack.algorithm === 'forward') return { kind: 'unknown' };
  const { pack, listed, algorithm } = rules;
  const isPerModel = pack.models.some((model) => model.algorithm !== undefined && model.algorithm !== pack.algorithm);
  if (!listed && isPerModel) return { kind: 'unknown' };
  if (!takesBreakpoints(rules)) return { kind: 'ignored', by: pack.title };
  const [only] = pack.lifetimes;
  // OpenAI has one lifetime whatever is asked for, and promises no more than its lower bound.
  if (algorithm === 'openai') {
    const words = only?.seconds == null ? null : `${only.ttl} or longer`;
    return { kind: 'taken', lifetimes: { '5m': words, '1h': words } };
  }
  const published = (ttl: CacheBreakpoint['ttl']): string | null =>
    pack.lifetimes.some((each) => each.ttl === ttl && each.seconds !== null) ? ttl : null;
  return { kind: 'taken', lifetimes: { '5m': published('5m'), '1h': published('1h') } };
}
