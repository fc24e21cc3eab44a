/** Unsaved edits on disk, for the case that the app ends without asking: one file a session, gone with its last edit. */
import { byCodePoint } from '../../shared/document/code-point-order';
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from './errors';
import { readTextOf } from './open-file';

/** An edit and what was on disk when it began; null: nothing was. */
export interface UnsavedEdit {
  readonly id: string;
  readonly text: string;
  readonly base: string | null;
}

export interface Journal {
  /** What is unsaved from now on. Written in the background; only the newest state is. */
  note(workspace: string, edits: readonly UnsavedEdit[]): void;
  /** Resolves when the newest state is on disk. */
  settled(): Promise<void>;
  /** The user is done with it. At once: after the last window the process does not wait for a promise. */
  close(): void;
}

/** A journal whose session is gone. */
export interface LeftBehind {
  readonly file: string;
  readonly workspace: string;
  readonly edits: readonly UnsavedEdit[];
  /** When it was last written, ISO 8601. */
  readonly at: string;
}

const stored = z.object({
  version: z.literal(1),
  workspace: z.string(),
  edits: z.array(z.object({ id: z.string(), text: z.string(), base: z.string().nullable() })),
});

export function createJournal(folder: string, report: (problem: unknown) => void): Journal {
  const file = join(folder, `${randomUUID()}.json`);
  const fresh = `${file}.new`;
  let wanted: z.infer<typeof stored> | undefined;
  let onDisk: z.infer<typeof stored> | undefined;
  let working: Promise<void> | undefined;
  let closed = false;

  const work = async (): Promise<void> => {
    while (wanted !== onDisk) {
      const next = wanted;
      if (next !== undefined) await write(fresh, JSON.stringify(next));
      if (closed) return;
      if (next === undefined) rmSync(file, { force: true });
      else renameSync(fresh, file);
      onDisk = next;
    }
  };
  const keepUp = (): void => {
    working ??= work()
      .catch((problem: unknown) => {
        onDisk = wanted;
        report(problem);
      })
      .finally(() => {
        working = undefined;
        if (closed) rmSync(fresh, { force: true });
        else if (wanted !== onDisk) keepUp();
      });
  };
  const settled = async (): Promise<void> => {
    while (working !== undefined) await working;
  };

  return {
    note(workspace, edits) {
      if (closed || isSame(wanted, workspace, edits)) return;
      wanted = edits.length === 0 ? undefined : { version: 1, workspace, edits: edits.map(({ id, text, base }) => ({ id, text, base })) };
      keepUp();
    },
    settled,
    close() {
      closed = true;
      for (const each of [file, fresh]) rmSync(each, { force: true });
    },
  };
}

function isSame(known: z.infer<typeof stored> | undefined, workspace: string, edits: readonly UnsavedEdit[]): boolean {
  if (known === undefined || edits.length === 0) return known === undefined && edits.length === 0;
  const before = known.edits;
  return known.workspace === workspace && before.length === edits.length && edits.every(({ id, text, base }, at) => before[at]?.id === id && before[at].text === text && before[at].base === base);
}

/** For nobody's eyes but the user's, and on the disk when it returns: what follows is a rename. */
async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Larger than all files that can be edited at once. */
const maxBytes = 512 * 1024 * 1024;

/** Reads what earlier runs left, before this one writes anything. What is no journal of ours is left alone and told. */
export async function readLeftBehind(folder: string, report: (problem: unknown) => void): Promise<readonly LeftBehind[]> {
  const names = await readdir(folder).catch((problem: unknown) => {
    if (systemCode(problem) !== 'ENOENT') report(problem);
    return [];
  });
  const found: LeftBehind[] = [];
  for (const name of names) if (name.endsWith('.json.new')) await rm(join(folder, name), { force: true });
  for (const name of names.filter((each) => each.endsWith('.json')).toSorted(byCodePoint)) {
    const file = join(folder, name);
    try {
      const { workspace, edits } = stored.parse(JSON.parse(readTextOf(file, { most: maxBytes })));
      found.push({ file, workspace, edits, at: (await stat(file)).mtime.toISOString() });
    } catch {
      // The parser's own message would quote the text.
      report(new Error(`${file} cannot be read as a journal`));
    }
  }
  return found;
}

export async function forget({ file }: LeftBehind): Promise<void> {
  await rm(file, { force: true });
}
