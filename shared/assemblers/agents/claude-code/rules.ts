import { byCodePoint } from '../../../basics/code-point-order';
import { configAt, type ConfigNode } from '../../../sources/config/config-node';
import { parseFrontMatter } from '../../../sources/config/front-matter';
import { joinPath } from '../../../sources/paths';
import { ropeText } from '../../../sources/text/rope';
import type { SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { askGlob } from '../common/files';
import { matchesPattern } from './path-pattern';

/** Rules of one folder's `.claude/rules`, or of the user's. */
export function ruleRequest(folder: string): SourceRequest {
  return askGlob(keyOf(folder), joinPath(folder, 'rules'), '**/*.md');
}

function keyOf(folder: string): string {
  return `rules ${folder}`;
}

export interface Rule {
  readonly file: SourceFile;
  /** Patterns of the files it waits for; undefined if it is always sent. */
  readonly paths: readonly string[] | undefined;
}

/** In the order of their paths. */
export function rulesIn(sources: Sources, folder: string): readonly Rule[] {
  return sources.files
    .filter(({ as }) => as === keyOf(folder))
    .toSorted((a, b) => byCodePoint(a.path, b.path))
    .map((file) => ({ file, paths: pathsOf(configAt(parseFrontMatter(file).data, ['paths'])) }));
}

/** A list, or one text with commas; those in braces part nothing. */
function pathsOf(node: ConfigNode | undefined): readonly string[] | undefined {
  if (node?.kind === 'string') return split(ropeText(node.rope));
  if (node?.kind !== 'array') return undefined;
  return node.items.flatMap((item) => (item.kind === 'string' ? [ropeText(item.rope)] : []));
}

function split(text: string): readonly string[] {
  return text
    .split(/,(?![^{]*\})/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** `path` is relative to the working folder. */
export function isWanted({ paths }: Rule, path: string | undefined): boolean {
  if (paths === undefined) return true;
  return path !== undefined && paths.some((pattern) => matchesPattern(pattern, path));
}
