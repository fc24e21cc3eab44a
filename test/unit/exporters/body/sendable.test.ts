/** The shipped example of each design, exported as a request that can be sent. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../../../electron/host/session';
import { architectures } from '../../../../shared/assemblers/registry';
import { sourceId } from '../../../../shared/document/builders';
import { withoutSpace } from '../../../../shared/document/json-text';
import type { PromptDocument } from '../../../../shared/document/types';
import { nodeText } from '../../../../shared/document/walk';
import { exportDocument } from '../../../../shared/exporters';
import { isSendable } from '../../../../shared/exporters/body/sendable';
import { readBodies } from '../../../../shared/requests/bodies';
import { bodyText } from '../../../../shared/requests/body';
import { analysisFor } from '../../../support/analysis-for';
import { openBody } from '../../../support/request-bodies';
import { analyzeNothing } from '../../../support/host/notes';

const folder = join(import.meta.dirname, '../../../../build/examples');
const designs = readdirSync(folder).filter((name) => architectures.some(({ id }) => id === name && id !== 'request'));

async function built(name: string): Promise<PromptDocument> {
  const session = createSession({ watch: false, analyze: analyzeNothing });
  const { document } = await session.open(join(folder, name));
  await session.close();
  return document;
}

const providers = {
  anthropic: { provider: 'anthropic', address: undefined },
  'openai-chat': { provider: 'openai', address: undefined },
  'openai-responses': { provider: 'openai', address: undefined },
  gemini: {
    provider: 'google',
    address: 'https://generativelanguage.googleapis.com/v1beta/models/m-1:generateContent',
  },
  bedrock: { provider: 'bedrock', address: undefined },
} as const;

const limits: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['max_tokens'],
  bedrock: ['inferenceConfig', 'maxTokens'],
};

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

describe.each(designs)('the example of %s', (name) => {
  it.each(['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'bedrock'] as const)(
    'can be sent as %s',
    async (format) => {
      const document = await built(name);
      const { provider, address } = providers[format];
      const { body, warnings } = exportDocument(document, format, analysisFor(provider));
      expect(isSendable(warnings)).toBe(true);
      const back = openBody(body, address)?.document;
      expect(back?.sent).toMatchObject({ form: format, model: 'm-1' });
      expect(back?.messages.filter(({ role }) => role === 'user').map(nodeText)).not.toEqual([]);
      expect(at(JSON.parse(body), limits[format] ?? [])).toBeTruthy();
      const conversation = back?.messages.filter(({ purpose }) => purpose !== 'system') ?? [];
      expect(conversation.filter((message) => nodeText(message) === '' && message.children.length === 0)).toEqual([]);
    },
  );

  it.each(['anthropic', 'openai', 'google', 'bedrock'])(
    'is the same body in a cURL command for %s',
    async (provider) => {
      const document = await built(name);
      const format =
        ({ anthropic: 'anthropic', google: 'gemini', bedrock: 'bedrock' } as const)[provider] ?? 'openai-chat';
      const { body } = exportDocument(document, 'curl', analysisFor(provider));
      const read = readBodies({ id: sourceId('a.curl'), path: '/w/a.curl', as: 'files', text: body });
      expect(read.findings).toEqual([]);
      expect(read.bodies.map(bodyText).map(withoutSpace)).toEqual([
        withoutSpace(exportDocument(document, format, analysisFor(provider)).body),
      ]);
    },
  );
});
