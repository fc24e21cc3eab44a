/** What all provider forms share: the model, stand-ins and losses. Each form writes its own content. */
import type { Analysis } from '../../analysis/types';
import type { JsonText } from '../../document/json-text';
import type { CacheBreakpoint, PromptDocument, RequestForm, ToolNode } from '../../document/types';
import { append } from '../../sources/text/append';
import { finding, type Finding } from '../../sources/findings';
import { keysOf } from './block-fields';
import { callIds, type CallIds } from './calls';
import { contentOf, limitBreakpoints, type Content, type MessageContent } from './content';
import { jsonBody, lost } from '../losses';
import { carriedParameters } from './request-parameters';
import { otherToolKeys } from './tool-fields';
import { bodyModel, refusal, standIns, standInMessage } from './sendable';
import type { Exported } from '../types';

export interface RequestOptions {
  /** Fills what the prompt lacks. Off for token-count requests. */
  readonly standIns: boolean;
}

/** The input of a form's writer. */
export interface Draft {
  readonly document: PromptDocument;
  readonly model: string | undefined;
  readonly messages: readonly MessageContent[];
  /** Shared parameters, by their paths in the target form. */
  readonly parameters: ReadonlyMap<string, JsonText>;
  /** Replaces the user message that the prompt lacks. */
  readonly standIn: string | undefined;
  readonly warnings: Finding[];
  readonly calls: CallIds;
  /** Keys of blocks, messages and tools that the form lacks, and how often each occurs. */
  readonly lostKeys: Map<string, number>;
  /** What the writer added itself. */
  readonly filled: string[];
}

export interface FormWriter {
  readonly form: RequestForm;
  readonly title: string;
  /** The form can mark the end of the cached prefix. */
  readonly hasBreakpoints: boolean;
  /** The form can let the provider place a breakpoint. */
  readonly hasAutomatic?: true;
  body(draft: Draft): Readonly<Record<string, unknown>>;
}

export function writeRequest(
  writer: FormWriter,
  document: PromptDocument,
  analysis: Analysis | undefined,
  options: RequestOptions = { standIns: true },
): Exported {
  const warnings: Finding[] = [];
  const { model, problem } = bodyModel(document, analysis, writer.form);
  if (problem !== undefined && analysis !== undefined && options.standIns)
    return { mediaType: 'application/json', body: '', warnings: [refusal(problem)] };
  const limited = writer.hasBreakpoints
    ? limitBreakpoints(document)
    : { kept: [], warnings: noBreakpoints(writer, document) };
  const isPlaced = ({ automatic }: CacheBreakpoint): boolean => automatic === true && writer.hasAutomatic === true;
  const split = contentOf(
    document,
    limited.kept.filter((each) => !isPlaced(each)),
  );
  append(warnings, limited.warnings, split.warnings);
  const hasUser = document.messages.some(({ role }) => role === 'user' || role === 'tool');
  const filled: string[] = [];
  const standIn = options.standIns && !hasUser ? standInMessage : undefined;
  if (standIn !== undefined) filled.push(`the user message "${standIn}"`);
  const { values, lost: lostNames } = carriedParameters(document, writer.form);
  if (lostNames.length > 0)
    warnings.push(
      finding(
        'warning',
        'export-loses-parameters',
        `${writer.title} cannot be given ${lostNames.join(', ')}: left out`,
      ),
    );
  const draft: Draft = {
    document,
    model,
    messages: split.messages.filter(({ content }) => document.sent === undefined || content.length > 0),
    parameters: values,
    standIn,
    warnings,
    calls: callIds(split.messages),
    lostKeys: new Map(),
    filled,
  };
  const body = writer.body(draft);
  for (const { message, textFields } of split.messages) {
    for (const fields of textFields) loseKeys(draft, fields);
    if (message.fields !== undefined) loseKeys(draft, message.fields, ['tool_call_id']);
  }
  return {
    mediaType: 'application/json',
    body: jsonBody(body),
    warnings: [...standIns(filled), ...warnings, ...keysLost(writer, draft)],
  };
}

/** Reports a breakpoint on a block that the form cannot express. */
export function loseMark({ warnings }: Draft, mark: CacheBreakpoint | undefined): void {
  if (mark !== undefined) warnings.push(lost('The breakpoint', `there is no block for ${mark.after}`, mark.id));
}

/** Reports breakpoints inside a block that is written as one unit. */
export function loseInnerMarks(draft: Draft, inner: readonly Content[]): void {
  for (const each of inner) {
    loseMark(draft, each.mark);
    if ('inner' in each) loseInnerMarks(draft, each.inner);
  }
}

/** Records keys of a block, message or tool that the form lacks. */
export function loseKeys({ lostKeys }: Draft, fields: JsonText | undefined, used: readonly string[] = []): void {
  for (const key of fields === undefined ? [] : keysOf(fields))
    if (!used.includes(key)) lostKeys.set(key, (lostKeys.get(key) ?? 0) + 1);
}

export function loseToolKeys({ lostKeys }: Draft, tool: ToolNode, used: readonly string[] = []): void {
  for (const key of otherToolKeys(tool)) if (!used.includes(key)) lostKeys.set(key, (lostKeys.get(key) ?? 0) + 1);
}

/** One finding for all keys: every call of a long conversation may have one. */
function keysLost({ title }: FormWriter, { lostKeys }: Draft): readonly Finding[] {
  if (lostKeys.size === 0) return [];
  const keys = [...lostKeys].map(([key, count]) => (count === 1 ? key : `${key} (${count} times)`));
  return [finding('warning', 'export-loses-fields', `${title} has no fields for ${keys.join(', ')}: left out`)];
}

function noBreakpoints(writer: FormWriter, document: PromptDocument): readonly Finding[] {
  return document.breakpoints.map((each) =>
    finding(
      'warning',
      'export-loses-breakpoints',
      `${writer.title} has no cache breakpoints: the one after ${each.after} (${each.tier}) is left out`,
      undefined,
      { node: each.id },
    ),
  );
}
