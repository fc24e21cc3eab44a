/** JSON that is put together from pieces of a log. */
import type { SourceId, TextNode } from '../../document/types';
import { ropeText, type Rope } from '../../sources/text/rope';
import type { Piece } from './types';

type Value = Piece | readonly Piece[];

/** Fields without a value are left out. */
export function objectPieces(fields: Readonly<Record<string, Value | undefined>>): readonly Piece[] {
  const entries = Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  return [
    '{',
    ...entries.flatMap(({ key, value }, index) => [
      `${index === 0 ? '' : ','}${JSON.stringify(key)}:`,
      ...(isPiece(value) ? [value] : value),
    ]),
    '}',
  ];
}

export function listPieces(items: readonly Value[]): readonly Piece[] {
  return [
    '[',
    ...items.flatMap((item, index) => [...(index === 0 ? [] : [',']), ...(isPiece(item) ? [item] : item)]),
    ']',
  ];
}

function isPiece(value: Value): value is Piece {
  return typeof value === 'string' || 'start' in value || 'leaves' in value;
}

export function piecesText(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : 'leaves' in piece ? ropeText(piece.leaves) : piece.text))
    .join('');
}

/** The same text with the place of every character. */
export function piecesRope(source: SourceId, pieces: readonly Piece[]): Rope {
  const rope: TextNode[] = [];
  let frame = '';
  const endFrame = (): void => {
    if (frame !== '') rope.push({ type: 'text', value: frame, origin: { kind: 'frame' } });
    frame = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      frame += piece;
      continue;
    }
    endFrame();
    if ('leaves' in piece) {
      for (const { origin, ...leaf } of piece.leaves)
        rope.push({ ...leaf, origin: origin.kind === 'file' ? { ...origin, source } : origin });
      continue;
    }
    const span = { start: piece.start, end: piece.start + piece.text.length };
    rope.push({ type: 'text', value: piece.text, origin: { kind: 'file', source, span } });
  }
  endFrame();
  return rope;
}
