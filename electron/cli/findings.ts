import type { Inspection } from '../../shared/ipc/inspection';
import { visible, type Output } from './output';

/** `file:line:column severity rule message`; a finding about no file has `-` in its place. */
export function printFindings(inspection: Inspection, output: Output): void {
  for (const { place, at, severity, ruleId, message } of inspection.findings) {
    const where = place === undefined ? '-' : at === undefined ? place.source : `${place.source}:${at.line}:${at.column}`;
    output.err(`${visible(where)} ${severity} ${ruleId} ${visible(message)}`);
  }
}

export function exitCodeOf(inspection: Inspection): 0 | 1 {
  return inspection.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}
