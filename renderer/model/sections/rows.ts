/** The section list: one row per section, in the provider's order, adding up to the total. */
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import { ownTextName } from '../../../shared/document/own-text';
import { omissionText } from '../../../shared/document/omission-text';
import { hasUnknownText, isUnknownText } from '../../../shared/document/lacks-frame';
import { allTools } from '../../../shared/document/tool-text';
import { firstWords } from '../prompt/first-words';
import { toolsId } from '../../../shared/document/tools-message';
import type {
  BlockKind,
  OmittedNode,
  PromptDocument,
  PromptMessage,
  PromptNode,
  SectionNode,
  ToolNode,
} from '../../../shared/document/types';
import { keepSame } from './keep-rows';
import type { Row, RowKind } from './row';
import { sameCount, sharesOf, subtract, toolsCount } from './row-counts';
import { isUsers, lengthOf, ownStretches } from './own-stretches';
import { ownWords, textWords, toolWords, wordsOf, type Words } from './row-words';
import { blockName, blockWords, calledTools, type CalledTools } from './block-names';

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
  const rows = allRows(document, { analysis, prefix, calls: calledTools(document.messages) });
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
interface RowContext {
  readonly analysis: Analysis;
  readonly prefix: string;
  readonly calls: CalledTools;
  /** The message around the sections. */
  readonly message?: PromptMessage;
}

/** Rows of sections without subsections, as they were last made: most sections keep their text and count. */
const knownRows = new WeakMap<SectionNode, { readonly prefix: string; readonly name: string; readonly row: Row }>();
const shortRows = new WeakSet<Row>();

function rowOfSection(section: SectionNode, context: RowContext): Row {
  const { analysis, prefix } = context;
  const cached = knownRows.get(section);
  const count = analysis.tokens[section.id] ?? null;
  const name = blockName(section, context.message, context.calls);
  if (cached?.prefix === prefix && cached.name === name && sameCount(cached.row.count, count)) return cached.row;
  const words = wordsOf(section, context.analysis);
  if (cached === undefined && !section.children.every(isText))
    return sectionRow(section, name, count, words, withFraming(section, context));
  const made = sectionRow(section, name, count, words, []);
  const row = prefix === '' ? made : shorten(made, prefix);
  knownRows.set(section, { prefix, name, row });
  shortRows.add(row);
  return row;
}

/** What kind of block it is, where its name does not say so. */
function wordBeside(name: string, kind: BlockKind): string {
  const word = blockWords[kind];
  return name === word || name.startsWith(`${word} of `) ? '' : word;
}

function sectionRow(
  { id, tier, note, condition, block, children: nodes }: SectionNode,
  name: string,
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
    detail: [
      block === undefined ? '' : wordBeside(name, block.kind),
      // A block of text has no name of its own.
      block?.kind === 'text' && children.length === 0 ? firstWords(nodes) : '',
      note,
      condition,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join(' · '),
    ...words,
    ...(nodes.some(hasUnknownText) ? { isUnknown: true } : {}),
    children,
  };
}

function allRows(document: PromptDocument, context: RowContext): readonly Row[] {
  const { analysis } = context;
  const rows: Row[] = [];
  if (document.tools.length > 0) rows.push(toolRow(document, analysis));
  const [only] = document.messages;
  if (only !== undefined && document.messages.length === 1)
    rows.push(...withFraming(only, { ...context, message: only }));
  else rows.push(...document.messages.map((message, index) => messageRow(message, index, context)));
  if (analysis.overhead.tokens > 0) {
    rows.push(
      plainRow('overhead', 'overhead', 'request overhead', analysis.overhead, 'role markers and request framing'),
    );
  }
  if (document.aside.length > 0) {
    rows.push({
      ...plainRow('asides', 'asides', asideTitle(document), null, ''),
      children: document.aside.map((node) => omittedRow(node, analysis)),
    });
  }
  return rows;
}

/** Parts that a log lacks were sent all the same. */
function asideTitle({ sent }: PromptDocument): string {
  return sent?.rebuiltFrom === undefined ? 'not part of this request' : 'not recorded in the log';
}

function toolRow(document: PromptDocument, analysis: Analysis): Row {
  const children = document.tools.map((tool) => oneToolRow(tool, analysis));
  const number = allTools(document.tools).length;
  return { ...plainRow(toolsId, 'tools', 'tools', toolsCount(document.tools, analysis), `${number}`), children };
}

/** A group of tools is as large as its own definition and the tools inside it. */
function oneToolRow(tool: ToolNode, analysis: Analysis): Row {
  const { id, name, tier, kind, tools = [] } = tool;
  const own = analysis.tokens[id];
  const inner = tools.map((each) => oneToolRow(each, analysis));
  const row: Row = {
    key: id,
    node: id,
    kind: 'tool',
    name,
    tier,
    count: inner.length === 0 ? (own ?? null) : toolsCount([tool], analysis),
    detail: [...(kind === undefined ? [] : [kind]), ...(inner.length === 0 ? [] : [`${inner.length}`])].join(' · '),
    ...toolWords(tool, own),
    children: [],
  };
  if (inner.length === 0 || own === undefined) return { ...row, children: inner };
  const rest = plainRow(`${id}#framing`, 'framing', 'own definition', own, 'without the tools inside it');
  return { ...row, children: [...inner, rest] };
}

function messageRow(message: PromptMessage, index: number, all: RowContext): Row {
  const context: RowContext = { ...all, message };
  const sections = message.children.filter((child) => child.type === 'section' || child.type === 'omitted');
  const lead = sections.find((child) => child.type === 'section');
  const leadName = lead === undefined || sections.length > 1 ? '' : ` · ${blockName(lead, message, all.calls)}`;
  const detail = [
    message.purpose === message.role ? '' : message.purpose,
    lead?.block === undefined || sections.length > 1
      ? ''
      : wordBeside(blockName(lead, message, all.calls), lead.block.kind),
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const [only] = sections;
  return {
    key: message.id,
    node: message.id,
    kind: 'message',
    name: `${index + 1} ${message.role}${leadName}`,
    tier: message.tier,
    count: context.analysis.tokens[message.id] ?? null,
    detail,
    ...wordsOf(message, context.analysis),
    ...(hasUnknownText(message) ? { isUnknown: true } : {}),
    children:
      sections.length === 0 ||
      (sections.length === 1 &&
        only?.type === 'section' &&
        only.children.every(isText) &&
        !message.children.some((child) => child.type === 'text' && isUsers(child)))
        ? []
        : withFraming(message, context),
  };
}

function isText(node: PromptNode): boolean {
  return node.type === 'text';
}

/** The rows below a message or section with the user's own text where it stands, and one row for what frames them. */
function withFraming(parent: PromptMessage | SectionNode, context: RowContext): readonly Row[] {
  const rows = parent.children.map((child) => rowOf(child, parent, context));
  const children = rows.filter((row) => row !== undefined);
  const whole = context.analysis.tokens[parent.id];
  if (whole === undefined) return children;
  const rest = subtract(whole, children);
  if (rest.tokens === 0) return children;
  const stretches = ownStretches(parent.children);
  const counts = sharesOf(rest, stretches.map(lengthOf));
  const own = new Map<number, Row>();
  for (const [index, { at, texts }] of stretches.entries()) {
    const count = counts[index];
    if (count === undefined || count.tokens === 0 || !texts.some(isUsers)) continue;
    own.set(at, {
      ...plainRow(`${parent.id}#own-${index}`, 'own', ownTextName, count, firstWords(texts)),
      tier: parent.tier,
      ...textWords(texts, count),
    });
  }
  const placed = rows.flatMap((row, index) => [own.get(index), row].filter((each) => each !== undefined));
  const left = subtract(rest, [...own.values()]);
  if (left.tokens === 0) return placed;
  const isOwn = parent.type === 'section';
  const detail = isOwn ? 'in none of its sections' : 'text between the sections';
  const others = stretches.filter(({ at }) => !own.has(at)).flatMap(({ texts }) => texts);
  return [
    ...placed,
    {
      ...plainRow(`${parent.id}#framing`, 'framing', isOwn ? ownTextName : 'framing', left, detail),
      ...(own.size === 0 ? ownWords(parent, left) : textWords(others, left)),
    },
  ];
}

function rowOf(child: PromptNode, parent: PromptMessage | SectionNode, context: RowContext): Row | undefined {
  if (child.type === 'text') return undefined;
  if (child.type === 'omitted') return omittedRow(child, context.analysis);
  if (child.type === 'section') return rowOfSection(child, context);
  return {
    key: child.id,
    node: child.id,
    kind: 'image',
    // In a request the source is the whole body. Only a design has a file for each image.
    name: child.fields === undefined ? (child.source ?? 'image') : 'image',
    tier: parent.tier,
    count: context.analysis.tokens[child.id] ?? null,
    detail: child.mediaType,
    children: [],
  };
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
    ...(isUnknownText(node) ? { isUnknown: true } : {}),
    children: [],
  };
}

const textFile = /^[^*?]+\.(?:md|mdc|txt|json|jsonl|ya?ml)$/;

function plainRow(key: string, kind: RowKind, name: string, count: TokenCount | null, detail: string): Row {
  return { key, node: null, kind, name, tier: null, count, detail, children: [] };
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? path;
}
