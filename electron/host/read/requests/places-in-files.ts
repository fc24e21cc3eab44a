/** Lines and columns of places in files of any length. */
import type { SourceId } from '../../../../shared/document/types';
import type { LineColumn } from '../../../../shared/sources/findings';
import { realOf } from '../../disk/access/allowed-path';
import { nodeFiles } from '../../disk/node-files';
import { textChunksOf } from '../../disk/open-file';
import { childOf } from '../../disk/paths';
import { systemCode } from '../../errors';

interface Offset {
  readonly source: SourceId;
  /** UTF-16 code units, without a byte order mark. */
  readonly offset: number;
}

/** Reads each file once, up to its last place. Null for a place in a file that cannot be read. */
export async function placesInFiles(
  workspace: string,
  places: readonly Offset[],
): Promise<(place: Offset) => LineColumn | null> {
  const found = new Map<string, LineColumn>();
  const keyOf = ({ source, offset }: Offset): string => `${source}\n${offset}`;
  for (const source of new Set(places.map((place) => place.source))) {
    const offsets = places.filter((place) => place.source === source).map(({ offset }) => offset);
    try {
      await find(workspace, source, offsets, (offset, at) => found.set(keyOf({ source, offset }), at));
    } catch (error) {
      if (systemCode(error) === '') throw error;
    }
  }
  return (place) => found.get(keyOf(place)) ?? null;
}

async function find(
  workspace: string,
  source: SourceId,
  offsets: readonly number[],
  found: (offset: number, at: LineColumn) => void,
): Promise<void> {
  const wanted = offsets.toSorted((a, b) => a - b);
  let [passed, line, lineStart, next] = [0, 1, 0, 0];
  let isFirst = true;
  for (const chunk of textChunksOf(childOf(workspace, source), { within: realOf(nodeFiles, workspace) })) {
    const text = isFirst && chunk.startsWith('\uFEFF') ? chunk.slice(1) : chunk;
    isFirst = false;
    let from = 0;
    for (;;) {
      const offset = wanted[next];
      if (offset === undefined) return;
      const end = text.indexOf('\n', from);
      const stop = passed + (end === -1 ? text.length : end);
      if (offset <= stop && (end !== -1 || offset < stop)) {
        found(offset, { line, column: offset - lineStart + 1 });
        next += 1;
        continue;
      }
      if (end === -1) break;
      from = end + 1;
      line += 1;
      lineStart = passed + from;
    }
    passed += text.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const last = wanted[next];
  if (last === passed) found(last, { line, column: last - lineStart + 1 });
}
