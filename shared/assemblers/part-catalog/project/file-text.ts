/** Readers shared by the project files. */
import type { SourceId } from '../../../document/types';
import { configChild, type ConfigEntry, type ConfigNode } from '../../../sources/config/config-node';
import type { Finding } from '../../../sources/findings';
import { baseName } from '../../../sources/paths';
import { changedRope, fileRope, ropeText, sliceRope, trimRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';

/** `.claude/commands/forecast.md` → `forecast`. */
export function stem(file: SourceFile): string {
  return baseName(file.path).replace(/\.md$/, '');
}

export function trimmedString(node: ConfigNode | undefined, key: string): Rope {
  const child = configChild(node, key);
  return child?.kind === 'string' ? trimRope(child.rope) : [];
}

/** The key without its quotes. */
export function keyRope(source: { readonly id: SourceId; readonly text: string }, entry: ConfigEntry): Rope {
  const { start, end } = entry.keySpan;
  const inner = fileRope(source, start + 1, end - 1);
  return ropeText(inner) === entry.key ? inner : changedRope(source.id, start, end, entry.key, 'escaped');
}

export interface ListItem {
  readonly value: string;
  readonly span: ConfigNode['span'];
}

/** Accepts a list or a comma-separated text; both are common in front matter. */
export function listOf(node: ConfigNode | undefined, key: string): readonly ListItem[] | undefined {
  const child = configChild(node, key);
  if (child?.kind === 'string') {
    return child.value
      .split(',')
      .flatMap((part) => (part.trim() === '' ? [] : [{ value: part.trim(), span: child.span }]));
  }
  if (child?.kind !== 'array') return undefined;
  return child.items.flatMap((item) =>
    item.kind === 'string' && item.value.trim() !== '' ? [{ value: item.value.trim(), span: item.span }] : [],
  );
}

/** The first non-blank line, without heading marks. */
export function firstLine(body: Rope): Rope {
  const trimmed = trimRope(body);
  const text = ropeText(trimmed);
  const end = /\r?\n|\r/.exec(text)?.index ?? text.length;
  const start = /^#+[ \t]+/.exec(text)?.[0].length ?? 0;
  return trimRope(sliceRope(trimmed, start, end));
}

/** For broken files that are optional: the prompt is built from the rest. */
export function asWarnings(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((each): Finding => (each.severity === 'error' ? { ...each, severity: 'warning' } : each));
}
