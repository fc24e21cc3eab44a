import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { draftLayout } from '../../../../../shared/assemblers/declared/draft';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryCopy();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe('strata init', () => {
  it('writes a layout that builds all prompt files of the folder', async () => {
    const folder = folderOf({
      'system.md': 'The system.\n',
      'AGENTS.md': 'The agents.',
      'CLAUDE.md': 'The memory.',
      '.cursorrules': 'The rules.',
      'prompts/style.md': 'The style.',
      'prompts/deep/tone.md': 'The tone.',
      'review.prompt.md': '---\ndescription: Review\n---\nThe review.',
      'src/index.ts': 'not me',
    });
    expect(await strata('init', folder)).toMatchObject({ code: 0, out: '' });
    const built = await strata(
      'build',
      folder,
      ...pinned,
      '--set',
      'message=Hello.',
      '--set',
      'prompt=review.prompt.md',
    );
    expect(built).toMatchObject({ code: 0, err: '' });
    expect(built.out).toBe(
      [
        'The system.',
        'The tone.',
        'The style.',
        'The agents.',
        'The memory.',
        'The rules.',
        'The review.',
        'Hello.',
      ].join('\n\n'),
    );
    const inspected: { settings: Record<string, unknown>; architecture: string } = JSON.parse(
      (await strata('inspect', folder, ...pinned, '--json')).out,
    );
    expect(inspected).toMatchObject({ architecture: 'declared', settings: { prompt: '', message: '' } });
  });

  it('never overwrites what is there', async () => {
    const folder = folderOf({ 'strata.json': '{}', 'system.md': 'S' });
    expect(await strata('init', folder)).toMatchObject({ code: 1, err: expect.stringContaining('is there already') });
    expect(readFileSync(join(folder, 'strata.json'), 'utf8')).toBe('{}');
    expect(await strata('init', join(folder, 'nowhere'))).toMatchObject({ code: 1 });
  });

  it('begins with a sentence where there is nothing', async () => {
    const folder = folderOf({});
    await strata('init', folder);
    expect(await strata('build', folder, ...pinned)).toMatchObject({ code: 0, out: 'You are a helpful assistant.' });
  });
});

it('makes one list of many prompt files', () => {
  const many = Array.from({ length: 13 }, (_, index) => `prompts/p${index}.md`);
  const layout: { declared: { messages: { sections: { id: string }[] }[] } } = JSON.parse(draftLayout(many));
  expect(layout.declared.messages[0]?.sections.map(({ id }) => id)).toEqual(['prompts']);
});
