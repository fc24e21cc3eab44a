import { cp } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { example } from '../../../../build/setup/paths.mjs';
import { findInSources } from '../../../../electron/host/analyses/find-in-sources';
import { createSession, type Session } from '../../../../electron/host/session';
import { temporaryFolder } from '../../../support/host/temporary';

let session: Session | undefined;
afterEach(() => session?.close());

const harbor = { words: 'harbor', matchCase: false, wholeWord: false };

async function opened(): Promise<{ readonly folder: string; readonly open: Session }> {
  const folder = temporaryFolder();
  await cp(example, folder, { recursive: true });
  session = createSession({ watch: false });
  const { workspace } = await session.open(folder);
  return { folder: workspace, open: session };
}

it('finds words in the files the build read, at places of their own text', async () => {
  const { folder, open } = await opened();
  const { files, unread } = await findInSources(open, folder, harbor, () => true);
  expect(unread).toEqual([]);
  const agent = files.find(({ id }) => id === 'agents/harbor/agent.json');
  const { text } = await open.filesOf(folder).read('agents/harbor/agent.json');
  expect(agent?.places.map(({ start, end }) => text.slice(start, end).toLowerCase())).toEqual(
    Array.from({ length: text.toLowerCase().split('harbor').length - 1 }, () => 'harbor'),
  );
});

it('finds what is typed and not saved', async () => {
  const { folder, open } = await opened();
  const id = 'agents/harbor/agent.json';
  const { text } = await open.filesOf(folder).read(id);
  await open.edit(id, text.replace('You are', 'You are quernstone, you are'));
  const { files } = await findInSources(open, folder, { ...harbor, words: 'quernstone' }, () => true);
  expect(files.map((file) => [file.id, file.count])).toEqual([[id, 1]]);
});

it('ends when nobody waits for it, and refuses a folder that is not open', async () => {
  const { folder, open } = await opened();
  expect(await findInSources(open, folder, harbor, () => false)).toEqual({ files: [], unread: [] });
  await expect(findInSources(open, '/elsewhere', harbor, () => true)).rejects.toThrow('no longer open');
});
