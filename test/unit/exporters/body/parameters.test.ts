import { describe, expect, it } from 'vitest';
import { exportDocument } from '../../../../shared/exporters';
import { analysisFor } from '../../../support/analysis-for';
import { openBody } from '../../../support/request-bodies';

const user = [{ role: 'user', content: 'Hi' }];

function converted(body: unknown, format: 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini' | 'bedrock') {
  const document = openBody(JSON.stringify(body))?.document;
  if (document === undefined) throw new Error('not read');
  const providers = { anthropic: 'anthropic', gemini: 'google', bedrock: 'bedrock' } as const;
  const provider = format === 'anthropic' || format === 'gemini' || format === 'bedrock' ? providers[format] : 'openai';
  const { body: written, warnings } = exportDocument(document, format, analysisFor(provider));
  return {
    body: JSON.parse(written),
    untold: warnings.filter(({ ruleId }) => ruleId === 'export-loses-parameters').map(({ message }) => message),
  };
}

describe('parameters in the words of another provider', () => {
  const anthropic = {
    model: 'claude-sonnet-4-5',
    max_tokens: 5,
    temperature: 0.5,
    top_p: 0.9,
    stop_sequences: ['END'],
    stream: false,
    metadata: { user_id: 'u' },
    thinking: { type: 'adaptive' },
    messages: user,
  };

  it.each([
    ['openai-chat', { max_completion_tokens: 5, temperature: 0.5, top_p: 0.9, stop: ['END'], stream: false }, ''],
    ['openai-responses', { max_output_tokens: 5, temperature: 0.5, top_p: 0.9, stream: false }, 'stop_sequences, '],
    [
      'gemini',
      { generationConfig: { maxOutputTokens: 5, temperature: 0.5, topP: 0.9, stopSequences: ['END'] } },
      'stream, ',
    ],
    ['bedrock', { inferenceConfig: { maxTokens: 5, temperature: 0.5, topP: 0.9, stopSequences: ['END'] } }, 'stream, '],
  ] as const)('of Anthropic as %s', (format, expected, untold) => {
    const written = converted(anthropic, format);
    expect(written.body).toMatchObject(expected);
    expect(written.untold).toEqual([expect.stringContaining(`cannot be given ${untold}metadata, thinking: left out`)]);
  });

  it('of OpenAI as Anthropic: one stop text becomes a list, a null says nothing', () => {
    const { body, untold } = converted(
      { model: 'gpt-5', max_completion_tokens: 7, stop: 'END', temperature: null, seed: 1, messages: user },
      'anthropic',
    );
    expect(body).toMatchObject({ max_tokens: 7, stop_sequences: ['END'] });
    expect(body).not.toHaveProperty('temperature');
    expect(untold).toEqual(['Anthropic cannot be given seed: left out']);
  });

  it('of Gemini, each of its own within the group', () => {
    const { untold } = converted(
      {
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        generationConfig: { temperature: 1, topK: 64, thinkingConfig: {} },
        cachedContent: 'c',
      },
      'openai-chat',
    );
    expect(untold).toEqual([
      expect.stringContaining('generationConfig.topK, generationConfig.thinkingConfig, cachedContent: left out'),
    ]);
  });
});
