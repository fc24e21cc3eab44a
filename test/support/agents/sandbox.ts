import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What stands at one path of a sandbox. `times` repeats the text, for files near a limit. */
export type Entry =
  | { readonly text: string; readonly times?: number }
  | { readonly base64: string }
  | { readonly link: string }
  | { readonly folder: true }
  /** The folder `.git` of a new repository. */
  | { readonly git: true };

/** A made-up machine: files by path below its root, where the agent works, and its home. */
export interface Workspace {
  readonly entries: Readonly<Record<string, Entry>>;
  /** Below the root. */
  readonly folder: string;
}

export interface Sandbox {
  readonly root: string;
  readonly folder: string;
  readonly home: string;
  remove(): void;
}

/**
 * Writes a workspace to a temporary folder. Links are relative to their folder, or absolute from the root with `/`. In
 * texts `${root}` stands for the root.
 */
export function makeSandbox({ entries, folder }: Workspace): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'strata-sandbox-')));
  for (const [path, entry] of Object.entries(entries)) {
    const at = join(root, path);
    if ('folder' in entry || 'git' in entry) {
      mkdirSync(at, { recursive: true });
      if ('git' in entry) makeRepository(at);
      continue;
    }
    mkdirSync(dirname(at), { recursive: true });
    if ('link' in entry) symlinkSync(entry.link.startsWith('/') ? join(root, entry.link) : entry.link, at);
    else if (!existsSync(at)) writeFileSync(at, bytesOf(entry, root));
  }
  const home = join(root, 'home');
  mkdirSync(home, { recursive: true });
  mkdirSync(join(root, folder), { recursive: true });
  return {
    root,
    folder: join(root, folder),
    home,
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The least that git takes for a repository. */
function makeRepository(at: string): void {
  for (const name of ['objects', 'refs/heads']) mkdirSync(join(at, name), { recursive: true });
  writeFileSync(join(at, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(at, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
}

function bytesOf(entry: Extract<Entry, { readonly text: string } | { readonly base64: string }>, root: string): Buffer {
  return 'text' in entry
    ? Buffer.from(entry.text.replaceAll('${root}', root).repeat(entry.times ?? 1), 'utf8')
    : Buffer.from(entry.base64, 'base64');
}
