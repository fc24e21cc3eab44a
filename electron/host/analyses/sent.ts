import { compareSent, type LocatedSentRow } from '../../../shared/analysis/compare/compare-sent';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { lineColumn } from '../../../shared/sources/findings';
import type { Session } from '../session';

/** Compares a request with the build of an open workspace, with the lines that made, or would make, each text. */
export async function sentAgainstBuilt(
  request: Inspection,
  built: Inspection,
  session: Session,
): Promise<readonly LocatedSentRow[]> {
  const texts = new Map<string, string>();
  const rows: LocatedSentRow[] = [];
  for (const row of compareSent(request.document, built.document)) {
    const { place } = row;
    if (place === undefined) {
      rows.push(row);
      continue;
    }
    const text = texts.get(place.source) ?? (await session.read(place.source)).text;
    texts.set(place.source, text);
    rows.push({ ...row, at: lineColumn(text, place.span.start) });
  }
  return rows;
}
