import type { Inspection, LocatedFinding } from '../../../shared/ipc/inspection/inspection';
import { writtenFinding } from '../../../shared/ipc/written/written-finding';
import { visible, type Output } from './output';

/** Every command prints errors. Advice on a prompt that built as asked is left to `strata lint`. */
export function findingLines({ findings }: Pick<Inspection, 'findings'>): readonly string[] {
  return findings.filter(({ lint, severity }) => lint !== true || severity === 'error').map(findingLine);
}

export function printFindings(inspection: Inspection, output: Output): void {
  for (const line of findingLines(inspection)) output.err(line);
}

/**
 * `file:line:column severity rule message`; a finding about no file has its section in brackets, or `-`, in that place.
 */
export function findingLine(finding: LocatedFinding): string {
  const { place, at, node, severity, ruleId, message } = writtenFinding(finding);
  const nowhere = node === undefined ? '-' : `[${node}]`;
  const where = place === undefined ? nowhere : `${place.source}:${at?.line ?? 1}:${at?.column ?? 1}`;
  return `${visible(where)} ${severity} ${ruleId} ${visible(message)}`;
}

/** True if something the folder asks for is left out; prints what. For commands that need a complete prompt. */
export function isLeftOut({ asks }: Inspection, output: Output): boolean {
  if (asks.length === 0) return false;
  const paths = asks.map(
    ({ path, secret }) => `${visible(path)}${secret ? ' (only by its own name: it may hold secrets)' : ''}`,
  );
  output.err(
    `strata: this folder asks to read outside itself and is not allowed to: ${paths.join(', ')}; ` +
      '--trust allows it for this run, --trust <path> one of them',
  );
  return true;
}

export function exitCodeOf(inspection: Inspection): 0 | 1 {
  return inspection.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}
