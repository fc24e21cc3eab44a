import { describe, expect, it, test } from 'vitest';
import { requestFile } from '../../../../shared/assemblers/request-file';
import { checkDocument } from '../../../../shared/document/check';
import { layoutMessage } from '../../../../shared/document/layout';
import type { PromptDocument } from '../../../../shared/document/types';
import { nodeText } from '../../../../shared/document/walk';
import { exportDocument } from '../../../../shared/exporters';
import { assembleFiles, assembleWorkspace } from '../../../support/assemble';
import { fixtures } from '../../../support/fixtures';

function texts(document: PromptDocument): readonly (readonly [string, string])[] {
  return document.messages
    .map((message) => [message.role, nodeText(message)] as const)
    .filter(([, text]) => text !== '');
}

/** How much text stands before each breakpoint. */
function marks(document: PromptDocument): readonly number[] {
  return document.breakpoints.map(({ after }) => {
    let before = 0;
    for (const message of document.messages) {
      const layout = layoutMessage(message);
      const node = layout.nodes.find(({ id }) => id === after);
      if (node !== undefined) return before + node.end;
      before += layout.text.length;
    }
    return -1;
  });
}

/** What each format can say of breakpoints and tools. */
const formats = [
  ['anthropic', { marks: true, tools: true }],
  ['messages', { marks: true, tools: false }],
  ['openai', { marks: false, tools: true }],
] as const;

const prompts = fixtures()
  .filter(({ architecture }) => architecture.id !== 'request')
  .map(({ name, architecture, files, settings, facts, symbols }) => {
    return [name, assembleFiles(architecture, files, settings, facts, symbols).document] as const;
  });
const isEmpty = (document: PromptDocument): boolean => texts(document).length === 0;

test('only fixtures of what cannot be built have no text', () => {
  expect(prompts.flatMap(([name, document]) => (isEmpty(document) ? [name] : []))).toEqual([
    'declared/required',
    'layered/agent-path',
    'layered/agent-unknown',
    'layered/agents-missing',
    'part-catalog/subagent-unknown',
    'tagged-sections/unknown-agent',
  ]);
});

describe.each(prompts.filter(([, document]) => !isEmpty(document)))('%s', (_, document) => {
  it.each(formats)('comes back from %s with the same text and breakpoints', (format, can) => {
    const { body } = exportDocument(document, format);
    const back = assembleWorkspace(requestFile, { 'sent.request.json': body });
    expect(back.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(checkDocument(back.document, back.sourceTexts)).toEqual([]);
    expect(texts(back.document)).toEqual(texts(document));
    expect(marks(back.document)).toEqual(can.marks ? marks(document) : []);
    const tools = can.tools ? document.tools : [];
    expect(back.document.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  });
});
