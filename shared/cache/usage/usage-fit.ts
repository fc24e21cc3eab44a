/** Whether a reported usage can be of the request shown, and so correct its estimates. */
import { isCorrectable, sampleOf } from '../../analysis/count/estimates/calibrate';
import type { CountedDocument } from '../../analysis/types';
import type { Usage } from './usage';

export type UsageFit =
  | {
      readonly fits: true;
      /** Input tokens of the whole request. */
      readonly tokens: number;
      /** The factor for the uncorrected estimates. */
      readonly ratio: number;
      /** True if the report lies in the interval shown. */
      readonly within: boolean;
      /** True if it already corrects the estimates. */
      readonly used: boolean;
    }
  | { readonly fits: false; readonly why: string };

const providers: Readonly<Partial<Record<Usage['form'], string>>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  gemini: 'google',
  deepseek: 'deepseek',
};

/** A router may answer in another provider's format; a single provider does not. */
export function isOfAnother({ form }: Usage, provider: string): boolean {
  return Object.values(providers).includes(provider) && providers[form] !== undefined && providers[form] !== provider;
}

export function usageFit(usage: Usage, counted: CountedDocument): UsageFit {
  const { total, model, calibration } = counted.analysis;
  const tokens = usage.context;
  if (isOfAnother(usage, model.provider))
    return { fits: false, why: `Another provider than that of ${model.label} answered` };
  if (!isCorrectable(counted.analysis))
    return { fits: false, why: `Tokens of ${model.label} are not estimated, so there is nothing to correct` };
  if (tokens === null) return { fits: false, why: 'How many tokens the whole request took is not reported' };
  const ratio = sampleOf(tokens, counted);
  if (ratio === undefined) return { fits: false, why: 'This is too far from what is on screen to be the same request' };
  return {
    fits: true,
    tokens,
    ratio,
    within: tokens >= total.low && tokens <= total.high,
    used: calibration?.newest.from === 'usage' && calibration.newest.tokens === tokens,
  };
}
