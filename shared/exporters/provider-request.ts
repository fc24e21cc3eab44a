/** The frame that all provider forms share: model, stand-ins, what is lost. Each form writes its own content. */
import type { Analysis } from '../analysis/types';
import type { JsonText } from '../document/json-text';
import type { PromptDocument, RequestForm } from '../document/types';
import { append } from '../sources/text/append';
import { finding, type Finding } from '../sources/findings';
import { contentOf, limitBreakpoints, type MessageContent } from './content';
import { jsonBody } from './losses';
import { carriedParameters } from './request-parameters';
import { bodyModel, refusal, standIns, standInMessage } from './sendable';
import type { Exported } from './types';

export interface RequestOptions {
  /** Fill what the prompt lacks; a count is asked for without. */
  readonly standIns: boolean;
}

/** What a form's writer gets. */
export interface Draft {
  readonly document: PromptDocument;
  readonly model: string | undefined;
  readonly messages: readonly MessageContent[];
  /** Shared parameters by the form's own paths. */
  readonly parameters: ReadonlyMap<string, JsonText>;
  /** A user message stands in for the one the prompt lacks. */
  readonly standIn: string | undefined;
  readonly warnings: Finding[];
  /** What the writer put there itself. */
  readonly filled: string[];
}

export interface FormWriter {
  readonly form: RequestForm;
  readonly title: string;
  /** It can mark where the cache ends. */
  readonly hasBreakpoints: boolean;
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
  const split = contentOf(document, limited.kept);
  append(warnings, limited.warnings, split.warnings);
  const hasUser = document.messages.some(({ role }) => role === 'user' || role === 'tool');
  const filled: string[] = [];
  const standIn = options.standIns && !hasUser ? standInMessage : undefined;
  if (standIn !== undefined) filled.push(`the user message "${standIn}"`);
  const { values, lost } = carriedParameters(document, writer.form);
  if (lost.length > 0)
    warnings.push(
      finding('warning', 'export-loses-parameters', `${writer.title} is not told ${lost.join(', ')}: left out`),
    );
  const draft: Draft = {
    document,
    model,
    messages: split.messages,
    parameters: values,
    standIn,
    warnings,
    filled,
  };
  const body = writer.body(draft);
  return { mediaType: 'application/json', body: jsonBody(body), warnings: [...standIns(filled), ...warnings] };
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
