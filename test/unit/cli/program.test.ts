import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../../shared/ipc/written/report-schema';
import { pinned, strata, temporaryCopy } from '../../support/run-cli';

const example = join(import.meta.dirname, '../../../build/examples/tagged-sections');
const fixture = (name: string) => join(import.meta.dirname, '../../fixtures/tagged-sections', name);

describe('strata build', () => {
  it('prints exactly the prompt, with nothing added', async () => {
    const folder = temporaryCopy(join(fixture('task-steps'), 'workspace'));
    const { code, out, err } = await strata('build', folder, '--set', 'task=1', ...pinned);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: readFileSync(join(fixture('task-steps'), 'expected.txt'), 'utf8'),
      err: '',
    });
  });

  it('prints the document', async () => {
    const { out } = await strata('build', example, '--format', 'document', ...pinned);
    expect(JSON.parse(out)).toMatchObject({
      irVersion: 2,
      architecture: 'tagged-sections',
      messages: [{ id: 'system', role: 'system' }],
    });
  });

  it('takes silent for background, and refuses an unknown setting as wrong usage', async () => {
    const both = await Promise.all(
      ['silent', 'background'].map((name) => strata('build', example, '--set', `${name}=true`, ...pinned)),
    );
    expect(both[0]).toEqual(both[1]);
    expect(both[0]?.out).toContain('<Background>');
    expect(await strata('build', example, '--set', 'nope=1')).toMatchObject({ code: 2, out: '' });
    expect(await strata('build', example, '--architecture', 'nope')).toMatchObject({ code: 2, out: '' });
    expect(
      (await strata('build', example, '--set', 'silent=true', '--set', 'background=false', ...pinned)).out,
    ).toContain('<Background>');
    expect(
      (await strata('build', example, '--set', 'background=true', '--set', 'background=false', ...pinned)).out,
    ).not.toContain('<Background>');
  });

  it("compares a budget with the design's own estimate, not with the whole request", async () => {
    const folder = temporaryCopy();
    writeFileSync(join(folder, 'CLAUDE.md'), 'x');
    expect((await strata('build', folder, '--set', 'budget=4100', ...pinned)).code).toBe(0);
    expect((await strata('build', folder, '--set', 'budget=4000', ...pinned)).code).toBe(1);
  });

  it('prints what could be built of a broken config, the finding on standard error, and exits 1', async () => {
    const folder = temporaryCopy(example);
    writeFileSync(
      join(folder, 'agents/harbor/agent.json'),
      '{\n  "name": "Harbor",\n  "trust": "sandbox",\n  "identity": "I am"\n  "x": 1\n}\n',
    );
    const { code, out, err } = await strata('build', folder, ...pinned);
    expect(code).toBe(1);
    expect(out).toContain('<Identity>\nI am\n</Identity>');
    expect(err).toBe('agents/harbor/agent.json:5:3 error agent-syntax Broken JSON: comma expected\n');
  });

  it('prints no prompt for an unknown agent or an unrecognised folder', async () => {
    expect(await strata('build', example, '--set', 'agent=nobody')).toMatchObject({ code: 1, out: '' });
    const empty = await strata('build', temporaryCopy());
    expect(empty.err).toMatch(/Looked for\n  tagged-sections: .*\n/);
    expect(empty).toMatchObject({ code: 1, out: '' });
    expect(empty.err).toContain('agents/*/agent.json');
    expect(await strata('build', join(temporaryCopy(), 'gone'))).toMatchObject({ code: 1, out: '' });
  });

  it.each([
    [],
    ['build'],
    ['build', '.', '--format', 'pdf'],
    ['frobnicate'],
    ['build', '.', '--now', 'soon'],
    ['build', '.', '--now', '5'],
    ['build', '.', '--now', '2026-02-30T00:00:00Z'],
    ['build', '.', '--now', '2026-02-25T12:30'],
    ['build', '.', '--tz', 'Moon/Base'],
    ['build', '.', '--set', 'x'],
  ])('answers wrong usage %j with exit 2 and a clean standard output', async (...args) => {
    expect(await strata(...args)).toMatchObject({ code: 2, out: '' });
  });

  it('reads the manifest, and warns about what it does not know', async () => {
    const folder = temporaryCopy(example);
    writeFileSync(
      join(folder, 'strata.json'),
      '{\n  "settings": { "agent": "tide", "channel": 5 },\n  "timeZone": "Moon/Base",\n  "now": ' +
        '"2026-02-25T12:30:00Z",\n  "colour": "red"\n}\n',
    );
    const { code, out, err } = await strata('build', folder, '--tz', 'UTC', '--home', '/home/k');
    expect(code).toBe(0);
    expect(out).toContain('You are Tide');
    expect(out).toContain('12:30 PM (UTC)');
    expect(err).toMatch(/^strata\.json:2:\d+ warning .*channel/m);
    expect(err).toMatch(/^strata\.json:3:15 warning manifest timeZone/m);
    expect(err).toMatch(/^strata\.json:5:3 warning manifest Unknown key "colour"/m);
  });
});

describe('strata inspect', () => {
  it('lists sent and omitted sections', async () => {
    const { code, out } = await strata('inspect', example, '--model', 'gpt-5', ...pinned);
    expect(code).toBe(0);
    expect(out).toMatch(/^system\/Identity +Identity +L0 += \d+ +partly template, ≈ \d+ +exact$/m);
    const formatting = out.split('\n').find((line) => line.startsWith('system/Formatting'));
    expect(formatting).toMatch(/ L2 +left out: sent only when the channel starts with telegram, would cost = \d+$/);
  });

  it('prints JSON that fits the published schema and adds up', async () => {
    const report = reportSchema.parse(JSON.parse((await strata('inspect', example, '--json', ...pinned)).out));
    const messages = report.sections
      .filter(({ type }) => type === 'message')
      .reduce((sum, row) => sum + (row.tokens?.tokens ?? 0), 0);
    expect(messages + report.overhead.tokens).toBe(report.total.tokens);
    expect(report.total.method).toBe('estimated');
  });

  it('distinguishes the design’s text from the user’s, with both sums', async () => {
    const folder = temporaryCopy();
    writeFileSync(join(folder, 'CLAUDE.md'), 'Always run the tests before you commit.\n');
    writeFileSync(join(folder, 'strata.json'), '{ "architecture": "part-catalog" }\n');
    const { out } = await strata('inspect', folder, '--model', 'gpt-5', ...pinned);
    expect(out).toMatch(/^system\/conversational-style +.* template +exact$/m);
    expect(out).toMatch(/^system\/claude-md +.* partly template, [=≈] \d+ +exact$/m);
    expect(out).toMatch(/^system\/claude-md\/CLAUDE\.md +.* yours +exact$/m);
    const [, yours, template] = /^yours [=≈] ([\d,]+) · template [=≈] ([\d,]+) /m.exec(out) ?? [];
    const report = reportSchema.parse(
      JSON.parse((await strata('inspect', folder, '--json', '--model', 'gpt-5', ...pinned)).out),
    );
    expect([yours, template]).toEqual(
      [report.yours.tokens, report.template.tokens].map((tokens) => tokens.toLocaleString('en-US')),
    );
    expect(report.yours.tokens + report.template.tokens + report.overhead.tokens).toBe(report.total.tokens);
    expect(report.template.tokens).toBeGreaterThan(20 * report.yours.tokens);
    expect(report.sections.find(({ id }) => id === 'system/conversational-style')).toMatchObject({ words: 'template' });
  });

  it('says the template in every row, so that the rows add up to the sum', async () => {
    const { out } = await strata('inspect', example, ...pinned);
    const number = (text = '0'): number => Number(text.replaceAll(',', ''));
    const rows = out.split('\n').filter((line) => /^(?:system|messages\/\d+|tools\/\d+|user|prompt) /.test(line));
    const cells = rows.map((line) => {
      const [, tokens, words, part] = /[=≈] ([\d,]+) +(yours|template|partly template, [=≈] ([\d,]+))/.exec(line) ?? [];
      return words === 'template' ? number(tokens) : number(part);
    });
    const [, template] = /^yours [=≈] [\d,]+ · template [=≈] ([\d,]+) /m.exec(out) ?? [];
    expect(out).toMatch(/^system\/Identity +.* partly template, [=≈] \d+ /m);
    expect(cells.reduce((sum, each) => sum + each, 0)).toBe(number(template));
  });

  it('shows terminal commands in names instead of obeying them', async () => {
    const folder = temporaryCopy();
    mkdirSync(join(folder, 'agents/a'), { recursive: true });
    writeFileSync(
      join(folder, 'agents/a/agent.json'),
      JSON.stringify({
        name: 'A',
        trust: 'sandbox',
        identity: 'I',
        responsibilities: [{ title: '\u001B[2Jx', content: 'c' }],
      }),
    );
    const { out } = await strata('inspect', folder, ...pinned);
    expect(out).not.toContain('\u001B');
  });
});
