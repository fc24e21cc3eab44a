import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltSent } from '../../../../shared/ipc/comparisons';
import { builtAgainstSession } from '../../../host/analyses/built-sent';
import { findSession, type KeptSession } from '../../../host/capture/store';
import { capturesFolder } from '../../named/captures-folder';
import { printFindings } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { jsonText, visible, visibleLines, type Output } from '../../print/output';
import { UsageError } from '../../usage-error';
import { sentTable } from './sent';

/** A captured session by id, start of an id, `last` or path; undefined if the path is something else. */
export function namedSession(name: string, captures: string | undefined): KeptSession | undefined {
  if (existsSync(name) && !existsSync(join(name, 'session.json'))) return undefined;
  return findSession(capturesFolder(captures), existsSync(name) ? join(name, '.') : name);
}

/** True for a file or folder that is not a captured session. */
export function isFolderOnly(path: string): boolean {
  return existsSync(path) && !existsSync(join(path, 'session.json'));
}

/** `strata diff <session> <folder>`: exits 0 if the folder builds the very request that was sent, 1 otherwise. */
export async function runBuiltSent(
  { path, session }: KeptSession,
  folder: string,
  options: BuildOptions & { readonly json: boolean },
  output: Output,
): Promise<number> {
  const architecture = options.architecture ?? session.agent;
  if (architecture === null)
    throw new UsageError(`the session ${session.id} does not say which agent sent it: choose --architecture`);
  return withFolder(folder, { ...options, architecture }, async (inspection, opened) => {
    printFindings(inspection, output);
    const compared = await builtAgainstSession(path, opened);
    for (const note of compared.notes) output.err(`- warning session-elsewhere ${visible(note)}`);
    await output.out(
      options.json ? jsonText({ version: 1, workspace: inspection.workspace, ...compared }) : text(compared),
    );
    return compared.hash === null ? 1 : 0;
  });
}

function text({ session, request, hash, volatile, fields, rows }: BuiltSent): string {
  const besides = volatile.length === 0 ? '' : `Not compared, as it varies by run: ${volatile.join(', ')}.\n`;
  if (hash !== null)
    return `Built = sent: request ${request} of session ${session} is equal, sha256 ${hash}.\n${visibleLines(besides)}`;
  const residue = rows.filter(({ kind }) => kind !== 'same');
  const others = fields.length === 0 ? '' : `Other fields that differ: ${fields.join(', ')}\n`;
  const same = `Sections that are the same: ${rows.length - residue.length} of ${rows.length}.\n`;
  return (
    `Request ${request} of session ${session} is not what this folder builds.\n` +
    `${residue.length === 0 ? '' : `${sentTable(residue)}\n`}${visibleLines(others)}${same}${visibleLines(besides)}`
  );
}
