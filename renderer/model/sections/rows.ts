/** The sections list: one row each, in the provider's order, adding up to the total. */
import {
  charactersIn,
  charactersOf,
  ownTexts,
  shareOf,
  splitCount,
  whoseText,
  type Whose,
} from '../../../shared/analysis/count/template-share';
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import { omissionText } from '../../../shared/document/omission-text';
import { allTools } from '../../../shared/document/tool-text';
import type {
  NodeId,
  OmittedNode,
  PromptDocument,
  PromptMessage,
  PromptNode,
  SectionNode,
  Tier,
  ToolNode,
} from '../../../shared/document/types';

export type RowKind =
  'tools' | 'tool' | 'message' | 'section' | 'image' | 'omitted' | 'framing' | 'overhead' | 'asides';

export interface Row {
  /** Unique in the list; a node's own id where it is a node. */
  readonly key: string;
  readonly node: NodeId | null;
  readonly kind: RowKind;
  readonly name: string;
  readonly tier: Tier | null;
  readonly count: TokenCount | null;
  /** Why it is not there, which role it has, what its rule says. */
  readonly detail: string;
  /** Whose words it is made of; absent where it has none that are sent. */
  readonly whose?: Whose;
  /** Of its tokens, those of the design's template. */
  readonly template?: number;
  /** The file whose absence is the reason: it can be made. */
  readonly missing?: string;
  readonly children: readonly Row[];
}

/**
 * Names that are paths below `workspace` lose what all of them share. Rows that are as they were `before` stay the same
 * objects.
 */
export function sectionRows(
  document: PromptDocument,
  analysis: Analysis,
  workspace = '',
  before: readonly Row[] = [],
): readonly Row[] {
  const prefix = workspace === '' ? '' : `${workspace}/`;
  const rows = allRows(document, { analysis, prefix });
  return keepSame(before, prefix === '' ? rows : rows.map((row) => shorten(row, prefix)));
}

function shorten(row: Row, prefix: string): Row {
  if (shortRows.has(row)) return row;
  const children = row.children.length === 0 ? row.children : row.children.map((child) => shorten(child, prefix));
  return children !== row.children || row.name.includes(prefix) || row.detail.includes(prefix)
    ? { ...row, name: row.name.replace(prefix, ''), detail: row.detail.replace(prefix, ''), children }
    : row;
}

/** What rows are made from; `prefix` is what all paths share, '' for none. */
interface Given {
  readonly analysis: Analysis;
  readonly prefix: string;
}

/**
 * The rows of sections that have none below, as they were made last: most sections are the same with the same count.
 */
const knownRows = new WeakMap<SectionNode, { readonly prefix: string; readonly row: Row }>();
const shortRows = new WeakSet<Row>();

function rowOfSection(section: SectionNode, given: Given): Row {
  const { analysis, prefix } = given;
  const known = knownRows.get(section);
  const count = analysis.tokens[section.id] ?? null;
  if (known?.prefix === prefix && sameCount(known.row.count, count)) return known.row;
  const words = wordsOf(section, given);
  if (known === undefined && !section.children.every(isText))
    return sectionRow(section, count, words, withFraming(section, given));
  const made = sectionRow(section, count, words, []);
  const row = prefix === '' ? made : shorten(made, prefix);
  knownRows.set(section, { prefix, row });
  shortRows.add(row);
  return row;
}

type Words = Pick<Row, 'whose' | 'template'>;

function sectionRow(
  { id, name, tier, note, condition }: SectionNode,
  count: TokenCount | null,
  words: Words,
  children: readonly Row[],
): Row {
  return {
    key: id,
    node: id,
    kind: 'section',
    name,
    tier,
    count,
    detail: [note, condition].filter((part) => part !== undefined).join(' · '),
    ...words,
    children,
  };
}

function wordsOf(node: PromptMessage | SectionNode, { analysis }: Given): Words {
  const whose = whoseText(charactersIn(node));
  return whose === undefined ? {} : { whose, template: shareOf(node, analysis).template.tokens };
}

/** Whose the text of a node is that stands in none of its sections. */
function ownWords(node: PromptMessage | SectionNode, count: TokenCount): Words {
  const characters = charactersOf(ownTexts(node));
  const whose = whoseText(characters);
  return whose === undefined ? {} : { whose, template: splitCount(count, characters).template.tokens };
}

function toolWords({ description }: ToolNode, count: TokenCount | undefined): Words {
  const characters = charactersOf(description);
  const whose = whoseText(characters);
  return whose === undefined || count === undefined
    ? {}
    : { whose, template: splitCount(count, characters).template.tokens };
}

function keepSame(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  if (before.length === 0) return after;
  const byKey = sameKeys(before, after) ? null : new Map(before.map((row) => [row.key, row]));
  const kept = after.map((row, index) => keepRow(byKey === null ? before[index] : byKey.get(row.key), row));
  return kept.length === before.length && kept.every((row, index) => row === before[index]) ? before : kept;
}

function sameKeys(before: readonly Row[], after: readonly Row[]): boolean {
  return before.length === after.length && after.every((row, index) => row.key === before[index]?.key);
}

function keepRow(before: Row | undefined, after: Row): Row {
  if (before === undefined || before === after) return after;
  const children = keepSame(before.children, after.children);
  const isSame =
    before.kind === after.kind &&
    before.name === after.name &&
    before.tier === after.tier &&
    before.detail === after.detail &&
    before.missing === after.missing &&
    before.whose === after.whose &&
    before.template === after.template &&
    before.node === after.node &&
    sameCount(before.count, after.count);
  if (isSame && (children === before.children || (children.length === 0 && before.children.length === 0)))
    return before;
  return children === after.children ? after : { ...after, children };
}

function sameCount(a: TokenCount | null, b: TokenCount | null): boolean {
  return (
    a === b ||
    (a !== null &&
      b !== null &&
      a.tokens === b.tokens &&
      a.low === b.low &&
      a.high === b.high &&
      a.method === b.method &&
      a.encoding === b.encoding)
  );
}

function allRows(document: PromptDocument, given: Given): readonly Row[] {
  const { analysis } = given;
  const rows: Row[] = [];
  if (document.tools.length > 0) rows.push(toolRow(document, analysis));
  const [only] = document.messages;
  if (only !== undefined && document.messages.length === 1) rows.push(...withFraming(only, given));
  else rows.push(...document.messages.map((message, index) => messageRow(message, index, given)));
  if (analysis.overhead.tokens > 0) {
    rows.push(
      plainRow('overhead', 'overhead', 'request overhead', analysis.overhead, 'role markers and request framing'),
    );
  }
  if (document.aside.length > 0) {
    rows.push({
      ...plainRow('asides', 'asides', 'not part of this request', null, ''),
      children: document.aside.map((node) => omittedRow(node, analysis)),
    });
  }
  return rows;
}

function toolRow(document: PromptDocument, analysis: Analysis): Row {
  const children = allTools(document.tools).map((tool): Row => ({
    key: tool.id,
    node: tool.id,
    kind: 'tool',
    name: tool.name,
    tier: tool.tier,
    count: analysis.tokens[tool.id] ?? null,
    detail: '',
    ...toolWords(tool, analysis.tokens[tool.id]),
    children: [],
  }));
  return { ...plainRow('tools', 'tools', 'tools', sum(children, analysis.overhead), `${children.length}`), children };
}

function messageRow(message: PromptMessage, index: number, given: Given): Row {
  const sections = message.children.filter((child) => child.type === 'section' || child.type === 'omitted');
  const lead = sections.find((child) => child.type === 'section');
  const detail = message.purpose === message.role ? '' : message.purpose;
  const [only] = sections;
  return {
    key: message.id,
    node: message.id,
    kind: 'message',
    name: `${index + 1} ${message.role}${lead === undefined || sections.length > 1 ? '' : ` · ${lead.name}`}`,
    tier: message.tier,
    count: given.analysis.tokens[message.id] ?? null,
    detail,
    ...wordsOf(message, given),
    children:
      sections.length === 0 || (sections.length === 1 && only?.type === 'section' && only.children.every(isText))
        ? []
        : withFraming(message, given),
  };
}

function isText(node: PromptNode): boolean {
  return node.type === 'text';
}

/** The rows below a message or section, and one for what stands between them. */
function withFraming(parent: PromptMessage | SectionNode, given: Given): readonly Row[] {
  const { analysis } = given;
  const children = parent.children.flatMap((child): readonly Row[] => {
    if (child.type === 'text') return [];
    if (child.type === 'omitted') return [omittedRow(child, analysis)];
    if (child.type === 'image') {
      return [
        {
          key: child.id,
          node: child.id,
          kind: 'image',
          name: child.source ?? 'image',
          tier: parent.tier,
          count: analysis.tokens[child.id] ?? null,
          detail: child.mediaType,
          children: [],
        },
      ];
    }
    return [rowOfSection(child, given)];
  });
  const whole = analysis.tokens[parent.id];
  if (whole === undefined) return children;
  const rest = subtract(whole, children);
  if (rest.tokens === 0) return children;
  const name = parent.type === 'message' ? 'framing' : 'own text';
  const detail = parent.type === 'message' ? 'text between the sections' : 'text outside the sections below';
  return [
    ...children,
    { ...plainRow(`${parent.id}#framing`, 'framing', name, rest, detail), ...ownWords(parent, rest) },
  ];
}

function omittedRow(node: OmittedNode, analysis: Analysis): Row {
  const missing =
    node.omission.reason === 'source-missing' ? node.omission.looked.find((path) => textFile.test(path)) : undefined;
  return {
    key: node.id,
    node: node.id,
    kind: 'omitted',
    name: node.name,
    tier: node.tier,
    count: analysis.tokens[node.id] ?? null,
    detail: omissionText(node.omission, lastPart),
    ...(missing === undefined ? {} : { missing }),
    children: [],
  };
}

const textFile = /^[^*?]+\.(?:md|mdc|txt|json|jsonl|ya?ml)$/;

function plainRow(key: string, kind: RowKind, name: string, count: TokenCount | null, detail: string): Row {
  return { key, node: null, kind, name, tier: null, count, detail, children: [] };
}

function present(rows: readonly Row[]): readonly TokenCount[] {
  return rows.flatMap((row) => (row.kind === 'omitted' || row.count === null ? [] : [row.count]));
}

function sum(rows: readonly Row[], like: TokenCount): TokenCount {
  const counts = present(rows);
  const add = (pick: (count: TokenCount) => number): number => counts.reduce((total, count) => total + pick(count), 0);
  return { ...(counts[0] ?? like), tokens: add((c) => c.tokens), low: add((c) => c.low), high: add((c) => c.high) };
}

function subtract(whole: TokenCount, rows: readonly Row[]): TokenCount {
  const parts = sum(rows, whole);
  const tokens = Math.max(0, whole.tokens - parts.tokens);
  return {
    ...whole,
    tokens,
    low: Math.max(0, Math.min(tokens, whole.low - parts.low)),
    high: Math.max(tokens, whole.high - parts.high),
  };
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? path;
}
