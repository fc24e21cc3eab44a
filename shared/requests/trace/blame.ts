/** Where a changed place of a request stands in the files of a folder. */
import type { BlamedPlace } from '../../sources/blamed-place';
import { lineColumn } from '../../sources/findings';
import { findStretches, type TracedFile } from './stretches';

/** A place may be this many characters behind text of a file at its end. */
const farthest = 200;

/** `offset`: UTF-16, in the text. Undefined if it stands in no file. */
export function blamePlace(text: string, offset: number, files: readonly TracedFile[]): BlamedPlace | undefined {
  const stretches = findStretches(text, files);
  const placeAt = (file: number, at: number, isExact: boolean): BlamedPlace | undefined => {
    const found = files[file];
    return found === undefined ? undefined : { file: found.id, ...lineColumn(found.text, at), isExact };
  };
  const holder = stretches.find(({ start, end }) => start <= offset && offset < end);
  if (holder !== undefined) return placeAt(holder.file, holder.at + offset - holder.start, true);
  const before = stretches.findLast(({ end }) => end <= offset);
  const behind = stretches.find(({ start }) => start > offset);
  if (before !== undefined && (behind?.file === before.file || offset - before.end <= farthest))
    return placeAt(before.file, before.at + before.end - before.start, false);
  return behind !== undefined && behind.start - offset <= farthest ? placeAt(behind.file, behind.at, false) : undefined;
}
