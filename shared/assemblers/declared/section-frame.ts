/** What stands around the text of a section: heading, tag, the texts before and after; and its items' names. */
import { layoutFrame, nodeId } from '../../document/builders';
import type { NodeId, TextNode } from '../../document/types';
import { literal } from './evaluate/evaluate';
import type { LayoutSection } from './layout/read-layout';
import { fillText, type Scope } from './evaluate/scope';
import { defaultSeparator, type Entry } from './evaluate/values';

export function frameAbove({ spec, node }: LayoutSection): readonly TextNode[] {
  return [
    ...(spec.heading === undefined
      ? []
      : [...literal(node, 'heading', spec.heading), layoutFrame(spec.headingGap ?? defaultSeparator)]),
    ...(spec.tag === undefined ? [] : [layoutFrame(`<${spec.tag}>\n`)]),
    ...(spec.before === undefined ? [] : literal(node, 'before', spec.before)),
  ];
}

export function frameBelow({ spec, node }: LayoutSection): readonly TextNode[] {
  return [
    ...(spec.after === undefined ? [] : literal(node, 'after', spec.after)),
    ...(spec.tag === undefined ? [] : [layoutFrame(`\n</${spec.tag}>`)]),
  ];
}

export function itemId(parent: NodeId, { key }: Entry, used: Map<string, number>): NodeId {
  let count = used.get(key) ?? 1;
  let name = key;
  for (; used.has(name); count += 1) name = `${key}~${count + 1}`;
  used.set(key, count);
  used.set(name, 1);
  return nodeId(parent, name);
}

/**
 * Named by the layout's template if there is one. Otherwise a whole file by its path, and anything smaller by its
 * number.
 */
export function itemName(template: string | undefined, scope: Scope, { file, key }: Entry, index: number): string {
  const named = template === undefined ? '' : (fillText(template, scope) ?? '').trim();
  if (named !== '') return named;
  return file !== undefined && key === file.id ? file.id : String(index + 1);
}
