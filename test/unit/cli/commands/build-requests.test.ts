import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../build/setup/paths.mjs';
import { pinned, strata } from '../../../support/run-cli';

const example = (name: string): string => join(root, 'build', 'examples', name);

/** The lines that `build` says about the export itself. */
async function said(
  name: string,
  format: string,
): Promise<{ readonly out: string; readonly lines: readonly string[] }> {
  const { code, out, err } = await strata('build', example(name), '--format', format, ...pinned);
  expect(code).toBe(0);
  return { out, lines: err.split('\n').filter((line) => line.includes(' export-')) };
}

describe('a request that cannot be sent as it is', () => {
  it('names the missing fields of Anthropic JSON', async () => {
    const { out, lines } = await said('tagged-sections', 'anthropic');
    expect(JSON.parse(out)).toMatchObject({ messages: [] });
    expect(lines).toEqual([
      '- warning export-incomplete Cannot be sent as it is: `messages` is empty (the prompt has no ' +
        'user message); `max_tokens` is not set',
    ]);
  });

  it('says that a cURL command has no user message, and which limit Strata put into it', async () => {
    const { lines } = await said('layered', 'curl');
    expect(lines).toEqual([
      '- warning export-incomplete Cannot be sent as it is: `messages` is empty (the prompt has no user message)',
      '- info export-max-tokens `max_tokens` is 1024, which Strata put there: change it to what you need',
    ]);
  });

  it('does not name a Claude model in OpenAI JSON, nor a GPT in Anthropic JSON', async () => {
    const openai = await said('part-catalog', 'openai-chat');
    expect(JSON.parse(openai.out)).not.toHaveProperty('model');
    expect(openai.lines[0]).toBe(
      '- warning export-incomplete Cannot be sent as it is: `model` is left out (claude-sonnet-4-5 is ' +
        'no model of OpenAI)',
    );
    const anthropic = await said('persona-files', 'anthropic');
    expect(JSON.parse(anthropic.out)).not.toHaveProperty('model');
    expect(anthropic.lines[0]).toContain('`model` is left out (gpt-5 is no model of Anthropic)');
  });
});
