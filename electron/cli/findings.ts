import type { Inspection, LocatedFinding } from '../../shared/ipc/inspection';
import { writtenFinding } from '../../shared/ipc/written-finding';
import { visible, type Output } from './output';

/**
 * Advice on a prompt that was built as asked is for `strata lint`; what a rule calls an error is said by every command.
 */
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

/** For a command whose answer has to be the whole one: is something left out that the folder asks for? Names it. */
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
