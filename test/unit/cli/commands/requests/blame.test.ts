import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conversation, writtenSession } from '../../../../support/capture/written-session';
import { strata, temporaryCopy } from '../../../../support/run-cli';

const rules = (day: string): string =>
  [
    '# House rules',
    '',
    ...Array.from({ length: 9 }, (_, shelf) => `Shelf ${shelf} is for books that came back before noon.`),
    `Today is ${day}, so the reading room opens at nine.`,
    'Label every box on its short side, with ink that does not run.',
  ].join('\n');

/** A session of an agent that has AGENTS.md in its system prompt; on its third request the day changed. */
async function session(): Promise<{ readonly captures: string; readonly folder: string }> {
  const captures = temporaryCopy();
  const folder = realpathSync(temporaryCopy());
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'AGENTS.md'), rules('Tuesday'));
  writeFileSync(join(folder, 'src', 'index.ts'), 'export const shelves = 9;\n');
  await writtenSession(
    captures,
    [
      { body: conversation(1, rules('Monday')), at: 0 },
      { body: conversation(2, rules('Monday')), at: 10 },
      { body: conversation(3, rules('Tuesday')), at: 20 },
    ],
    folder,
  );
  return { captures, folder };
}

const file = 'AGENTS.md:12:10';

describe('a change of a captured session', () => {
  it('is blamed on the file and line of the agent’s folder that is given', async () => {
    const { captures, folder } = await session();
    const from = ['--captures', captures, '--folder', folder];
    expect((await strata('explain', 'last', '3', ...from)).out).toContain(`(${file})\n`);
    const { out } = await strata('sequence', 'last', ...from);
    const words = `“Monday” → “Tuesday” (date) in system/House rules, line 12 (${file})`;
    expect(out.replaceAll(/\s+/g, ' ')).toContain(words);
    const { steps, agentFolder } = JSON.parse((await strata('sequence', 'last', ...from, '--json')).out);
    expect(agentFolder).toEqual({ folder, why: null });
    expect(steps[2].changed.inFolder).toEqual({ file: 'AGENTS.md', line: 12, column: 10, isExact: true });
  });

  it('is blamed on the folder the session worked in, if that is trusted', async () => {
    const { captures, folder } = await session();
    const { out } = await strata('explain', 'last', '3', '--captures', captures, '--trust', folder);
    expect(out).toContain(`(${file})\n`);
  });

  it('reads no folder that nobody named, and says so', async () => {
    const { captures, folder } = await session();
    const { out } = await strata('explain', 'last', '3', '--captures', captures);
    expect(out).not.toContain('AGENTS.md:');
    expect(out).toContain(`Not named by the agent’s files: its agent worked in ${folder}, which is not read unasked`);
    const sequence = (await strata('sequence', 'last', '--captures', captures)).out.replaceAll(/\s+/g, ' ');
    expect(sequence).toContain('(0003.request.json:1:');
    expect(sequence).toContain(`files not those of the agent: its agent worked in ${folder}`);
  });

  it('says that the file has other words by now', async () => {
    const { captures, folder } = await session();
    writeFileSync(join(folder, 'AGENTS.md'), rules('Wednesday'));
    const { out } = await strata('explain', 'last', '3', '--captures', captures, '--folder', folder);
    expect(out).toContain('(near AGENTS.md:12, which has changed since)');
  });
});
