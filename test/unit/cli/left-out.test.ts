import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../build/setup/paths.mjs';
import { pinned, strata, temporaryCopy } from '../../support/run-cli';

const megabyte = 1024 * 1024;

/** A log of requests, one per line, slightly longer than Strata reads. */
function longLog(): string {
  const file = join(temporaryCopy(), 'log.requests.jsonl');
  const line = (index: number): string => {
    const content = `${index} ${'x'.repeat(2 * megabyte)}`;
    return `${JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] })}\n`;
  };
  writeFileSync(file, Array.from({ length: 10 }, (_, index) => line(index)).join(''));
  return file;
}

/** A folder with a file that is too large to read. */
function largeWorkspace(): string {
  const folder = temporaryCopy(join(root, 'build', 'examples', 'layered'));
  writeFileSync(join(folder, 'TOOLS.md'), 'x'.repeat(17 * megabyte));
  return folder;
}

const cutLog =
  /^log\.requests\.jsonl:1:1 info long-log log\.requests\.jsonl has 20\.0 MB; only the chosen request is opened here$/m;
const cutTools =
  /TOOLS\.md:1:1 warning too-large TOOLS\.md is left out: it has 17\.0 MB, more than the 16 MB Strata reads$/m;

describe('what is left out is said by every command that shows the rest', () => {
  it('of a log that is too long: sequence, diff and what else reads it', async () => {
    const file = longLog();
    const counted = ['--model', '4-characters', ...pinned];
    const { code, out, err } = await strata('sequence', file, ...counted);
    expect(code).toBe(0);
    // A log is read as a stream: all ten requests are there, and nothing is cut.
    expect(out).toMatch(/^10 requests, /);
    expect(out.match(/^ *\d+ +(?:4-characters|gpt|claude)/gm)).toHaveLength(10);
    expect(err).not.toContain('cut-off');
    for (const command of ['build', 'inspect'])
      expect((await strata(command, file, ...counted)).err, command).toMatch(cutLog);
    const sent = await strata('diff', file, join(root, 'build', 'examples', 'declared'), ...counted);
    expect(sent.err).toContain('only the chosen request is opened here');
  });

  it('of a request with more tools than are shown, and of a HAR with more entries', async () => {
    const folder = temporaryCopy();
    const body = (more: object): string =>
      JSON.stringify({ model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'hi' }], ...more });
    writeFileSync(
      join(folder, 'a.request.json'),
      body({ tools: Array.from({ length: 20_001 }, (_, index) => ({ name: `t${index}` })) }),
    );
    const tools = await strata('lint', join(folder, 'a.request.json'), ...pinned);
    expect(tools.out).toContain('cut-off The request has more than 20,000 messages, tools, or blocks in one message');
    const url = 'https://ada:planted-pass@api.example.com/v1/messages';
    const entry = { request: { method: 'POST', url, postData: { text: body({}) } } };
    writeFileSync(join(folder, 'b.har'), JSON.stringify({ log: { entries: Array(20_001).fill(entry) } }));
    const har = await strata('sequence', join(folder, 'b.har'), ...pinned);
    expect(har.err).toContain('cut-off The HAR has 20,001 entries; the first 20,000 are read');
    expect(har.out + har.err).not.toContain('planted-pass');
  });

  it('that a request names no model, where its figures need one', async () => {
    const file = join(temporaryCopy(), 'a.request.json');
    writeFileSync(file, JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }));
    const said =
      'request-no-model The request names no model: it is counted and judged as if it went to gemini-2.5-pro';
    for (const command of ['inspect', 'cache']) expect((await strata(command, file, ...pinned)).err).toContain(said);
    expect((await strata('lint', file, ...pinned)).out).toContain(said);
    expect((await strata('inspect', file, '--model', 'gemini-2.5-pro', ...pinned)).err).not.toContain(said);
    expect((await strata('inspect', file, ...pinned)).out).toContain(
      'Gemini 2.5 Pro (assumed: the request names no model): ',
    );
    expect((await strata('inspect', file, '--model', 'gemini-2.5-pro', ...pinned)).out).not.toContain('assumed');
  });

  it('of a folder with a file that is too large', async () => {
    const folder = largeWorkspace();
    for (const command of [
      ['build'],
      ['inspect'],
      ['cache'],
      ['volatile'],
      ['lock'],
      ['check'],
      ['matrix', '--over', 'mode'],
    ]) {
      const [name = '', ...rest] = command;
      expect((await strata(name, folder, ...rest, ...pinned)).err, name).toMatch(cutTools);
    }
    expect((await strata('lint', folder, ...pinned)).out).toMatch(cutTools);
    const other = join(root, 'build', 'examples', 'layered');
    expect((await strata('diff', folder, other, ...pinned)).err).toMatch(cutTools);
    expect((await strata('diff', folder, '--with', 'mode=minimal', ...pinned)).err.match(/too-large/g)).toHaveLength(1);
  });

  it('of a HAR: entries that are not requests to a model', async () => {
    const file = join(temporaryCopy(), 'session.har');
    const entry = (method: string, text?: string) => ({
      request: { method, url: 'https://example.org/v1', ...(text === undefined ? {} : { postData: { text } }) },
    });
    const body = JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: 'Hi' }] });
    writeFileSync(
      file,
      JSON.stringify({ log: { entries: [entry('GET'), entry('POST', body), entry('POST', '{"event":"click"}')] } }),
    );
    expect((await strata('sequence', file, ...pinned)).err).toContain(
      'info request-others 2 of the 3 entries of the HAR are not requests to a model and are left out',
    );
  });

  it('of a design with many settings: those that were not tried', async () => {
    const folder = temporaryCopy();
    const settings = Array.from({ length: 43 }, (_, index) => ({
      name: `s${index}`,
      label: `S${index}`,
      kind: 'toggle',
      help: 'A choice.',
    }));
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'strata.json'),
      JSON.stringify({
        declared: {
          settings,
          messages: [{ role: 'system', sections: [{ id: 'a', name: 'A', tier: 'L0', template: 'Hello' }] }],
        },
      }),
    );
    expect((await strata('volatile', folder, ...pinned)).out).toContain(
      'not tried, there are too many settings: s40, s41, s42',
    );
  });
});
