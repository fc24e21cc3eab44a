import { grouped } from '../../../shared/basics/grouped';
import { calibrate, isCorrectable } from '../../../shared/analysis/count/estimates/calibrate';
import type { Analysis, CountedDocument, Report } from '../../../shared/analysis/types';
import type { CalibrationStore } from './calibration-store';

/** Corrects the estimates of a workspace by a provider's report. False when the report says nothing about them. */
export function learn(
  calibrations: CalibrationStore,
  workspace: string,
  report: Pick<Report, 'from' | 'tokens'>,
  counted: CountedDocument,
): boolean {
  const before = calibrations.get(workspace, counted.analysis.model.id);
  const after = calibrate(before, { ...report, at: new Date().toISOString() }, counted);
  if (after === undefined || after === before) return false;
  calibrations.put(workspace, after);
  return true;
}

/** Why a report says nothing about the estimates. */
export function cannotCorrect(tokens: number, analysis: Analysis): string {
  const { total, model } = analysis;
  if (!isCorrectable(analysis)) return `Tokens of ${model.label} are not estimated: there is nothing to correct`;
  return `${grouped(tokens)} tokens cannot be what this prompt took: ${grouped(total.tokens)} were counted`;
}
