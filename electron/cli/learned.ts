import type { Analysis } from '../../shared/analysis/types';
import type { CalibrationStore } from '../host/count/calibration-store';

/** The token counts that providers reported for this user's workspaces, and how to say that they were used. */
export interface Learned {
  readonly calibrations: CalibrationStore;
  tell(line: string): void;
}

/** Reports each correction once. */
export function learnedFrom(calibrations: CalibrationStore, say: (line: string) => void): Learned {
  const printed = new Set<string>();
  return {
    calibrations,
    tell(line) {
      if (!printed.has(line)) say(line);
      printed.add(line);
    },
  };
}

/** Undefined when nothing was corrected. */
export function correctionLine({ calibration, model }: Analysis): string | undefined {
  if (calibration === undefined) return undefined;
  const { ratio, low, high } = calibration;
  const shown = [ratio, low, high].map((each) => `× ${each.toFixed(2)}`);
  return (
    `strata: estimates for ${model.label} are corrected ${shown[0]} (${shown[1]}–${shown[2]}) by ` +
    'what was reported, except for framing and images; --no-calibration leaves that out'
  );
}
