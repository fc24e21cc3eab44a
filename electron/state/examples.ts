import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { architectures } from '../../shared/assemblers/registry';
import { locations } from '../start/locations';

export interface Example {
  readonly path: string;
  readonly title: string;
}

/** One example per architecture, in registry order. */
export function listExamples(): readonly Example[] {
  const root = locations.examples();
  if (!existsSync(root)) return [];
  const folders = new Set(
    readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
  );
  return architectures
    .filter(({ id }) => folders.has(folderName(id)))
    .map(({ id, title }) => ({ path: join(root, folderName(id)), title }));
}

/** Maps an architecture to its examples' folder. Request files differ: their folder holds several examples. */
function folderName(architecture: string): string {
  return architecture === 'request' ? 'requests' : architecture;
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
