/** Matches calls with results in one request. A form without ids matches them by name and order. */
import type { SectionNode } from '../../document/types';
import { answeredCall, callOf, isCustomCall } from './block-fields';
import type { MessageContent } from './content';

export interface CallIds {
  ofCall(section: SectionNode): string;
  ofResult(section: SectionNode): string;
  /** Returns the tool whose call a result answers. */
  toolOf(section: SectionNode): string;
  /** True if the call has free text for its input. */
  answersCustom(section: SectionNode): boolean;
}

export function callIds(messages: readonly MessageContent[]): CallIds {
  const ids = new Map<SectionNode, string>();
  const tools = new Map<string, string>();
  const custom = new Set<string>();
  /** Unanswered calls without an id, by tool. */
  const waiting = new Map<string, string[]>();
  let made = 0;
  for (const { message, content } of messages) {
    for (const each of content) {
      if (each.kind === 'tool-call') {
        const call = callOf(each.section);
        const id = call.id ?? `call_${(made += 1)}`;
        ids.set(each.section, id);
        tools.set(id, call.name);
        if (isCustomCall(each.section)) custom.add(id);
        if (call.id === undefined) {
          const others = waiting.get(call.name);
          if (others === undefined) waiting.set(call.name, [id]);
          else others.push(id);
        }
      } else if (each.kind === 'tool-result') {
        const id = answeredCall(each.section, message.fields) ?? waiting.get(each.section.name)?.shift();
        ids.set(each.section, id ?? `call_${(made += 1)}`);
      }
    }
  }
  const callId = (section: SectionNode): string => ids.get(section) ?? section.id;
  return {
    ofCall: callId,
    ofResult: callId,
    answersCustom: (section) => section.block?.type === 'custom_tool_call_output' || custom.has(callId(section)),
    toolOf: (section) => tools.get(callId(section)) ?? section.name,
  };
}
