import type { TextNode } from '../../document/types';

interface FactText {
  readonly keys: readonly string[];
  readonly value: string;
}

/**
 * The machine facts that differ between `sent` and the text of these leaves, if all other text matches in order.
 * Undefined when something else differs too.
 */
export function factDifference(parts: readonly TextNode[], sent: string): readonly string[] | undefined {
  const fixed = [''];
  const facts: FactText[] = [];
  for (const { value, origin } of parts) {
    if (origin.kind !== 'environment') fixed.push(`${fixed.pop() ?? ''}${value}`);
    else if (facts.length > 0 && fixed.at(-1) === '') {
      const before = facts.pop();
      facts.push({ keys: [...(before?.keys ?? []), origin.key], value: `${before?.value ?? ''}${value}` });
    } else {
      facts.push({ keys: [origin.key], value });
      fixed.push('');
    }
  }
  const first = (fixed[0] ?? '').trimStart();
  if (facts.length === 0 || !sent.startsWith(first)) return undefined;
  const differing = new Set<string>();
  let at = first.length;
  for (const [index, { keys, value }] of facts.entries()) {
    const isLast = index === facts.length - 1;
    const next = isLast ? (fixed[index + 1] ?? '').trimEnd() : (fixed[index + 1] ?? '');
    const found = isLast && sent.endsWith(next) ? sent.length - next.length : isLast ? -1 : sent.indexOf(next, at);
    if (found < at) return undefined;
    if (sent.slice(at, found) !== value) for (const key of keys) differing.add(key);
    at = found + next.length;
  }
  return [...differing];
}
