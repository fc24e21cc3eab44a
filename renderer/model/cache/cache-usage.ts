/** Lays out a reported usage beside its prediction. */
import type { MarkerView, UsageView } from '../../../shared/ipc/cache/cache-view';
import type { PromptDocument } from '../../../shared/document/types';
import { nodeName } from './cache-text';
import { formatNumber } from '../counts';

type Usage = NonNullable<UsageView['usage']>;

export const usageForms: Readonly<Record<Usage['form'], string>> = {
  anthropic: 'Anthropic usage',
  openai: 'OpenAI usage',
  gemini: 'Gemini usage',
  deepseek: 'DeepSeek usage',
  bedrock: 'Bedrock usage',
};

export interface UsageBand {
  /** `silent`: the provider reports the total but not how much of it was cached. */
  readonly band: 'read' | 'unsure' | 'written' | 'uncached' | 'silent';
  readonly tokens: number;
}

export function usageBands(
  usage: Usage,
  rows: UsageView['rows'],
): { readonly scale: number; readonly predicted: readonly UsageBand[]; readonly reported: readonly UsageBand[] } {
  const of = (what: UsageView['rows'][number]['what']) =>
    rows.find((row) => row.what === what)?.predicted ?? { low: 0, high: 0 };
  const [read, written, total] = [of('read'), of('written'), of('total')];
  const predicted: readonly UsageBand[] = [
    { band: 'read', tokens: read.low },
    { band: 'unsure', tokens: read.high - read.low },
    { band: 'written', tokens: Math.min(written.high, total.high - read.high) },
    { band: 'uncached', tokens: Math.max(0, total.high - read.high - Math.min(written.high, total.high - read.high)) },
  ];
  const isSplit = usage.read !== null || usage.written !== null;
  const reported: readonly UsageBand[] = isSplit
    ? [
        { band: 'read', tokens: usage.read ?? 0 },
        { band: 'written', tokens: usage.written ?? 0 },
        { band: 'uncached', tokens: usage.uncached ?? 0 },
      ]
    : [{ band: 'silent', tokens: usage.context ?? usage.uncached ?? 0 }];
  const sum = (bands: readonly UsageBand[]): number => bands.reduce((all, { tokens }) => all + tokens, 0);
  const some = (bands: readonly UsageBand[]): readonly UsageBand[] => bands.filter(({ tokens }) => tokens > 0);
  return { scale: Math.max(1, sum(predicted), sum(reported)), predicted: some(predicted), reported: some(reported) };
}

/** Counts are estimates. A reported read within this ratio of a breakpoint is taken to end there. */
const near = 0.15;

export function readReaches(read: number | null, markers: readonly MarkerView[], document: PromptDocument): string {
  if (read === null) return 'What was read is not reported, so no breakpoint can be named.';
  if (read === 0) return `Nothing was read${markers.length === 0 ? '' : ': no breakpoint was hit'}.`;
  const [closest] = markers.toSorted((a, b) => Math.abs(a.tokens - read) - Math.abs(b.tokens - read));
  if (closest === undefined)
    return `${formatNumber(read)} ✓ tokens were read; this build has no breakpoint to compare them with.`;
  const name = `breakpoint ${markers.indexOf(closest) + 1}, after ${nodeName(document, closest.node)}`;
  const off = closest.tokens === 0 ? 1 : Math.abs(closest.tokens - read) / closest.tokens;
  return off <= near
    ? `What was read ends near ${name}: ${formatNumber(read)} ✓ tokens, the breakpoint is at ` +
        `${formatNumber(closest.tokens)} ≈.`
    : `What was read ends near no breakpoint of this build; the nearest is ${name}, at ` +
        `${formatNumber(closest.tokens)} ≈ tokens.`;
}
