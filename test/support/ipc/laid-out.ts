import { frame, message, nodeId, section, sourceId, text } from '../../../shared/document/builders';
import type { PromptDocument, PromptNode } from '../../../shared/document/types';
import { sampleDocument } from '../sample-document';

/** A document whose leaves follow one another in their files, as an assembler would place them. */
export function documentOf(
  pieces: readonly (readonly [file: string, value: string])[],
  perSection: number,
): PromptDocument {
  const ends = new Map<string, number>();
  const leaves = pieces.map(([file, value]): PromptNode => {
    if (file === '') return frame(value);
    const start = ends.get(file) ?? 0;
    ends.set(file, start + value.length);
    return text(value, { kind: 'file', source: sourceId(file), span: { start, end: start + value.length } });
  });
  const sections = Array.from({ length: Math.ceil(leaves.length / perSection) }, (_, index) =>
    section(
      nodeId('system', String(index)),
      String(index),
      'L0',
      leaves.slice(index * perSection, (index + 1) * perSection),
    ),
  );
  return sampleDocument({
    messages: [message(nodeId('system'), 'system', 'L0', 'system', sections)],
  });
}
