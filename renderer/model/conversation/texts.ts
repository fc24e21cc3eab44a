/** What a tool and a block say, as a person reads it. */
import { jsonEntries, jsonString, knownJson, layOutJson, type JsonText } from '../../../shared/document/json-text';
import { memoByIdentity } from '../../../shared/basics/memo';
import { toolJson } from '../../../shared/document/tools-message';
import type { SectionNode, ToolNode } from '../../../shared/document/types';
import { nodeText } from '../../../shared/document/walk';
import { formatNumber } from '../counts';
import { firstWords, onOneLine } from '../prompt/first-words';
import type { TalkRow } from './talk-row';

export interface ReadText {
  readonly text: string;
  readonly look: 'prose' | 'code';
}

export const toolTexts = memoByIdentity((tool: ToolNode): readonly ReadText[] => {
  const description = tool.description.map(({ value }) => value).join('');
  return [
    ...(description === '' ? [] : [{ text: description, look: 'prose' as const }]),
    ...toolJson(tool).map((json) => ({ text: layOutJson(json), look: 'code' as const })),
  ];
});

export interface CallInput {
  readonly text: string;
  /** Where the input starts in the text of the call. */
  readonly start: number;
  readonly isLaidOut: boolean;
}

/** The text of a call is its name, a space and its input: JSON, or for a custom tool any text. */
export const callInput = memoByIdentity((call: SectionNode): CallInput => {
  const whole = nodeText(call);
  const start = whole.startsWith(call.name) ? Math.min(whole.length, call.name.length + 1) : 0;
  const text = whole.slice(start);
  const isLaidOut = isJson(text);
  return { text: isLaidOut ? layOutArguments(knownJson(text)) : text, start, isLaidOut };
});

/** Lays the input out as JSON. A text of several lines, such as a file to write, is shown as text under its name. */
function layOutArguments(input: JsonText): string {
  const entries = jsonEntries(input).map(({ key, value }) => ({ key, value, text: jsonString(value) }));
  if (!entries.some(({ text }) => text?.includes('\n') === true)) return layOutJson(input);
  return entries
    .map(({ key, value, text }) =>
      text?.includes('\n') === true ? `${key}:\n${indented(text)}` : `${key}: ${layOutJson(value)}`,
    )
    .join('\n');
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

/** The first words of what is folded, on one line. */
export function previewOf({ content }: TalkRow): string {
  switch (content.kind) {
    case 'message':
      return firstWords(content.message.children);
    case 'section':
      return firstWords(content.section.children);
    case 'block':
      return content.section.block?.kind === 'tool-call'
        ? onOneLine(callInput(content.section).text)
        : withoutName(firstWords(content.section.children), content.section.name);
    case 'tool':
      return onOneLine(content.tool.description.map(({ value }) => value).join(''));
    case 'tools':
    case 'parameters':
    case 'text':
    case 'image':
    case 'breakpoint':
      return '';
  }
}

/** Removes the name, which is shown before the text already. */
function withoutName(text: string, name: string): string {
  return text.startsWith(name) ? text.slice(name.length).trimStart() : text;
}

/** A block of an unknown type is JSON; one that was cut off in a broken file may not be. */
export const opaqueText = memoByIdentity((section: SectionNode): CallInput => {
  const text = nodeText(section);
  const isLaidOut = isJson(text);
  return { text: isLaidOut ? layOutJson(knownJson(text)) : text, start: 0, isLaidOut };
});

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Size of the Base64 data of a document; empty for one whose text is shown. */
export const documentSize = memoByIdentity((section: SectionNode): string => {
  const source = jsonEntries(section.block?.fields ?? knownJson('{}')).find(({ key }) => key === 'source');
  const data = source === undefined ? undefined : jsonEntries(source.value).find(({ key }) => key === 'data');
  const base64 = data === undefined ? undefined : jsonString(data.value);
  return base64 === undefined ? '' : byteSize(base64.length * 0.75);
});

export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  return bytes < 1_000_000 ? `${formatNumber(Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** True for a result by which the tool says that it failed. */
export function isError(section: SectionNode): boolean {
  return jsonEntries(section.block?.fields ?? knownJson('{}')).some(
    ({ key, value }) => (key === 'is_error' && value === 'true') || (key === 'status' && value === '"error"'),
  );
}
