import { changedRope, fileRope, ropeText, sliceRope, type Rope } from '../../../../sources/text/rope';
import type { SourceFile } from '../../../../sources/types';

/** The byte order mark is not part of a source's text, so its leaf stands at the start of the file and is changed. */
export function markRope(file: SourceFile): Rope {
  return file.bom === true ? changedRope(file.id, 0, 0, '\uFEFF', 'replaced') : [];
}

/** The whole text with its byte order mark. */
export function wholeRope(file: SourceFile): Rope {
  return [...markRope(file), ...fileRope(file)];
}

/** Without the white space at both ends, as JavaScript's `trim` sees it: a byte order mark is white space there. */
export function trimLikeScript(rope: Rope): Rope {
  const text = ropeText(rope);
  const start = text.length - text.trimStart().length;
  return sliceRope(rope, start, Math.max(start, text.trimEnd().length));
}
