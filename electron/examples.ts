import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { architectures } from '../shared/assemblers/registry';
import { locations } from './locations';

export interface Example {
  readonly path: string;
  readonly title: string;
}

/** One example per architecture, in the registry's order. */
export function listExamples(): readonly Example[] {
  const root = locations.examples();
  if (!existsSync(root)) return [];
  const folders = new Set(readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])));
  return architectures
    .filter((architecture) => folders.has(architecture.id))
    .map((architecture) => ({ path: join(root, architecture.id), title: architecture.title }));
}

/** An installed app's own files are not to be edited: its examples are opened as copies in the user's data. */
export function editableExample(path: string): string {
  const root = locations.examples();
  if (!app.isPackaged || !path.startsWith(root)) return path;
  const copy = join(app.getPath('userData'), 'examples', path.slice(root.length));
  if (!existsSync(copy)) cpSync(path, copy, { recursive: true });
  return copy;
}

export function firstExample(): string | undefined {
  return listExamples()[0]?.path;
}
