import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFolder } from '../../../../../electron/cli/inspect-folder';
import { findVolatility } from '../../../../../electron/host/analyses/cache/volatility';
import { openFrames } from '../../../../../electron/host/frames/service';
import type { OpenFrames } from '../../../../../electron/host/services';
import { capture } from '../../../../support/agents/captured';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

const examples = join(import.meta.dirname, '../../../../../build/examples');

describe('strata volatile', () => {
  it('names the clock of tagged-sections, the text after it, and a better place', async () => {
    const { code, out } = await strata('volatile', join(examples, 'tagged-sections'), ...pinned);
    expect(code).toBe(0);
    expect(out).toMatch(/^clock +every minute +system\/Context +\d+ +\d+ +\d+$/m);
    expect(out).toMatch(
      new RegExp(
        '^\\[system/Context\\] warning volatile-clock ".*" in system/Context changes every minute; ' +
          '[\\d,]+ ≈ tokens after it stay the same, and are processed again with it\\n' +
          ' {2}Move it after system/\\w+\\.$',
        'm',
      ),
    );
    expect(out).toMatch(/^setting +background = true +.*system\/Background/m);
    expect(out).toMatch(/^changes nothing: .*the order of keys in its JSON files/m);
    expect(out).toMatch(/^changes nothing: .*a machine with another locale, which no build reads/m);
  });

  it('names what depends on the machine', async () => {
    const view = JSON.parse((await strata('volatile', join(examples, 'part-catalog'), '--json', ...pinned)).out);
    expect(view.movers.map(({ cause }: { cause: { name: string } }) => cause.name)).toContain(
      'a machine with another shell',
    );
  });

  it('says “some added” where text is only added', async () => {
    const { out } = await strata('volatile', join(examples, 'persona-files'), ...pinned);
    expect(out).toMatch(/^machine +the folder at another path +.* some added +/m);
  });

  it('does not report the clock of layered: nothing comes after it', async () => {
    const { out } = await strata('volatile', join(examples, 'layered'), ...pinned);
    expect(out).not.toContain('volatile-clock');
  });

  it('says what an agent puts into its own prompt anew: the day, the locale, the files of the folder', async () => {
    const captures = temporaryCopy();
    const folder = temporaryCopy();
    writeFileSync(join(folder, 'GEMINI.md'), '# Rules\n\nRun the tests before you commit, and say what you saw.\n');
    const own = '<available_skills>\n  <skill>/opt/gemini/builtin/made-up\n  </skill>\n</available_skills>';
    const session =
      "<session_context>\nThis is made up.\nToday's date is Mittwoch, 18. November 2026.\n" +
      'My operating system is: linux\n' +
      '- **Directory Structure:**\n\n/repo/app/\n└───GEMINI.md\n\n\n</session_context>';
    const body = {
      systemInstruction: { role: 'user', parts: [{ text: `You are made up.\n${own}` }] },
      contents: [
        { role: 'user', parts: [{ text: session }] },
        { role: 'user', parts: [{ text: 'Hello' }] },
      ],
    };
    await capture(captures, {
      agent: 'gemini-cli',
      day: 18,
      body: JSON.stringify(body),
      address: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent',
    });
    const frames: OpenFrames = (workspace, watch) =>
      openFrames({
        captures,
        frames: undefined,
        workspace,
        watch,
        report: (problem) => expect(problem).toBeUndefined(),
      });
    const options = { set: [], architecture: 'gemini-cli', now: '2026-11-18T12:00:00Z', frames };
    const { movers } = await withFolder(folder, options, (_, session) => findVolatility(session));
    const names = movers.map(({ cause }) => `${cause.kind}: ${cause.name}`);
    expect(names).toContain('clock: every day');
    expect(names).toContain('environment: a machine with another locale');
    expect(names).toContain('environment: a folder with other files');
  });

  it.each(['part-catalog', 'tiered-messages'])('runs on %s', async (name) => {
    expect(await strata('volatile', join(examples, name), ...pinned)).toMatchObject({
      code: 0,
      out: expect.stringContaining('changes'),
    });
  });
});
