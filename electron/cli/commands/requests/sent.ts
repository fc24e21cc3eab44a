import { statSync } from 'node:fs';
import { readBytesOf } from '../../../host/disk/open-file';
import type { LocatedSentRow } from '../../../../shared/analysis/compare/compare-sent';
import { sentAgainstBuilt } from '../../../host/analyses/sent';
import { findingLines, printFindings } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { jsonText, table, visible, type Output } from '../../print/output';

/** True for a request file on the left and a folder on the right. A saved document is not a request. */
export function isSentAgainstBuilt(left: string, right: string): boolean {
  const [a, b] = [left, right].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a?.isFile() === true && b?.isDirectory() === true && !/^\s*\{\s*"irVersion"/.test(headOf(left));
}

function headOf(path: string): string {
  return readBytesOf(path, { most: 256 }).toString('utf8');
}

/** `strata diff request.json folder`: exits 0 when the folder builds everything that was sent, 1 otherwise. */
export async function runSent(
  request: string,
  folder: string,
  options: BuildOptions & { readonly json: boolean },
  output: Output,
): Promise<number> {
  const { set: _, architecture: _chosen, ...pinned } = options;
  return withFolder(request, { ...pinned, set: [] }, (sent) =>
    withFolder(folder, options, async (built, session) => {
      for (const line of findingLines(sent)) output.err(`${visible(request)}: ${line}`);
      printFindings(built, output);
      if (!sent.usable) return 1;
      const rows = await sentAgainstBuilt(sent, built, session);
      await output.out(
        options.json ? jsonText({ version: 1, request, workspace: built.workspace, rows }) : sentTable(rows),
      );
      return rows.every(({ kind }) => kind === 'same') ? 0 : 1;
    }),
  );
}

const words = {
  same: 'same',
  changed: 'changed',
  'only-sent': 'only sent',
  'only-built': 'only built',
} as const satisfies Record<LocatedSentRow['kind'], string>;

export function sentTable(rows: readonly LocatedSentRow[]): string {
  const cells = rows.map(({ kind, name, place, at, sent, built, note }) => {
    const where =
      place === undefined ? '' : at === undefined ? place.source : `${place.source}:${at.line}:${at.column}`;
    return [
      words[kind],
      visible(name),
      visible(where),
      String(sent?.length ?? ''),
      String(built?.length ?? ''),
      visible(note ?? ''),
    ];
  });
  return table([['', 'section', 'made by', 'characters sent', 'characters built', 'note'], ...cells], [3, 4]);
}
