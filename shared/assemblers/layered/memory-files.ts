/**
 * The memory corpus (layered, Input): paragraphs of MEMORY.md, lines of memory/**.jsonl, paragraphs of memories/**.md.
 */
import { z } from 'zod';
import { text } from '../../document/builders';
import { offsetOfCodePoint } from '../../sources/text/code-points';
import { configChild, stringAt } from '../../sources/config/config-node';
import { finding, type Finding } from '../../sources/findings';
import { parseJsonLines } from '../../sources/config/json-lines';
import { filesAs } from '../../sources/lookup';
import { baseName } from '../../sources/paths';
import { fileRope, isBlank, ropeText, sliceRope, trimRope, type Rope } from '../../sources/text/rope';
import type { Place, SourceFile, Sources } from '../../sources/types';

export const memoryLineSchema = z.looseObject({
  ts: z.string().optional(),
  category: z.string().optional(),
  content: z.string().min(1),
});

const isoDate = /^\d{4}-\d{2}-\d{2}$/;

export interface Memory {
  readonly source: SourceFile;
  /** 0-based paragraph or line in its file. With the file's path it identifies the memory. */
  readonly index: number;
  readonly label: Rope;
  readonly text: Rope;
  readonly place: Place;
}

export interface MemoryList {
  /** Number of files, including those without memories. */
  readonly files: number;
  readonly memories: readonly Memory[];
  readonly findings: readonly Finding[];
}

export const memoryFiles = ['MEMORY.md', 'memory/**/*.jsonl', 'memories/**/*.md'] as const;

export function readMemories(sources: Sources): MemoryList {
  const findings: Finding[] = [];
  const [long, dated, notes] = [
    filesAs(sources, 'memory'),
    filesAs(sources, 'memory-lines'),
    filesAs(sources, 'memory-notes'),
  ];
  const memories = [
    ...long.flatMap(paragraphs),
    ...dated.flatMap((source) => lines(source, findings)),
    ...notes.flatMap(paragraphs),
  ];
  return { files: long.length + dated.length + notes.length, memories, findings };
}

/** Splits paragraphs at empty lines; a line of white space belongs to its paragraph (layered, rule 14). */
const emptyLines = /(?:\r\n|\r(?!\n)|\n){2,}/g;

function paragraphs(source: SourceFile): readonly Memory[] {
  const label = fileLabel(source);
  const found: Memory[] = [];
  const add = (start: number, end: number): void => {
    found.push(...memory(source, found.length, label, trimRope(fileRope(source, start, end))));
  };
  let start = 0;
  for (const { index, 0: gap } of source.text.matchAll(emptyLines)) {
    add(start, index);
    start = index + gap.length;
  }
  add(start, source.text.length);
  return found;
}

function lines(source: SourceFile, findings: Finding[]): readonly Memory[] {
  return parseJsonLines(source, 'memory-line', 'python').flatMap(({ line, span, root, findings: syntax }) => {
    const place = { source: source.id, span };
    const leftOut = (message: string): readonly Memory[] => {
      findings.push(
        finding('warning', 'memory-line', `${message}; the line is left out`, place, {
          note: 'A memory is one object a line: {"ts": …, "category": …, "content": …}.',
        }),
      );
      return [];
    };
    const broken = syntax[0];
    if (broken !== undefined) {
      findings.push({ ...broken, severity: 'warning', message: `${broken.message}; the line is left out` });
      return [];
    }
    if (root?.kind !== 'object') return leftOut('A memory should be an object');
    const content = configChild(root, 'content');
    if (content?.kind !== 'string') return leftOut('The memory has no content');
    if (content.rope.length === 0) return leftOut('The content of the memory is empty');
    const ts = stringAt(root, ['ts']);
    const date = sliceRope(ts, 0, offsetOfCodePoint(ropeText(ts), 10));
    if (!isBlank(date) && !isoDate.test(ropeText(date))) {
      const note = 'The first ten characters of ts are sent as the date of the memory.';
      findings.push(
        finding(
          'warning',
          'memory-date',
          `ts should begin with a date such as 2026-02-25; "${ropeText(date)}" is sent in its place`,
          place,
          { note },
        ),
      );
    }
    return memory(source, line, isBlank(date) ? fileLabel(source) : date, content.rope);
  });
}

function memory(source: SourceFile, index: number, label: Rope, rope: Rope): readonly Memory[] {
  const [first, last] = [rope[0]?.origin, rope.at(-1)?.origin];
  if (first?.kind !== 'file' || last?.kind !== 'file') return [];
  return [
    {
      source,
      index,
      label,
      text: rope,
      place: { source: source.id, span: { start: first.span.start, end: last.span.end } },
    },
  ];
}

/** The date in the file's name, else the whole name. */
function fileLabel(source: SourceFile): Rope {
  const name = baseName(source.path);
  const date = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/.exec(name)?.[0];
  return [text(date ?? name, { kind: 'derived', by: 'file name', from: [source.id] })];
}
