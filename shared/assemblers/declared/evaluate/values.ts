import { layoutFrame, text } from '../../../document/builders';
import type { Omission, TextNode } from '../../../document/types';
import { configChild, type ConfigNode } from '../../../sources/config/config-node';
import { baseName, folderOf } from '../../../sources/paths';
import { changedRope, fileRope, ropeText, trimRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';

/** What a limit removed. */
export interface Cut {
  readonly rest: Rope;
  /** Both in characters. */
  readonly limit: number;
  readonly total: number;
  readonly shown: number;
}

/** One result of a source: its text, and its fields and file where it has them. */
export interface Entry {
  /** Made of structure (the file and the position in it), never of content. */
  readonly key: string;
  readonly text: Rope;
  readonly data?: ConfigNode | undefined;
  readonly file?: SourceFile | undefined;
  /** An item of an array. */
  readonly isItem?: boolean;
  readonly number?: number;
  readonly cut?: Cut;
  /** Options for reading fields. */
  readonly textOnly?: boolean;
  readonly trimmed?: boolean;
}

export interface Value {
  readonly entries: readonly Entry[];
  /** Why the value has no entries. */
  readonly absent: Omission;
  readonly separator: string;
  /** Entries that another entry replaced. */
  readonly lost?: readonly { readonly entry: Entry; readonly by: string }[];
}

export const defaultSeparator = '\n\n';

export function nothing(absent: Omission): Value {
  return { entries: [], absent, separator: defaultSeparator };
}

export function someValue(
  entries: readonly Entry[],
  absent: Omission = { reason: 'condition-false', condition: 'it has an entry' },
): Value {
  return { entries, absent, separator: defaultSeparator };
}

export function textValue(key: string, rope: Rope): Value {
  return someValue([{ key, text: rope }]);
}

/** Joins the text of all entries with the separator. */
export function valueRope({ entries, separator }: Value): Rope {
  return entries.flatMap((entry, index): readonly TextNode[] =>
    index === 0 || separator === '' ? entry.text : [layoutFrame(separator), ...entry.text],
  );
}

export function valueText(value: Value): string {
  return ropeText(valueRope(value));
}

/** Returns true if there is a text, or a JSON object or array. */
export function isPresent(value: Value): boolean {
  return value.entries.some(
    ({ text: rope, data }) =>
      rope.some(({ value: written }) => written !== '') || data?.kind === 'object' || data?.kind === 'array',
  );
}

/** Turns a JSON or YAML value into entries: an array into its items, null into none, anything else into one. */
export function nodeEntries(node: ConfigNode | undefined, holder: Entry, key: string): readonly Entry[] {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return [];
  const { file, textOnly = false, trimmed = false } = holder;
  const flags = { file, textOnly, trimmed };
  if (node.kind === 'array') {
    return node.items
      .flatMap((item, index) =>
        item.kind === 'array'
          ? [{ key: `${key}/${index}`, text: rawText(item, file), data: item, ...flags }]
          : nodeEntries(item, holder, `${key}/${index}`),
      )
      .filter(({ data }) => !(textOnly && data?.kind === 'scalar'))
      .map((entry) => ({ ...entry, isItem: true }));
  }
  if (node.kind === 'string') return [{ key, text: trimmed ? trimRope(node.rope) : node.rope, data: node, ...flags }];
  if (node.kind === 'object') return [{ key, text: rawText(node, file), data: node, ...flags }];
  return [{ key, text: textOnly || file === undefined ? [] : scalarRope(node, file), data: node, ...flags }];
}

/** A number keeps its spelling in the file, unless only YAML allows that spelling. */
function scalarRope({ literal, span, value }: Extract<ConfigNode, { kind: 'scalar' }>, file: SourceFile): Rope {
  return literal === undefined
    ? changedRope(file.id, span.start, span.end, String(value), 'replaced')
    : fileRope(file, span.start, span.end);
}

/** The node's characters in the file. */
function rawText(node: ConfigNode, file: SourceFile | undefined): Rope {
  return file === undefined ? [] : fileRope(file, node.span.start, node.span.end);
}

const dateInName = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/;

/** Follows one step of a reference from an entry. */
export function fieldEntries(entry: Entry, step: string): readonly Entry[] {
  if (!step.startsWith('@')) {
    const index = /^\d+$/.test(step) && entry.data?.kind === 'array' ? Number(step) : step;
    return nodeEntries(configChild(entry.data, index), entry, `${entry.key}/${step}`);
  }
  const { file, number } = entry;
  if (step === '@number')
    return number === undefined ? [] : [{ key: `${entry.key}/${step}`, text: [layoutFrame(String(number))] }];
  const about = file === undefined ? undefined : aboutFile(file.path, step);
  if (about === undefined || file === undefined) return [];
  return [{ key: `${entry.key}/${step}`, text: [text(about, { kind: 'derived', by: 'file name', from: [file.id] })] }];
}

function aboutFile(path: string, step: string): string | undefined {
  const name = baseName(path);
  switch (step) {
    case '@folder':
      return baseName(folderOf(path));
    case '@file':
      return name;
    case '@stem':
      return name.replace(/(?<=.)\.[^.]*$/, '');
    case '@path':
      return path;
    case '@date':
      return dateInName.exec(name)?.[0];
    default:
      return undefined;
  }
}
