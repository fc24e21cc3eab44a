/** Places in a request's body that hold messages or tools, as text: `messages/3`, `system`. */
import type { ConfigNode } from '../../sources/config/config-node';
import type { Trail } from '../../sources/config/scan-json';

/** Lists whose items are messages. */
export const listKeys: ReadonlySet<string | number> = new Set(['messages', 'input', 'contents']);
/** Values that are one message, or the list of tools. */
export const valueKeys: ReadonlySet<string | number> = new Set([
  'system',
  'systemInstruction',
  'system_instruction',
  'instructions',
  'tools',
]);

/** Parses `messages/3` to the path `messages`, 3. */
export function pathOfPlace(place: string): readonly (string | number)[] {
  const [key = '', index] = place.split('/');
  return index === undefined ? [key] : [key, Number(index)];
}

export function wayTo(trail: Trail | undefined): string {
  return trail === undefined
    ? ''
    : trail.outer === undefined
      ? String(trail.key)
      : `${wayTo(trail.outer)}/${trail.key}`;
}

export function placesIn(root: ConfigNode): ReadonlyMap<ConfigNode, string> {
  const places = new Map<ConfigNode, string>();
  if (root.kind !== 'object') return places;
  for (const { key, value } of root.entries) {
    if (valueKeys.has(key)) places.set(value, key);
    if (!listKeys.has(key)) continue;
    if (value.kind !== 'array') places.set(value, key);
    else for (const [index, item] of value.items.entries()) places.set(item, `${key}/${index}`);
  }
  return places;
}

/** Wraps the node in a body with nothing else. */
export function alone(place: string, node: ConfigNode): ConfigNode {
  const [key = '', index] = place.split('/');
  const value: ConfigNode = index === undefined ? node : { kind: 'array', span: node.span, items: [node] };
  return { kind: 'object', span: node.span, entries: [{ key, keySpan: { start: 0, end: 0 }, value }] };
}
