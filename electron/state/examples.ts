import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { app } from 'electron';
import { architectures } from '../../shared/assemblers/registry';
import type { ExampleInfo } from '../../shared/ipc/contract';
import { examplePictures } from './example-pictures';
import { locations } from '../start/locations';

const noPicture = { line: '', bands: [] };

/** One example per architecture. */
export function listExamples(): readonly ExampleInfo[] {
  const root = locations.examples();
  if (!existsSync(root)) return [];
  const folders = new Set(
    readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
  );
  return architectures
    .filter(({ id }) => folders.has(folderName(id)))
    .map(({ id, title }) => ({
      path: join(root, folderName(id)),
      title: id === firstAgent ? 'Coding agents' : title,
      ...(examplePictures[folderName(id)] ?? noPicture),
    }))
    .toSorted((a, b) => order(a.path) - order(b.path));
}

function order(path: string): number {
  const at = Object.keys(examplePictures).indexOf(basename(path));
  return at === -1 ? Number.MAX_SAFE_INTEGER : at;
}

/** One repository is the example of all agents; it opens as this one. */
const firstAgent = 'codex';

/** Maps an architecture to its examples' folder. Request files differ: their folder holds several examples. */
function folderName(architecture: string): string {
  return architecture === 'request' ? 'requests' : architecture === firstAgent ? 'agents' : architecture;
}

/** An installed app's files must not be edited, so its examples open as copies in the user's data. */
export function editableExample(path: string): string {
  const root = locations.examples();
  if (!app.isPackaged || !path.startsWith(root)) return path;
  const copy = join(app.getPath('userData'), 'examples', path.slice(root.length));
  if (!existsSync(copy)) {
    // Copy all or nothing: a partial copy would never be completed.
    const whole = `${copy}.${randomUUID().slice(0, 8)}.tmp`;
    cpSync(path, whole, { recursive: true });
    renameSync(whole, copy);
  }
  return copy;
}

export function firstExample(): string | undefined {
  return listExamples()[0]?.path;
}
