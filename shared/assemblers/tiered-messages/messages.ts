import { fileTree } from './file-tree';
import {
  breakpoint,
  builtin,
  frame,
  joinWith,
  message,
  nodeId,
  omitted,
  section,
  sourceId,
  text,
} from '../../document/builders';
import type {
  CacheBreakpoint,
  NodeId,
  OmittedNode,
  Omission,
  PromptMessage,
  PromptNode,
  Tier,
} from '../../document/types';
import { fileRope, trimRope, type Rope } from '../../sources/text/rope';
import { filesOf, headed, historyId, symbolNode, waitingSymbol } from './blocks';
import { otherName, why, type Content } from './input/content';
import type { HistoryEntry } from './input/history';
import type { PathField } from './input/fields';
import type { Placement, TierContents } from './tracker/placement';
import * as words from './texts';
import type { CachedTier } from './tracker/types';

export interface MessageArray {
  readonly messages: readonly PromptMessage[];
  readonly breakpoints: readonly CacheBreakpoint[];
  readonly aside: readonly OmittedNode[];
}

/** A stretch of the array: its messages, and what would have stood there but has no message to stand in. */
interface Stretch {
  readonly messages: readonly PromptMessage[];
  readonly left: readonly OmittedNode[];
}

/**
 * tiered-messages, rules 1 to 6: L0 to L3, each closed by one breakpoint (so never more than four), then the uncached
 * tail.
 */
export function messageArray(
  content: Content,
  placement: Placement,
  urls: readonly PromptNode[],
  images: readonly PromptNode[],
): MessageArray {
  const cached = (['L0', 'L1', 'L2', 'L3'] as const).map((tier) => ({
    tier,
    stretch: tier === 'L0' ? systemStretch(content, placement) : tierStretch(tier, content, placement),
  }));
  const tail = [
    treeStretch(content),
    urlStretch(content, urls),
    workingStretch(content, placement),
    activeStretch(content, placement),
    promptStretch(content, images),
  ];
  const breakpoints = cached.flatMap(({ tier, stretch }) => {
    const last = stretch.messages.at(-1);
    return last === undefined ? [] : [breakpoint(last.id, tier)];
  });
  const all = [...cached.map(({ stretch }) => stretch), ...tail];
  return {
    messages: all.flatMap(({ messages }) => messages),
    breakpoints,
    aside: [
      ...all.flatMap(({ left }) => left),
      ...placement.waiting.map((path) => waitingSymbol(path, content, placement)),
      ...content.history.left,
      ...otherPrompts(content),
    ],
  };
}

/** A message, or, when none of its nodes has text, what it leaves out. */
function stretch(
  id: NodeId,
  name: string,
  tier: Tier,
  role: 'system' | 'user',
  nodes: readonly PromptNode[],
  absent: Omission,
  reply?: string,
  after: readonly PromptMessage[] = [],
): Stretch {
  const omissions = nodes.filter((node) => node.type === 'omitted');
  if (omissions.length === nodes.length) {
    return after.length > 0
      ? { messages: after, left: omissions }
      : { messages: [], left: omissions.length > 0 ? omissions : [omitted(id, name, tier, absent)] };
  }
  const block = message(id, role, tier, role === 'system' ? 'system' : 'block', nodes);
  const replies =
    reply === undefined ? [] : [message(nodeId(id, 'ok'), 'assistant', tier, 'acknowledgement', [frame(reply)])];
  return { messages: [block, ...replies, ...after], left: [] };
}

/**
 * The key to the notation is the design's; the folders it abbreviates, in a line of their own, are the repository's.
 */
function legendRope(legend: string): Rope {
  const key = words.legendLines.join('\n');
  const folders = legend.slice(key.length);
  return [
    builtin('legend', key),
    ...(folders === '' ? [] : [text(folders, { kind: 'derived', by: 'symbol map', from: [] })]),
  ];
}

function systemStretch(content: Content, placement: Placement): Stretch {
  const contents = placement.tiers.L0;
  const { fields, symbols } = content;
  const isMapped = symbols.blocks.size > 0 || Object.keys(content.state.items).length > 0;
  const legend = !isMapped ? [] : [section(nodeId('L0', 'legend'), 'Legend', 'L0', legendRope(symbols.legend))];
  const map = [...legend, ...contents.symbols.map((path) => symbolNode(path, 'L0', content, placement))];
  const prompts = [
    promptPart('system', 'System prompt', fields.system, content),
    promptPart('systemExtra', 'Extra prompt', fields.systemExtra, content),
  ];
  const parts = [
    ...prompts,
    ...headed(nodeId('L0', 'map'), 'Repository structure', 'L0', words.structureHeader, '\n', map),
    ...filesPart('L0', contents, content, placement),
  ];
  const absent: Omission = {
    reason: 'condition-false',
    condition: 'there is a system prompt, a symbol map or a file in L0',
  };
  return stretch(
    nodeId('L0'),
    'System message',
    'L0',
    'system',
    joinWith('\n\n', parts),
    absent,
    undefined,
    historyOf(contents.history, 'L0'),
  );
}

function tierStretch(tier: CachedTier, content: Content, placement: Placement): Stretch {
  const contents = placement.tiers[tier];
  const symbols = contents.symbols.map((path) => symbolNode(path, tier, content, placement));
  const parts = [
    ...headed(nodeId(tier, 'map'), 'Repository structure', tier, words.structureContinuedHeader, '\n', symbols),
    ...filesPart(tier, contents, content, placement),
  ];
  const absent: Omission = { reason: 'condition-false', condition: 'the tier has symbols, files or history' };
  return stretch(
    nodeId(tier),
    `${tier} block`,
    tier,
    'user',
    joinWith('\n\n', parts),
    absent,
    words.acknowledgement,
    historyOf(contents.history, tier),
  );
}

function filesPart(
  tier: CachedTier,
  { files, lostFiles }: TierContents,
  content: Content,
  placement: Placement,
): readonly PromptNode[] {
  return headed(
    nodeId(tier, 'files'),
    'Reference files',
    tier,
    words.referenceHeaders[tier],
    '\n\n',
    filesOf(files, lostFiles, tier, content, placement),
  );
}

/** A file that is there and was not read says so; the host's own finding tells the rest. */
function absentFile(part: string, { path, written }: PathField, { missing }: Content): Omission {
  const lost = missing.get(part);
  if (path === undefined || lost === undefined || lost.why === 'missing')
    return { reason: 'source-missing', looked: [written] };
  if (lost.why === 'untrusted') return { reason: 'untrusted', paths: [lost.path] };
  return { reason: 'source-broken', source: sourceId(path), problem: `it ${why(lost)}` };
}

/** The prompts lose blanks and newlines at both ends. */
function promptPart(part: 'system' | 'systemExtra', name: string, field: PathField, content: Content): PromptNode {
  const source = content.sources.get(part);
  const id = nodeId('L0', part);
  if (source === undefined) return omitted(id, name, 'L0', absentFile(part, field, content));
  const rope = trimRope(fileRope(source));
  return rope.length === 0
    ? omitted(id, name, 'L0', { reason: 'source-empty', source: source.id })
    : section(id, name, 'L0', rope);
}

function historyOf(entries: readonly HistoryEntry[], tier: Tier): readonly PromptMessage[] {
  return entries.map(({ index, role, children }) =>
    message(
      historyId(index),
      role,
      tier,
      'history',
      children.map((child) => (child.type === 'section' || child.type === 'omitted' ? { ...child, tier } : child)),
    ),
  );
}

function treeStretch({ repository }: Content): Stretch {
  const list = `# File Tree (${repository?.length ?? 0} files)\n\n${fileTree(repository ?? [])}`;
  const nodes =
    repository === undefined || repository.length === 0
      ? []
      : [
          section(nodeId('tree', 'list'), 'Repository files', 'active', [
            frame(words.fileTreeHeader),
            text(list, { kind: 'derived', by: 'file tree', from: [] }),
          ]),
        ];
  const absent: Omission = {
    reason: 'condition-false',
    condition: repository === undefined ? 'the repository has been scanned' : 'the repository has files',
  };
  return stretch(nodeId('tree'), 'File tree', 'active', 'user', nodes, absent, words.acknowledgement);
}

function urlStretch(content: Content, urls: readonly PromptNode[]): Stretch {
  const source = content.sources.get('urls');
  const absent: Omission =
    source === undefined
      ? absentFile('urls', content.fields.urls, content)
      : { reason: 'source-empty', source: source.id };
  return stretch(
    nodeId('urls'),
    'URL context',
    'active',
    'user',
    headed(nodeId('urls', 'list'), 'URL context', 'active', words.urlHeader, words.urlSeparator, urls),
    absent,
    words.urlAcknowledgement,
  );
}

function workingStretch(content: Content, placement: Placement): Stretch {
  const files = filesOf(placement.working, placement.lostWorking, 'active', content, placement);
  const absent: Omission = {
    reason: 'condition-false',
    condition: content.fields.files.length === 0 ? 'files are selected' : 'a selected file is in no cached tier',
  };
  return stretch(
    nodeId('working'),
    'Working files',
    'active',
    'user',
    headed(nodeId('working', 'list'), 'Working files', 'active', words.workingFilesHeader, '\n\n', files),
    absent,
    words.acknowledgement,
  );
}

function activeStretch(content: Content, { activeHistory }: Placement): Stretch {
  const { history } = content;
  if (history.entries.length > 0) return { messages: historyOf(activeHistory, 'active'), left: [] };
  const source = content.sources.get('history');
  const absent: Omission =
    source === undefined
      ? absentFile('history', content.fields.history, content)
      : { reason: 'source-empty', source: source.id };
  return {
    messages: [],
    left: history.left.length > 0 ? [] : [omitted(nodeId('history'), 'History', 'active', absent)],
  };
}

function promptStretch({ fields }: Content, images: readonly PromptNode[]): Stretch {
  const given: Omission = { reason: 'condition-false', condition: 'a prompt is given' };
  if (fields.prompt.length === 0) {
    const unsent = images
      .map((each) => (each.type === 'image' ? omitted(each.id, each.source ?? 'Image', 'active', given) : each))
      .filter((each) => each.type === 'omitted');
    return { messages: [], left: [omitted(nodeId('prompt'), 'Current prompt', 'active', given), ...unsent] };
  }
  return {
    messages: [
      message(nodeId('prompt'), 'user', 'active', 'prompt', [
        section(nodeId('prompt', 'text'), 'Current prompt', 'active', fields.prompt),
        ...images,
      ]),
    ],
    left: [],
  };
}

/** tiered-messages, rule 7: what each is for, by the name `otherPrompts` gives it. */
const seedPrompts: Readonly<Record<string, { readonly label: string; readonly purpose: string }>> = {
  commit: { label: 'Commit message prompt', purpose: 'generating git commit messages' },
  compaction: { label: 'Compaction prompt', purpose: 'history compaction calls, loaded by the topic detector' },
  reminder: { label: 'System reminder', purpose: 'compact edit format reference, exists as infrastructure' },
};

/** tiered-messages, rule 7: the design's other prompts, listed with what they would cost. */
function otherPrompts(content: Content): readonly OmittedNode[] {
  const { fields, sources } = content;
  const unnamed = Object.keys(seedPrompts).filter((name) => !fields.otherPrompts.some((each) => each.name === name));
  const named = fields.otherPrompts.map(({ name, path, written }) => {
    const source = sources.get(otherName(name));
    const rope: Rope = source === undefined ? [] : trimRope(fileRope(source));
    const known = Object.hasOwn(seedPrompts, name) ? seedPrompts[name] : undefined;
    const lost = content.missing.get(otherName(name));
    const omission: Omission =
      lost?.why === 'untrusted'
        ? { reason: 'untrusted', paths: [lost.path] }
        : source === undefined
          ? { reason: 'source-missing', looked: [path ?? (written === '' ? `otherPrompts.${name}` : written)] }
          : rope.length === 0
            ? { reason: 'source-empty', source: source.id }
            : { reason: 'not-injected', purpose: known?.purpose ?? name };
    return omitted(nodeId('other', name), known?.label ?? name, 'active', omission, rope);
  });
  return [
    ...named,
    ...unnamed.map((name) =>
      omitted(nodeId('other', name), seedPrompts[name]?.label ?? name, 'active', {
        reason: 'source-missing',
        looked: [`otherPrompts.${name}`],
      }),
    ),
  ];
}
