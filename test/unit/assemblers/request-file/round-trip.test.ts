import { describe, expect, it } from 'vitest';
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

describe.each(
  fixtures()
    .filter(({ architecture }) => architecture.id !== 'request')
    .map((fixture) => [fixture.name, fixture] as const),
)('%s', (_, fixture) => {
  const built = assembleFiles(fixture.architecture, fixture.files, fixture.settings, fixture.facts, fixture.symbols);

  it.each(['anthropic', 'messages', 'openai-chat'] as const)(
    'comes back from %s with the same text and breakpoints',
    (format) => {
      if (texts(built.document).length === 0) return;
      const { body } = exportDocument(built.document, format);
      const back = assembleWorkspace(requestFile, { 'sent.request.json': body });
      expect(back.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(checkDocument(back.document, back.sourceTexts)).toEqual([]);
      expect(texts(back.document)).toEqual(texts(built.document));
      if (format !== 'openai-chat') expect(marks(back.document)).toEqual(marks(built.document));
      if (format !== 'messages')
        expect(back.document.tools.map(({ name }) => name)).toEqual(built.document.tools.map(({ name }) => name));
    },
  );
});
