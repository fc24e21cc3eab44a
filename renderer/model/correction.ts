/** A correction of the estimates in words. */
import type { Analysis, Calibration } from '../../shared/analysis/types';
import type { UsageFit } from '../../shared/ipc/cache/cache-view';
import { formatNumber } from './counts';

/** Three digits distinguish all ratios that the interval distinguishes. */
export function formatRatio(ratio: number): string {
  return `× ${ratio.toFixed(ratio < 1 ? 3 : 2)}`;
}

const when = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const origins: Readonly<Record<Calibration['newest']['from'], string>> = {
  usage: 'the usage you pasted on',
  session: 'what a captured session reported, read on',
  endpoint: 'the provider’s counting endpoint on',
};

/** What a session reported is measured between breakpoints, so its samples are no reports. */
function correctionOrigin({ samples, newest }: Calibration): string {
  const isSession = newest.from === 'session';
  const rest = samples.length === 1 || isSession ? '' : `, the newest of ${samples.length} reports`;
  return (
    `${origins[newest.from]} ${when.format(new Date(newest.at))} ` +
    `(${formatNumber(newest.tokens)} ✓ tokens${isSession ? ' in its newest request' : ''})${rest}`
  );
}

/** By how much, for which model, from which report. */
export function describeCorrection(
  calibration: Calibration,
  { model, overhead }: Pick<Analysis, 'model' | 'overhead'>,
): string {
  const { ratio, low, high } = calibration;
  return (
    `Estimates for ${model.label} in this folder are corrected: ${formatRatio(ratio)}, ` +
    `between ${formatRatio(low)} and ${formatRatio(high)}, by ${correctionOrigin(calibration)}.${uncorrected(overhead)}`
  );
}

/** Framing and images have formulas of their own. */
function uncorrected({ tokens }: Analysis['overhead']): string {
  const framing = tokens === 0 ? 'framing' : `the ${formatNumber(tokens)} tokens of framing`;
  return ` Only text is corrected, not ${framing}, nor images.`;
}

export function describeFit(
  fit: UsageFit,
  { model, total, calibration }: Pick<Analysis, 'model' | 'total' | 'calibration'>,
): string {
  if (!fit.fits) return `${fit.why}.`;
  if (fit.used) return 'The estimates are corrected by this report.';
  const against =
    `${formatNumber(fit.tokens)} ✓ tokens were reported, ${formatNumber(total.tokens)} ≈ are ` +
    'counted for the build on screen';
  const doubt = fit.within
    ? ''
    : ` That is outside of the interval (${formatNumber(total.low)} to ` +
      `${formatNumber(total.high)}): correct only if it was this very request.`;
  const ratio =
    calibration === undefined
      ? `: ${formatRatio(fit.ratio)} for text of ${model.label}, framing and images left out.`
      : `: ${formatRatio(fit.ratio)} of the plain estimate for text of ${model.label}; ` +
        `${formatRatio(calibration.ratio)} so far.`;
  return `${against}${ratio}${doubt}`;
}
