/** Turns a lint rule off in the text of a strata.json. Where possible, the rest of the text stays as it is written. */

/** The new text; null if the text is not a JSON object. */
export function silenced(text: string, rule: string): string | null {
  if (text.trim() === '') return `{\n  "lint": { ${JSON.stringify(rule)}: "off" }\n}\n`;
  const manifest = objectOf(text);
  if (manifest === null) return null;
  const lint = asObject(manifest['lint']);
  const wanted = { ...manifest, lint: { ...lint, [rule]: 'off' } };
  const entry = `${JSON.stringify(rule)}: "off"`;
  const comma = (object: Record<string, unknown> | null): string =>
    object === null || Object.keys(object).length === 0 ? '' : ',';
  const edited =
    lint === null
      ? text.replace('{', `{\n  "lint": { ${entry} }${comma(manifest)}`)
      : text.replace(/("lint"\s*:\s*\{)/, `$1 ${entry}${comma(lint)}`);
  // The text is written anew if the edit has another effect: the same key may be elsewhere too, or the rule may have
  // another level already.
  return sameJson(objectOf(edited), wanted) ? edited : `${JSON.stringify(wanted, null, 2)}\n`;
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)))
  );
}
