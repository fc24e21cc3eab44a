import { frame, joinWith, message, nodeId, omitted, section, setting } from '../../document/builders';
import type { OmittedNode, PromptMessage, PromptNode, TextNode } from '../../document/types';
import { leaves } from '../../document/walk';
import { finding, type Finding } from '../../sources/findings';
import { reminderPartIds } from './catalog/catalog';
import type { Model } from './model';
import { renderPart } from './catalog/render';
import type { PartState } from './system-prompt';

interface UserMessage {
  readonly messages: readonly PromptMessage[];
  readonly aside: readonly OmittedNode[];
  readonly states: ReadonlyMap<string, PartState>;
  readonly findings: readonly Finding[];
}

interface Reminder {
  readonly name: string;
  readonly partId: string | undefined;
  readonly text: readonly TextNode[];
  readonly findings: readonly Finding[];
}

/**
 * part-catalog, rule 10: appends reminders to the user's message. An entry is the id of a catalogue reminder, or a
 * text.
 */
export function assembleUserMessage(model: Model): UserMessage {
  const reminders = model.reminders.flatMap((entry) => readReminder(model, entry));
  const states = new Map<string, PartState>();
  if (model.message === '') {
    const noMessage = { reason: 'condition-false', condition: 'a user message is set' } as const;
    const aside = [
      omitted(nodeId('user', 'message'), 'User message', 'active', noMessage),
      ...reminders.map(({ name, text }, index) => omitted(reminderId(index), name, 'active', noMessage, text)),
    ];
    const lost = finding(
      'warning',
      'reminders-without-message',
      'Reminders are appended to the user message, and there is none',
      undefined,
      { note: 'Set message.' },
    );
    return { messages: [], aside, states, findings: reminders.length === 0 ? [] : [lost] };
  }
  const nodes: readonly PromptNode[] = [
    section(nodeId('user', 'message'), 'User message', 'active', [setting('message', model.message)]),
    ...reminders.map(({ name, text }, index) =>
      section(reminderId(index), name, 'active', [
        frame('<system-reminder>\n'),
        ...text,
        frame('\n</system-reminder>'),
      ]),
    ),
  ];
  reminders.forEach(({ partId }, index) => {
    if (partId !== undefined) states.set(partId, { included: true, why: 'in reminders', node: reminderId(index) });
  });
  return {
    messages: [message(nodeId('user'), 'user', 'active', 'prompt', joinWith('\n\n', nodes))],
    aside: [],
    states,
    findings: reminders.flatMap((each) => each.findings),
  };
}

function reminderId(index: number) {
  return nodeId('user', 'reminders', String(index));
}

function readReminder(model: Model, entry: string): readonly Reminder[] {
  const partId = reminderPartIds.find((id) => id === entry || id === `reminder-${entry}`);
  if (partId === undefined)
    return entry.trim() === ''
      ? []
      : [{ name: 'Reminder', partId, text: [setting('reminders', entry.trim())], findings: [] }];
  const { nodes, findings } = renderPart(model, partId);
  return [{ name: model.parts.get(partId)?.name ?? partId, partId, text: nodes.flatMap(leaves), findings }];
}
