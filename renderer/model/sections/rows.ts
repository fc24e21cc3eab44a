/** The section list: one row per section, in the provider's order, adding up to the total. */
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import { omissionText } from '../../../shared/document/omission-text';
import { allTools } from '../../../shared/document/tool-text';
import type {
  OmittedNode,
  PromptDocument,
  PromptMessage,
  PromptNode,
  SectionNode,
} from '../../../shared/document/types';
import { keepSame, sameCount } from './keep-rows';
import type { Row, RowKind } from './row';
import { ownWords, toolWords, wordsOf, type Words } from './row-words';

/**
 * Names that are paths below `workspace` lose their shared prefix. Unchanged rows stay the same objects as in `before`.
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

/** What rows are built from. `prefix` is what all paths share, or ''. */
interface Given {
  readonly analysis: Analysis;
  readonly prefix: string;
}

/** The last rows of sections without subsections. Most sections stay the same, with the same count. */
const knownRows = new WeakMap<SectionNode, { readonly prefix: string; readonly row: Row }>();
const shortRows = new WeakSet<Row>();

function rowOfSection(section: SectionNode, given: Given): Row {
  const { analysis, prefix } = given;
  const known = knownRows.get(section);
  const count = analysis.tokens[section.id] ?? null;
  if (known?.prefix === prefix && sameCount(known.row.count, count)) return known.row;
  const words = wordsOf(section, analysis);
  if (known === undefined && !section.children.every(isText))
    return sectionRow(section, count, words, withFraming(section, given));
  const made = sectionRow(section, count, words, []);
  const row = prefix === '' ? made : shorten(made, prefix);
  knownRows.set(section, { prefix, row });
  shortRows.add(row);
  return row;
}

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
    ...wordsOf(message, given.analysis),
    children:
      sections.length === 0 || (sections.length === 1 && only?.type === 'section' && only.children.every(isText))
        ? []
        : withFraming(message, given),
  };
}

function isText(node: PromptNode): boolean {
  return node.type === 'text';
}

/** The rows below a message or section, and one row for the text between them. */
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
