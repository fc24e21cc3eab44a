/**
 * Imports of Gemini CLI: `@path` after white space, not in code, inside the project root, five files deep. In the tree
 * format the text stands where the import stood; in the flat format it follows as a file of its own.
 */
import { frame, sourceId } from '../../../document/builders';
import { utf8Length } from '../../../document/utf8-length';
import { finding, type Finding } from '../../../sources/findings';
import { importCycle, importTooDeep, mostFindings } from '../common/import-findings';
import { folderOf, isWithin, joinPath, normalizePath } from '../../../sources/paths';
import { ropePlace, ropeText, sliceRope, type Rope } from '../../../sources/text/rope';
import type { Place, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { codeRegions, isInRegion } from '../common/text/code-regions';
import { askFolder, fileAt, isFileAt, whyNot } from '../common/files';
import { isHidden, notReadText } from '../common/sections';
import { trimLikeScript, wholeRope } from '../common/text/file-rope';
import type { Load } from '../load';

const mostDepth = 5;
/** Flat imports have no limit of their own; deeper ones are not followed here. */
const mostFlatDepth = 8;
/** Far more than anybody writes by hand. Gemini CLI itself has no limit. */
const mostImports = 2000;
const mostLength = 16 * 1024 * 1024;

export interface Expanded {
  readonly rope: Rope;
  readonly requests: readonly SourceRequest[];
  readonly loads: readonly Load[];
  readonly findings: readonly Finding[];
}

interface Walk {
  readonly sources: Sources;
  /** Imports lead nowhere else. */
  readonly root: string;
  /** Files below it are the user's own, not the folder's. */
  readonly home: string;
  readonly workspace: string;
  readonly requests: SourceRequest[];
  readonly loads: Load[];
  readonly findings: Finding[];
  /** Files that are asked for only to say that they are left out. */
  readonly deep: Set<string>;
  imports: number;
  length: number;
  isStopped: boolean;
}

/** The text of an instruction file with its imports. */
export function expandImports(
  file: SourceFile,
  sources: Sources,
  { isFlat, ...folders }: Pick<Walk, 'root' | 'home' | 'workspace'> & { readonly isFlat: boolean },
): Expanded {
  const walk: Walk = {
    sources,
    ...folders,
    requests: [],
    loads: [],
    findings: [],
    deep: new Set(),
    imports: 0,
    length: 0,
    isStopped: false,
  };
  const rope = isFlat ? flat(walk, file) : tree(walk, wholeRope(file), folderOf(file.path), 0, new Set());
  return { rope, requests: walk.requests, loads: walk.loads, findings: walk.findings };
}

interface Import {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}

function importsIn(text: string): readonly Import[] {
  const found: Import[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at)) {
    if (at > 0 && !isSpace(text[at - 1])) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < text.length && !isSpace(text[end])) end += 1;
    const path = text.slice(at + 1, end);
    if (/^[./A-Za-z]/.test(path)) found.push({ start: at, end, path });
    at = end + 1;
  }
  return found;
}

function tree(walk: Walk, rope: Rope, folder: string, depth: number, above: ReadonlySet<string>): Rope {
  if (depth >= mostDepth) {
    sayTooDeep(walk, rope, folder);
    return rope;
  }
  const text = ropeText(rope);
  const code = codeRegions(text);
  const made: Rope[] = [];
  let last = 0;
  for (const { start, end, path } of importsIn(text)) {
    if (isInRegion(code, start) || isOverBudget(walk, rope, start)) continue;
    const put = imported(walk, { path, folder, depth, above, by: ropePlace(rope, start, end - start) });
    // What Strata may not read stays as written; the load and the finding of the host name the difference.
    if (put === undefined) continue;
    made.push(sliceRope(rope, last, start), put);
    last = end;
  }
  return last === 0 ? rope : [...made.flat(), ...sliceRope(rope, last)];
}

/** What stays as written: imports of files that are in the folder, but too deep. */
function sayTooDeep(walk: Walk, rope: Rope, folder: string): void {
  const text = ropeText(rope);
  const code = codeRegions(text);
  for (const { start, end, path } of importsIn(text)) {
    if (walk.deep.size >= mostFindings) return;
    const target = joinPath(folder, path);
    if (isInRegion(code, start) || !isNamedInside(walk, folder, path) || !isWithin(walk.workspace, target)) continue;
    if (walk.deep.has(target)) continue;
    walk.deep.add(target);
    const by = ropePlace(rope, start, end - start);
    ask(walk, target, by);
    const file = fileAt(walk.sources, target);
    if (file === undefined) continue;
    const told = importTooDeep(path, file, by, `Gemini CLI follows imports ${mostDepth} files deep.`);
    walk.loads.push(told.load);
    walk.findings.push(told.finding);
  }
}

interface Asked {
  readonly path: string;
  readonly folder: string;
  readonly depth: number;
  readonly above: ReadonlySet<string>;
  readonly by: Place | undefined;
}

function imported(walk: Walk, { path, folder, depth, above, by }: Asked): Rope | undefined {
  const failed = (why: string): Rope => [frame(`<!-- Import failed: ${path} - ${why} -->`)];
  const target = joinPath(folder, path);
  if (!isNamedInside(walk, folder, path)) return failed('Path traversal attempt');
  ask(walk, target, by);
  if (!isInside(walk, target)) return failed('Path traversal attempt');
  if (above.has(target)) {
    if (walk.findings.length < mostFindings) walk.findings.push(importCycle(path, by));
    return [frame(`<!-- File already processed: ${path} -->`)];
  }
  const file = loaded(walk, target);
  if (typeof file === 'string') return failed(file);
  if (file === undefined) return undefined;
  walk.length += file.text.length;
  walk.loads.push(importLoad(file));
  const below = tree(walk, wholeRope(file), folderOf(target), depth + 1, new Set([...above, target]));
  return [frame(`<!-- Imported from: ${path} -->\n`), ...below, frame(`\n<!-- End of import from: ${path} -->`)];
}

function importLoad(file: SourceFile): Load {
  return {
    path: file.id,
    status: 'loaded',
    place: 'where the file that imports it is',
    bytes: utf8Length(file.text) + (file.bom === true ? 3 : 0),
    sentBytes: utf8Length(file.text),
    rule: 'Imported with @. Five files deep, inside the project root.',
  };
}

/** Paths are decoded like addresses before they are compared with the root. */
function isNamedInside({ root }: Walk, folder: string, path: string): boolean {
  if (/^(?:file|https?):\/\//.test(path) || path.includes('\0')) return false;
  return isWithin(decoded(root), decoded(joinPath(folder, path)));
}

/** False if links lead out of the root. */
function isInside({ root, sources }: Walk, target: string): boolean {
  const real = fileAt(sources, target)?.real;
  return real === undefined || isWithin(root, real);
}

function decoded(path: string): string {
  try {
    return normalizePath(decodeURIComponent(path));
  } catch {
    return path;
  }
}

function ask({ requests, home }: Walk, target: string, by: Place | undefined): void {
  const asker = by === undefined ? {} : { by };
  // Sources of the folder have names relative to it.
  const isOwn = isWithin(home, target) && by !== undefined && isWithin(home, by.source);
  requests.push({
    kind: 'file',
    as: target,
    root: 'absolute',
    path: target,
    ...asker,
    ...(isOwn ? { namedBy: { of: 'design' as const } } : {}),
  });
}

/** The file, the words of the error in its place, or undefined as long as it is not known. */
function loaded(walk: Walk, target: string): SourceFile | string | undefined {
  const { sources, requests } = walk;
  const file = fileAt(sources, target);
  if (file !== undefined) return file;
  if (target.split('/').some((step) => utf8Length(step) > 255))
    return `ENAMETOOLONG: name too long, access '${target}'`;
  const why = whyNot(sources, target);
  if (why === 'not-a-file') return 'EISDIR: illegal operation on a directory, read';
  if (isHidden(why)) {
    walk.loads.push({
      path: sourceId(target),
      status: 'refused',
      rule:
        why === 'untrusted'
          ? 'Gemini CLI would import it. Strata does not: it is outside the folder and you did not allow it.'
          : `Gemini CLI would import it. ${notReadText(why)}`,
    });
    return undefined;
  }
  if (why === undefined) return undefined;
  requests.push(askFolder(folderOf(target)));
  const error = isFileAt(sources, folderOf(target)) ? 'ENOTDIR: not a directory' : 'ENOENT: no such file or directory';
  return `${error}, access '${target}'`;
}

/** Counts an import; true if there are too many. */
function isOverBudget(walk: Walk, rope: Rope, at: number): boolean {
  if (walk.isStopped) return true;
  walk.imports += 1;
  walk.isStopped = walk.imports > mostImports || walk.length > mostLength;
  if (!walk.isStopped) return false;
  const place = ropePlace(rope, at);
  const message = 'Too many imports: the rest stays as written here, but Gemini CLI follows them all';
  walk.findings.push(finding('error', 'import-limit', message, place));
  return true;
}

/** The directory of the first file is named in its place; a file's imports come in reverse order. */
function flat(walk: Walk, top: SourceFile): Rope {
  const files: { readonly path: string; readonly rope: Rope }[] = [];
  const seen = new Set<string>();
  const visit = (rope: Rope, folder: string, path: string, depth: number): void => {
    if (seen.has(path)) return;
    seen.add(path);
    files.push({ path, rope });
    const text = ropeText(rope);
    const code = codeRegions(text);
    for (const { start, end, path: written } of importsIn(text).toReversed()) {
      if (isInRegion(code, start) || !isNamedInside(walk, folder, written)) continue;
      const target = joinPath(folder, written);
      if (seen.has(target) || isOverBudget(walk, rope, start)) continue;
      const by = ropePlace(rope, start, end - start);
      if (depth >= mostFlatDepth) {
        const message = `Imports more than ${mostFlatDepth} files deep are not followed here; Gemini CLI follows them`;
        walk.findings.push(finding('warning', 'import-limit', message, by));
        continue;
      }
      ask(walk, target, by);
      if (!isInside(walk, target)) continue;
      const file = loaded(walk, target);
      if (file === undefined || typeof file === 'string') continue;
      walk.length += file.text.length;
      walk.loads.push(importLoad(file));
      visit(wholeRope(file), folderOf(target), target, depth + 1);
    }
  };
  visit(wholeRope(top), folderOf(top.path), folderOf(top.path), 0);
  return files.flatMap(({ path, rope }, index) => [
    frame(`${index === 0 ? '' : '\n\n'}--- File: ${path} ---\n`),
    ...trimLikeScript(rope),
    frame(`\n--- End of File: ${path} ---`),
  ]);
}
