import { configAt, type ConfigNode } from '../../../../sources/config/config-node';
import { parseFrontMatter } from '../../../../sources/config/front-matter';
import { baseName, folderOf } from '../../../../sources/paths';
import { changedRope, ropeText, type Rope } from '../../../../sources/text/rope';
import type { SourceFile } from '../../../../sources/types';

/** A skill as a listing names it. */
export interface Skill {
  readonly file: SourceFile;
  readonly name: Rope;
  readonly description: Rope;
  readonly data: ConfigNode | undefined;
}

/** Undefined if the front matter has no description. Without a name it is the name of the folder. */
export function readSkill(file: SourceFile): Skill | undefined {
  const { data } = parseFrontMatter(file);
  const description = textAt(data, 'description');
  if (description === undefined || ropeText(description).trim() === '') return undefined;
  const name = textAt(data, 'name');
  const folderName = baseName(folderOf(file.path));
  return {
    file,
    name: name !== undefined && ropeText(name) !== '' ? name : changedRope(file.id, 0, 0, folderName, 'replaced'),
    description,
    data,
  };
}

function textAt(data: ConfigNode | undefined, key: string): Rope | undefined {
  const node = configAt(data, [key]);
  return node?.kind === 'string' ? node.rope : undefined;
}

/** White space of every kind becomes one space between words, none at the ends. */
export function oneLine(rope: Rope, file: SourceFile): Rope {
  const value = ropeText(rope);
  const flat = value
    .split(/\s+/u)
    .filter((word) => word !== '')
    .join(' ');
  if (flat === value) return rope;
  const spans = rope.flatMap(({ origin }) => (origin.kind === 'file' ? [origin.span] : []));
  return changedRope(
    file.id,
    Math.min(...spans.map(({ start }) => start)),
    Math.max(...spans.map(({ end }) => end)),
    flat,
    'replaced',
  );
}
