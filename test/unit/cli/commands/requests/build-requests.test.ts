import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../../build/setup/paths.mjs';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

const example = (name: string): string => join(root, 'build', 'examples', name);

/** What `build` prints, and what it says about the export. */
async function said(
  name: string,
  format: string,
): Promise<{ readonly code: number; readonly out: string; readonly lines: readonly string[] }> {
  const { code, out, err } = await strata('build', example(name), '--format', format, ...pinned);
  return { code, out, lines: err.split('\n').filter((line) => line.includes(' export-')) };
}

describe('what a prompt lacks to be sent', () => {
  const both =
    '- info export-stand-in Added by Strata; change it before you send: ' +
    'the user message "(your message)"; `max_tokens` 1024';

  it('is put into Anthropic JSON, and named', async () => {
    const { code, out, lines } = await said('tagged-sections', 'anthropic');
    expect(JSON.parse(out)).toMatchObject({
      max_tokens: 1024,
      messages: [{ role: 'user', content: '(your message)' }],
    });
    expect({ code, lines }).toEqual({ code: 0, lines: [both] });
  });

  it('is put into a cURL command, and named', async () => {
    expect((await said('layered', 'curl')).lines).toEqual([both]);
  });

  it.each([
    ['part-catalog', 'openai', 'claude-sonnet-5-5 is not a model of OpenAI'],
    ['persona-files', 'anthropic', 'gpt-5 is not a model of Anthropic'],
  ])('does not include another model: %s as %s is refused', async (name, format, why) => {
    expect(await said(name, format)).toEqual({
      code: 1,
      out: '',
      lines: [`- error export-refused Not exported: ${why}. Choose another model or another format.`],
    });
  });
});

it.each([']\n', ',\n'])('says of a log without records that it holds no request: %j', async (text) => {
  const file = join(temporaryCopy(), 'a.requests.jsonl');
  writeFileSync(file, text);
  const { code, err } = await strata('inspect', file);
  expect(code).toBe(1);
  expect(err).toContain('The log holds no request');
});
