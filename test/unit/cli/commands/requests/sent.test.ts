import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

const example = join(import.meta.dirname, '../../../../../build/examples/layered');

async function exported(change: (body: string) => string): Promise<string> {
  const { out } = await strata('build', example, ...pinned, '--format', 'anthropic');
  const file = join(temporaryCopy(), 'sent.request.json');
  writeFileSync(file, change(out));
  return file;
}

describe('strata diff request.json folder', () => {
  it('finds no difference between a build and its own export but the stand-in message', async () => {
    const { code, out } = await strata('diff', await exported((body) => body), example, ...pinned);
    expect(out.match(/^(?:changed|only).*$/gm)).toEqual([expect.stringMatching(/^only sent +prompt +14$/)]);
    expect(out).toMatch(/ characters sent +characters built/);
    expect(code).toBe(1);
  });

  it('names the section and the line that would have made what was sent differently', async () => {
    const file = await exported((body) => body.replace('## Personality', '## Temper'));
    const { code, out } = await strata('diff', file, example, ...pinned);
    expect(code).toBe(1);
    expect(out).toMatch(/^changed +Soul +[\w./-]+:\d+:\d+/m);
  });

  it('prints rows as JSON', async () => {
    const { out } = await strata('diff', await exported((body) => body), example, ...pinned, '--json');
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      rows: expect.arrayContaining([
        expect.objectContaining({ kind: 'same', at: { line: expect.any(Number), column: expect.any(Number) } }),
      ]),
    });
  });
});
