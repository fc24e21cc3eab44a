import type { Command } from './commands';
import type { App } from '../context';

/** Commands that correct the estimates. Each is listed only if it has something to do. */
export function countCommands({ counts, cache, inspection }: App): readonly Command[] {
  const analysis = inspection.store.getState().shown?.inspection.analysis;
  const fit = cache.store.getState().usage?.fit;
  if (analysis === undefined) return [];
  return [
    { id: 'count-at-provider', group: 'Counts', title: 'Count at the provider…', run: () => void counts.prepare() },
    ...(fit?.fits === true && !fit.used
      ? [
          {
            id: 'correct-counts',
            group: 'Counts',
            title: 'Correct the estimates by the reported usage',
            run: () => void counts.correct(fit.tokens),
          },
        ]
      : []),
    ...(analysis.calibration === undefined
      ? []
      : [
          { id: 'forget-correction', group: 'Counts', title: 'Forget the correction', run: () => void counts.forget() },
        ]),
  ];
}
