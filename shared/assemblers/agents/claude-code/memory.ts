import type { PromptNode } from '../../../document/types';
import { utf8Length } from '../../../document/utf8-length';
import { joinPath } from '../../../sources/paths';
import { fileRope, isBlank, ropeText } from '../../../sources/text/rope';
import type { Facts, SourceFile, Sources } from '../../../sources/types';
import { fileAt, isThere, sizeOf, upwards } from '../common/files';
import { fileSection } from '../common/sections';
import type { Load } from '../load';

const mostLines = 200;
const mostBytes = 25 * 1024;

/** One folder a project, named by the path of its repository with hyphens for what is no letter or digit. */
export function memoryPath({ workspace }: Facts, sources: Sources, home: string): string {
  const root = upwards(workspace).find((folder) => isThere(sources, joinPath(folder, '.git'))) ?? workspace;
  return joinPath(home, `projects/${root.replaceAll(/[^A-Za-z0-9]/g, '-')}/memory/MEMORY.md`);
}

export function readMemory(
  facts: Facts,
  sources: Sources,
  home: string,
): { readonly nodes: readonly PromptNode[]; readonly loads: readonly Load[] } {
  const file = fileAt(sources, memoryPath(facts, sources, home));
  if (file === undefined) return { nodes: [], loads: [] };
  const body = fileRope(file, 0, endOf(file));
  const bytes = sizeOf(sources, file);
  if (isBlank(body))
    return { nodes: [], loads: [{ path: file.id, status: 'empty', bytes, rule: 'There is nothing to send.' }] };
  const isCut = endOf(file) < file.text.length;
  const load: Load = {
    path: file.id,
    status: isCut ? 'cut' : 'loaded',
    role: 'user',
    place: 'not measured',
    bytes,
    sentBytes: utf8Length(ropeText(body)),
    rule: `What Claude Code itself noted: the first ${mostLines} lines or 25 KB.`,
  };
  return { nodes: [fileSection('memory', file.id, body, isCut ? 'cut' : undefined)], loads: [load] };
}

/** Ends a line. */
function endOf({ text }: SourceFile): number {
  let end = 0;
  let bytes = 0;
  for (let line = 0; line < mostLines && end < text.length; line += 1) {
    const newline = text.indexOf('\n', end);
    const next = newline === -1 ? text.length : newline + 1;
    bytes += utf8Length(text.slice(end, next));
    if (bytes > mostBytes) break;
    end = next;
  }
  return end;
}
