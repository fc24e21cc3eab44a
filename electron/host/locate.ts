import { lastAt } from '../../shared/document/last-at';
import type { LocatedFinding } from '../../shared/ipc/inspection';
import type { Finding, LineColumn } from '../../shared/sources/findings';
import type { SourceFile } from '../../shared/sources/types';

/** Adds line and column to findings whose file was read. */
export function locateFindings(findings: readonly Finding[], files: readonly SourceFile[]): readonly LocatedFinding[] {
  const wanted = new Set(findings.flatMap(({ place }) => (place === undefined ? [] : [place.source])));
  const byId = new Map<SourceFile['id'], SourceFile>();
  if (wanted.size > 0) for (const file of files) if (wanted.has(file.id)) byId.set(file.id, file);
  return findings.map((each) => {
    const file = each.place === undefined ? undefined : byId.get(each.place.source);
    if (each.place === undefined || file === undefined) return each;
    return { ...each, at: placeIn(lineStartsOf(file), Math.min(each.place.span.start, file.text.length)) };
  });
}

/** A file is a new object when its text is another, so what was found out about it holds. */
const known = new WeakMap<SourceFile, readonly number[]>();

function lineStartsOf(file: SourceFile): readonly number[] {
  const starts = known.get(file) ?? lineStarts(file.text);
  known.set(file, starts);
  return starts;
}

/** Where each line begins; `\n`, `\r\n` and a lone `\r` end one. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
}

function placeIn(starts: readonly number[], offset: number): LineColumn {
  const line = lastAt(starts, offset);
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}
