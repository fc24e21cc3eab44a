import { describe, expect, it } from 'vitest';
import { requestFile } from '../../../shared/assemblers/request-file';
import { checkDocument } from '../../../shared/document/check';
import { layoutMessage } from '../../../shared/document/layout';
import type { PromptDocument } from '../../../shared/document/types';
import { nodeText } from '../../../shared/document/walk';
import { exportDocument } from '../../../shared/exporters';
import { standInMessage } from '../../../shared/exporters/body/sendable';
import { assembleFiles, assembleWorkspace } from '../../support/assemble';
import { fixtures } from '../../support/fixtures';

function texts(document: PromptDocument): readonly (readonly [string, string])[] {
  return document.messages
    .map((message) => [message.role, nodeText(message)] as const)
    .filter(([, text]) => text !== '');
}

/** How much text comes before each breakpoint. */
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

type Said = readonly [role: string, text: string];

/** As Converse takes it: what one says in a row is one message. */
function inTurns({ messages }: PromptDocument, more: readonly Said[]): readonly Said[] {
  const turns: Said[] = [];
  for (const [role, text] of [...messages.map((each) => [each.role, nodeText(each)] as const), ...more]) {
    const last = turns.at(-1);
    if (last?.[0] === role) turns[turns.length - 1] = [role, `${last[1]}${text}`];
    else turns.push([role, text]);
  }
  return turns.filter(([, text]) => text !== '');
}

const prompts = fixtures()
  .filter(({ architecture }) => architecture.id !== 'request')
  .map(({ name, architecture, files, settings, facts, symbols }) => ({
    name,
    document: assembleFiles(architecture, files, settings, facts, symbols).document,
  }))
  .filter(({ document }) => texts(document).length > 0);

function readBack(body: string): PromptDocument {
  const back = assembleWorkspace(requestFile, { 'sent.request.json': body });
  expect(back.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(checkDocument(back.document, back.sourceTexts)).toEqual([]);
  return back.document;
}

describe.each(prompts)('$name', ({ document }) => {
  const isAsked = document.messages.some(({ role }) => role === 'user');
  const asked = isAsked ? [] : [['user', standInMessage] as const];
  const names = document.tools.map(({ name }) => name);

  it('comes back from messages with the same text and breakpoints', () => {
    const back = readBack(exportDocument(document, 'messages').body);
    expect(texts(back)).toEqual(texts(document));
    expect(marks(back)).toEqual(marks(document));
  });

  it('comes back from anthropic with the same text, tools and breakpoints', () => {
    const back = readBack(exportDocument(document, 'anthropic').body);
    expect(texts(back)).toEqual([...texts(document), ...asked]);
    expect(marks(back)).toEqual(marks(document));
    expect(back.tools.map(({ name }) => name)).toEqual(names);
  });

  it('comes back from bedrock with the same text and tools, what one says in a row as one message', () => {
    const back = readBack(exportDocument(document, 'bedrock').body);
    expect(texts(back)).toEqual(inTurns(document, asked));
    expect(back.tools.map(({ name }) => name)).toEqual(names);
  });

  it.each(['openai-chat', 'openai-responses', 'gemini'] as const)(
    'comes back from %s with the same text and tools',
    (format) => {
      const back = readBack(exportDocument(document, format).body);
      expect(texts(back)).toEqual([...texts(document), ...asked]);
      expect(back.tools.map(({ name }) => name)).toEqual(names);
    },
  );
});
