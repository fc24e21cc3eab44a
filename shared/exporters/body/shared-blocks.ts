/** Blocks that several forms write in the same way, and their losses. */
import { spelled } from '../../document/json-text';
import type { PromptMessage, SectionNode, ToolNode } from '../../document/types';
import { nodeText } from '../../document/walk';
import { answerKeys, callKeys, callOf, failedOf, usedKey } from './block-fields';
import type { Content } from './content';
import { changed, lost } from '../losses';
import { loseKeys, type Draft } from './provider-request';

/** Records a call's keys except its id. */
export function loseCallKeys(section: SectionNode, draft: Draft): void {
  const fields = section.block?.fields;
  if (fields !== undefined) loseKeys(draft, fields, usedKey(fields, callKeys));
}

/** The input of a call must be an object; other text is put under a key. */
export function objectInput(section: SectionNode, draft: Draft): { readonly name: string; readonly input: object } {
  loseCallKeys(section, draft);
  const { name, input, text } = callOf(section);
  if (input !== undefined) return { name, input: spelled(input) };
  draft.warnings.push(changed(`The input of ${name}`, 'it is not an object, so it is put under "input"', section.id));
  return { name, input: { input: text } };
}

/** Records a result's keys except its call's id. The form writes `failed` if it can. */
export function loseResultKeys(section: SectionNode, draft: Draft, used: readonly string[] = []): void {
  const fields = section.block?.fields;
  if (fields !== undefined) loseKeys(draft, fields, [...usedKey(fields, answerKeys), ...used]);
}

export function takeFailed(section: SectionNode, draft: Draft): boolean | undefined {
  const failed = failedOf(section);
  loseResultKeys(section, draft, failed === undefined ? [] : [failed.key]);
  return failed?.failed;
}

/** Returns a group's tools, for a form without groups. */
export function loseGroup(tool: ToolNode, draft: Draft): readonly ToolNode[] {
  draft.warnings.push(changed(`Group ${tool.name}`, 'its tools stand alone', tool.id));
  return tool.tools ?? [];
}

/** Sends a block's text as plain text. */
export function asPlainText(section: SectionNode, draft: Draft): string {
  const name = section.block?.kind === 'document' ? 'Document' : 'Block';
  draft.warnings.push(changed(`${name} "${section.name}"`, 'its text is sent as plain text', section.id));
  loseKeys(draft, section.block?.fields);
  return nodeText(section);
}

/** Returns a result's text, for a form that accepts only text. */
export function resultText(
  { section, inner }: Extract<Content, { section: SectionNode }>,
  title: string,
  draft: Draft,
): string {
  for (const each of inner) {
    if (each.kind === 'image')
      draft.warnings.push(lost(`Image ${each.image.id}`, `${title} takes only text in a result`, each.image.id));
    else if (each.kind !== 'text') asPlainText(each.section, draft);
  }
  return nodeText(section);
}

/** Reports a system message inside the conversation, for a form that has none there. */
export function loseRole(message: PromptMessage, title: string, draft: Draft): void {
  if (message.role !== 'system' && message.role !== 'developer') return;
  draft.warnings.push(
    changed(`The role of ${message.id}`, `${title} has system text only before the conversation`, message.id),
  );
}
