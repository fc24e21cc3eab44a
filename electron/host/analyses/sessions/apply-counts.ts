import type { CalibrationStore } from '../../count/calibration-store';
import type { SessionAnalysis } from './session-analysis';

/** Share by which a ratio has to differ to be used: a small change is no reason to count all again. */
const leastChange = 0.005;

/**
 * Lets the requests of a session be counted by what it reported so far. True if a count of its requests changes by it:
 * what is on screen has to be counted again.
 */
export function applyReportedCounts(
  calibrations: CalibrationStore,
  path: string,
  analysis: Pick<SessionAnalysis, 'calibrations'>,
): boolean {
  let isChanged = false;
  for (const each of analysis.calibrations(new Date().toISOString())) {
    const before = calibrations.get(path, each.modelId);
    if (before !== undefined && Math.abs(before.ratio / each.ratio - 1) <= leastChange) continue;
    calibrations.putForRun(path, each);
    // A correction that the user made for this session takes precedence.
    if (calibrations.get(path, each.modelId) !== before) isChanged = true;
  }
  return isChanged;
}
