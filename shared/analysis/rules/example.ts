/** Small documents for the rules' examples. */
import {
  breakpoint,
  builtin,
  environment,
  frame,
  message,
  nodeId,
  section,
  sourceId,
  text,
} from '../../document/builders';
import type { CacheBreakpoint, PromptDocument, PromptMessage, SectionNode, TextNode, Tier } from '../../document/types';

export function part(name: string, tier: Tier, value: string | readonly TextNode[]): SectionNode {
  return section(nodeId('system', name), name, tier, typeof value === 'string' ? [builtin(name, value)] : value);
}

export function clock(value = 'Wednesday, February 25, 2026 at 2:30 PM'): TextNode {
  return environment('now', value);
}

export function fileText(path: string, value: string): TextNode {
  return text(value, { kind: 'file', source: sourceId(path), span: { start: 0, end: value.length } });
}

export function system(...parts: readonly SectionNode[]): PromptDocument {
  const children = parts.flatMap((each, index) => (index === 0 ? [each] : [frame('\n\n'), each]));
  return documentOf([message(nodeId('system'), 'system', 'L0', 'system', children)]);
}

export function user(id: string, value: string, tier: Tier = 'active'): PromptMessage {
  return message(nodeId(id), 'user', tier, 'block', [builtin(id, value)]);
}

export function documentOf(
  messages: readonly PromptMessage[],
  breakpoints: readonly CacheBreakpoint[] = [],
): PromptDocument {
  return {
    irVersion: 2,
    architecture: 'example',
    variant: 'example',
    parameters: [],
    tools: [],
    messages,
    breakpoints,
    aside: [],
  };
}

export function marked(
  document: PromptDocument,
  ...after: readonly { readonly id: string; readonly ttl?: '5m' | '1h' }[]
): PromptDocument {
  return { ...document, breakpoints: after.map(({ id, ttl }) => breakpoint(nodeId(id), 'L0', ttl)) };
}
