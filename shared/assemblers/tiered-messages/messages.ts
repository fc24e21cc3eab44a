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
import type { CacheBreakpoint, OmittedNode, Omission, PromptMessage, PromptNode, Tier } from '../../document/types';
import { fileRope, trimRope, type Rope } from '../../sources/text/rope';
import { filesOf, headed, historyId, symbolNode, waitingSymbol } from './blocks';
import { missingText, type Content } from './input/content';
import type { HistoryEntry } from './input/history';
import type { PathField } from './input/fields';
import type { Placement, TierContents } from './tracker/placement';
import { otherPrompts } from './other-prompts';
import { messageGroup, type MessageGroup } from './message-group';
import * as words from './texts';
import type { CachedTier } from './tracker/types';

export interface MessageArray {
  readonly messages: readonly PromptMessage[];
  readonly breakpoints: readonly CacheBreakpoint[];
  readonly aside: readonly OmittedNode[];
}

/**
 * tiered-messages, rules 1 to 6: L0 to L3, each with one breakpoint at its end (at most four), then the uncached tail.
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

/** The notation key comes from the design. The folder abbreviations, on a separate line, come from the repository. */
function legendRope(legend: string): Rope {
  const key = words.legendLines.join('\n');
  const folders = legend.slice(key.length);
  return [
    builtin('legend', key),
    ...(folders === '' ? [] : [text(folders, { kind: 'derived', by: 'symbol map', from: [] })]),
  ];
}

function systemStretch(content: Content, placement: Placement): MessageGroup {
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
  return messageGroup(
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

function tierStretch(tier: CachedTier, content: Content, placement: Placement): MessageGroup {
  const contents = placement.tiers[tier];
  const symbols = contents.symbols.map((path) => symbolNode(path, tier, content, placement));
  const parts = [
    ...headed(nodeId(tier, 'map'), 'Repository structure', tier, words.structureContinuedHeader, '\n', symbols),
    ...filesPart(tier, contents, content, placement),
  ];
  const absent: Omission = { reason: 'condition-false', condition: 'the tier has symbols, files or history' };
  return messageGroup(
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

/** Distinguishes a file that exists but was not read; the host's finding has the details. */
function absentFile(part: string, { path, written }: PathField, { missing }: Content): Omission {
  const lost = missing.get(part);
  if (path === undefined || lost === undefined || lost.why === 'missing')
    return { reason: 'source-missing', looked: [written] };
  if (lost.why === 'untrusted') return { reason: 'untrusted', paths: [lost.path] };
  return { reason: 'source-broken', source: sourceId(path), problem: `it ${missingText(lost)}` };
}

/** Prompt files lose blanks and newlines at both ends. */
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

function treeStretch({ repository }: Content): MessageGroup {
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
  return messageGroup(nodeId('tree'), 'File tree', 'active', 'user', nodes, absent, words.acknowledgement);
}

function urlStretch(content: Content, urls: readonly PromptNode[]): MessageGroup {
  const source = content.sources.get('urls');
  const absent: Omission =
    source === undefined
      ? absentFile('urls', content.fields.urls, content)
      : { reason: 'source-empty', source: source.id };
  return messageGroup(
    nodeId('urls'),
    'URL context',
    'active',
    'user',
    headed(nodeId('urls', 'list'), 'URL context', 'active', words.urlHeader, words.urlSeparator, urls),
    absent,
    words.urlAcknowledgement,
  );
}

function workingStretch(content: Content, placement: Placement): MessageGroup {
  const files = filesOf(placement.working, placement.lostWorking, 'active', content, placement);
  const absent: Omission = {
    reason: 'condition-false',
    condition: content.fields.files.length === 0 ? 'files are selected' : 'a selected file is in no cached tier',
  };
  return messageGroup(
    nodeId('working'),
    'Working files',
    'active',
    'user',
    headed(nodeId('working', 'list'), 'Working files', 'active', words.workingFilesHeader, '\n\n', files),
    absent,
    words.acknowledgement,
  );
}

function activeStretch(content: Content, { activeHistory }: Placement): MessageGroup {
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

function promptStretch({ fields }: Content, images: readonly PromptNode[]): MessageGroup {
  const noPrompt: Omission = { reason: 'condition-false', condition: 'a prompt is given' };
  if (fields.prompt.length === 0) {
    const unsent = images
      .map((each) => (each.type === 'image' ? omitted(each.id, each.source ?? 'Image', 'active', noPrompt) : each))
      .filter((each) => each.type === 'omitted');
    return { messages: [], left: [omitted(nodeId('prompt'), 'Current prompt', 'active', noPrompt), ...unsent] };
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
