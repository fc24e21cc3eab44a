import type { SourceId } from '../../shared/document/types';
import type { LocatedFinding } from '../../shared/ipc/inspection';
import type { Finding, LineColumn } from '../../shared/sources/findings';
import type { SourceFile } from '../../shared/sources/types';

/** Adds line and column to findings whose file was read. */
export function locateFindings(findings: readonly Finding[], files: readonly SourceFile[]): readonly LocatedFinding[] {
  const texts = new Map(files.map((file) => [file.id, file.text]));
  const indexes = new Map<SourceId, readonly number[]>();
  return findings.map((each) => {
    const text = each.place === undefined ? undefined : texts.get(each.place.source);
    if (each.place === undefined || text === undefined) return each;
    const { source, span } = each.place;
    const starts = indexes.get(source) ?? lineStarts(text);
    indexes.set(source, starts);
    return { ...each, at: placeIn(starts, Math.min(span.start, text.length)) };
  });
}

/** Where each line begins; `\n`, `\r\n` and a lone `\r` end one. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
}

function placeIn(starts: readonly number[], offset: number): LineColumn {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
