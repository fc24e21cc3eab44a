import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { writeDraft } from '../../../../electron/host/edit/layout-draft';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { createSession, type Session } from '../../../../electron/host/session';
import { declared } from '../../../../shared/assemblers/declared';
import { hangs, runs } from '../../../fuzz/runs';
import { analyzeNothing, shownText } from '../../../support/host/notes';
import { temporaryFolder } from '../../../support/host/temporary';

const sessions: Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

/** Writes a draft for these files, opens the folder with it, and returns its messages and its prompt. */
async function drafted(paths: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  for (const [index, path] of paths.entries()) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, `text of file ${index};`);
  }
  await writeDraft(nodeFiles, folder);
  const session = createSession({ architectures: [declared], analyze: analyzeNothing, watch: false });
  sessions.push(session);
  const { findings, document } = await session.open(folder, { settings });
  return {
    findings: findings.filter(({ ruleId }) => ruleId.startsWith('layout') || ruleId.startsWith('manifest')),
    text: shownText({ document }),
    document,
  };
}

function times(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Valid file names; some have a meaning in patterns, templates or ids. No pattern matches a line end. */
const step = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }),
    fc.constantFrom(
      'a',
      'a-b',
      'b',
      '{{setting.message}}',
      '{{x}}',
      ' ',
      '~',
      '[a]',
      '*',
      '!(a)',
      '{a,b}',
      '\\',
      'a\\*',
      '(x)',
      '+(a)',
      '@',
      '#',
      '..a',
      'A',
      '😀',
      'system',
    ),
    fc.integer({ min: 60, max: 120 }).map((length) => 'long'.repeat(length / 2)),
  )
  .map((name) => name.replaceAll(/[/\0\n\r\u2028\u2029]/g, '_').toWellFormed())
  .filter((name) => name !== '.' && name !== '..' && Buffer.byteLength(name) <= 240);

const file = fc
  .tuple(fc.array(step, { maxLength: 2 }), step)
  .map(([folders, name]) => ['prompts', ...folders, `${name}.md`].join('/'));

/** No name is both a folder and a file, and no two names differ only in ways that a file system may ignore. */
const folders = fc
  .uniqueArray(file, { maxLength: 20, selector: (path) => path.normalize('NFKC').toLowerCase() })
  .map((paths) => paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`))));

describe('a layout from the files of a folder', () => {
  it('has each file with a long name as a section', async () => {
    const long = `prompts/${'a very long name '.repeat(8)}`;
    const { findings, text } = await drafted([`${long}one.md`, `${long}two.md`]);
    expect(findings).toEqual([]);
    expect(text).toBe('text of file 0;\n\ntext of file 1;');
  });

  it('keeps files apart whose paths give the same id', async () => {
    const { findings, text } = await drafted(['prompts/a/b.md', 'prompts/a-b.md']);
    expect(findings).toEqual([]);
    expect(times(text, 'text of file')).toBe(2);
  });

  it('takes braces and wildcards in a file name literally', async () => {
    const { findings, text } = await drafted([
      'prompts/{{setting.message}}.md',
      'prompts/[x]/{a,b}.md',
      'prompts/.md',
      'prompts/*.md',
    ]);
    expect(findings).toEqual([]);
    expect(times(text, 'text of file')).toBe(4);
  });

  it('sends each of many files once, the system prompt first, and no reusable prompt', async () => {
    const many = Array.from({ length: 14 }, (_, index) => `prompts/p${index}.md`);
    const { findings, text } = await drafted([
      'prompts/system.md',
      'prompts/deep/system.md',
      'prompts/x.prompt.md',
      'prompts/.md',
      ...many,
    ]);
    expect(findings).toEqual([]);
    expect(text.startsWith('text of file 0;')).toBe(true);
    expect(times(text, 'text of file 0;')).toBe(1);
    expect(times(text, 'text of file 2;')).toBe(0);
    expect(times(text, 'text of file')).toBe(17);
  });

  it(
    'is read without a finding and loses no file, whatever the files are called',
    async () => {
      await fc.assert(
        fc.asyncProperty(folders, async (paths) => {
          const reusable = paths.filter((path) => path.endsWith('.prompt.md'));
          const { findings, text } = await drafted(paths);
          expect(findings).toEqual([]);
          for (const [index, path] of paths.entries())
            expect([path, times(text, `text of file ${index};`)]).toEqual([path, reusable.includes(path) ? 0 : 1]);
          for (const path of reusable.slice(0, 2))
            expect((await drafted(paths, { prompt: path })).text).toContain(`text of file ${paths.indexOf(path)};`);
        }),
        runs(40),
      );
    },
    hangs,
  );
});

describe('a section that the layout does not describe well', () => {
  it('stays in its place as omitted, with the reason', async () => {
    const folder = temporaryFolder();
    const sections = [
      { id: 'one', template: 'One.' },
      { id: 'a/b', name: 'Second', template: 'Two.' },
      { id: 'three', template: 'Three.', tier: 'L9' },
      'four',
    ];
    writeFileSync(`${folder}/strata.json`, JSON.stringify({ declared: { messages: [{ role: 'system', sections }] } }));
    const session = createSession({ architectures: [declared], analyze: analyzeNothing, watch: false });
    sessions.push(session);
    const { document, findings } = await session.open(folder);
    expect(shownText({ document })).toBe('One.');
    const left = document.messages[0]?.children.flatMap((child) => (child.type === 'omitted' ? [child] : [])) ?? [];
    expect(left.map(({ name }) => name)).toEqual(['Second', 'three', 'Section 4']);
    expect(left.map(({ omission }) => omission)).toMatchObject([
      { reason: 'source-broken', source: 'strata.json', problem: expect.stringContaining('without slashes') },
      { reason: 'source-broken', source: 'strata.json', problem: expect.stringContaining('tier') },
      { reason: 'source-broken', source: 'strata.json' },
    ]);
    expect(findings.filter(({ ruleId }) => ruleId === 'layout')).toHaveLength(3);
  });
});
