import { memoByIdentity } from '../../../basics/memo';
import { image, nodeId, omitted, section, textBlock } from '../../../document/builders';
import type { Omission, OmittedNode, PromptNode, Role, Span } from '../../../document/types';
import { nodeText } from '../../../document/walk';
import { configChild, stringAt, type ConfigNode } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import type { SourceFile } from '../../../sources/types';
import { ropeText } from '../../../sources/text/rope';
import { imageTokens, messageOverhead, type CountTokens } from '../count';
import { imageInfo } from './image-type';
import { parseJsonLines } from './json-lines';

/** A message of the conversation in its original form. Its tier is not yet known. */
export interface HistoryEntry {
  readonly index: number;
  readonly role: Extract<Role, 'user' | 'assistant'>;
  readonly children: readonly PromptNode[];
  readonly text: string;
  /** The texts that are counted separately: the content, or each text part of it. */
  readonly texts: readonly string[];
  readonly images: number;
}

export interface History {
  readonly entries: readonly HistoryEntry[];
  /** Lines that are not messages. */
  readonly left: readonly OmittedNode[];
  readonly findings: readonly Finding[];
}

const noHistory: History = { entries: [], left: [], findings: [] };

export function readHistory(source: SourceFile | undefined): History {
  return source === undefined ? noHistory : readLines(source);
}

const readLines = memoByIdentity((source: SourceFile): History => {
  const entries: HistoryEntry[] = [];
  const left: OmittedNode[] = [];
  const findings: Finding[] = [];
  for (const { index, span, root, findings: broken } of parseJsonLines(source, 'history-line')) {
    const warn = (ruleId: string, message: string, at: Span): void => {
      findings.push(finding('warning', ruleId, message, { source: source.id, span: at }));
    };
    const drop = (problem: string): void => {
      const omission: Omission = { reason: 'source-broken', source: source.id, problem };
      left.push(omitted(nodeId('history', String(index)), `Message ${index + 1}`, 'active', omission));
    };
    findings.push(
      ...broken.map((each): Finding => ({
        ...each,
        severity: 'warning',
        note: 'The line is left out; the rest of the history is kept.',
      })),
    );
    if (root === undefined) {
      drop('the line is not JSON');
      continue;
    }
    const role = ropeText(stringAt(root, ['role']));
    const content = configChild(root, 'content');
    if (role !== 'user' && role !== 'assistant') {
      const roleSpan = configChild(root, 'role')?.span ?? span;
      warn(
        'history-role',
        role === '' ? 'The message has no role' : `Unknown role "${role}": history has user and assistant messages`,
        roleSpan,
      );
      drop(role === '' ? 'no role' : `unknown role "${role}"`);
    } else if (content?.kind !== 'string' && content?.kind !== 'array') {
      warn(
        'history-content',
        'The message has no content: a text or a list of parts was expected',
        content?.span ?? span,
      );
      drop('no content');
    } else {
      const children =
        content.kind === 'string'
          ? content.rope
          : content.items.flatMap((part, at) => readPart(part, index, at, source, warn));
      const images = children.filter((child) => child.type === 'image').length;
      const text = children.map(nodeText).join('');
      const texts =
        content.kind === 'string'
          ? [text]
          : content.items.flatMap((part) =>
              ropeText(stringAt(part, ['type'])) === 'text' ? [ropeText(stringAt(part, ['text']))] : [],
            );
      entries.push({ index, role, children, text, texts, images });
    }
  }
  return { entries, left, findings };
});

function readPart(
  part: ConfigNode,
  index: number,
  at: number,
  source: SourceFile,
  warn: (ruleId: string, message: string, at: Span) => void,
): readonly PromptNode[] {
  const id = nodeId('history', String(index), String(at));
  const type = ropeText(stringAt(part, ['type']));
  if (type === 'text') return [textBlock(section(id, `Part ${at + 1}`, 'active', stringAt(part, ['text'])))];
  const data = imageData(part, type);
  const info = data === undefined ? undefined : imageInfo(data);
  if (data !== undefined && info !== undefined)
    return [image(id, info.mediaType, data, { source: source.id, ...sizeOf(info) })];
  const problem =
    type === 'image_url' || type === 'image'
      ? 'the image is not a PNG, JPEG, GIF or WebP in base64'
      : `parts of type "${type}" cannot be sent`;
  warn('history-part', `A part is left out: ${problem}`, part.span);
  return [omitted(id, `Part ${at + 1}`, 'active', { reason: 'source-broken', source: source.id, problem })];
}

/** Accepts `image_url` with a data URL, or a block with a base64 source. */
function imageData(part: ConfigNode, type: string): string | undefined {
  if (type === 'image_url')
    return /^data:[^,]*;base64,(.+)$/s.exec(ropeText(stringAt(part, ['image_url', 'url'])))?.[1];
  return type === 'image' ? ropeText(stringAt(part, ['source', 'data'])) || undefined : undefined;
}

function sizeOf({ width, height }: { readonly width?: number; readonly height?: number }): {
  readonly width?: number;
  readonly height?: number;
} {
  return { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
}

export function historyTokens({ texts, images }: HistoryEntry, count: CountTokens): number {
  let tokens = messageOverhead + images * imageTokens;
  for (const text of texts) tokens += count(text);
  return tokens;
}

/** The input of the tracker's hash: role and content. */
export function historyData({ role, children, text }: HistoryEntry): string {
  return [`${role}:${text}`, ...children.flatMap((child) => (child.type === 'image' ? [child.data] : []))].join('\n');
}
