import { methodAndInterval, showCount } from '../analysis/count/show-count';
import type { Analysis } from '../analysis/types';
import { layOutJson } from '../document/json-text';
import { omissionText } from '../document/omission-text';
import type { NodeId, OmittedNode, PromptDocument, PromptMessage, PromptNode } from '../document/types';
import { nodeText } from '../document/walk';
import { append } from '../sources/text/append';
import type { Exporter } from './types';

/** A report for people: every message with its text, token counts if available, breakpoints and omissions. */
export const exportMarkdown: Exporter = (document, analysis) => ({
  mediaType: 'text/markdown',
  body: report(document, analysis),
  warnings: [],
});

function report(document: PromptDocument, analysis: Analysis | undefined): string {
  const counted = (id: NodeId): string => {
    const count = analysis?.tokens[id];
    return count === undefined ? '' : `, ${showCount(count)}`;
  };
  const lines: string[] = [`# Prompt (${document.architecture}, ${document.variant})`, ''];
  if (analysis !== undefined) {
    const { total, model, overhead } = analysis;
    lines.push(
      `${model.label}: ${showCount(total)}, ${methodAndInterval(total)} by ${total.encoding}; ` +
        `${showCount(overhead)} of them are request framing`,
      '',
    );
  }
  for (const tool of document.tools) {
    lines.push(
      `## Tool ${tool.name} (${tool.tier}${counted(tool.id)})`,
      '',
      fenced(tool.description.map((leaf) => leaf.value).join('')),
      '',
    );
    lines.push(fenced(layOutJson(tool.inputSchema)), '');
  }
  const marks = new Map(document.breakpoints.map((each) => [each.after, each]));
  for (const [index, message] of document.messages.entries()) {
    lines.push(`## ${index + 1}. ${message.role} (${message.purpose}, ${message.tier}${counted(message.id)})`, '');
    const value = nodeText(message);
    if (value !== '') lines.push(fenced(value), '');
    append(lines, list(contents(message, marks, counted, 0)));
    if (marks.has(message.id)) lines.push(`--- cache breakpoint (${message.tier}) ---`, '');
  }
  if (document.aside.length > 0)
    append(
      lines,
      [document.sent?.rebuiltFrom === undefined ? '## Not part of this request' : '## Not recorded', ''],
      list(document.aside.map((each) => left(each, counted))),
    );
  return `${lines.join('\n').trimEnd()}\n`;
}

function list(items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [...items, ''];
}

function contents(
  node: PromptMessage | PromptNode,
  marks: ReadonlyMap<NodeId, { readonly tier: string }>,
  counted: (id: NodeId) => string,
  depth: number,
): readonly string[] {
  if (node.type !== 'message' && node.type !== 'section') return [];
  const indent = '  '.repeat(depth);
  return node.children.flatMap((child): readonly string[] => {
    switch (child.type) {
      case 'text':
        return [];
      case 'image':
        return [`${indent}- image ${child.source ?? child.id} (${child.mediaType}${counted(child.id)})`];
      case 'omitted':
        return [`${indent}${left(child, counted)}`];
      case 'section': {
        const mark = marks.get(child.id);
        const note = child.note === undefined ? '' : `, ${child.note}`;
        const line = `${indent}- ${child.name} (${child.tier}${counted(child.id)}${note})`;
        const below = contents(child, marks, counted, depth + 1);
        return [line, ...below, ...(mark === undefined ? [] : [`${indent}- --- cache breakpoint (${mark.tier}) ---`])];
      }
    }
  });
}

function left(node: OmittedNode, counted: (id: NodeId) => string): string {
  return `- left out: ${node.name} (${node.tier}${counted(node.id)}): ${omissionText(node.omission)}`;
}

/** Uses a fence longer than any run of backticks in the text. */
function fenced(value: string): string {
  let longest = 2;
  for (const [run] of value.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${value}\n${fence}`;
}
