/** Proposes what may be written at a place in a Markdown file's front matter, by the JSON schema of that file. */

export interface Proposal {
  readonly label: string;
  readonly insert: string;
  readonly kind: 'key' | 'value';
  readonly detail: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** `line` is 0-based; `before` is the text of the line before the cursor. Returns nothing outside the front matter. */
export function frontMatterProposals(
  schema: Schema,
  lines: readonly string[],
  line: number,
  before: string,
): readonly Proposal[] {
  const end = endOf(lines);
  if (end === null || line === 0 || line >= end) return [];
  const properties = asSchema(schema['properties']);
  const value = /^([\w-]+):\s+\S*$/.exec(before);
  if (value !== null) return values(asSchema(properties[value[1] ?? '']));
  if (!/^[\w-]*$/.test(before)) return [];
  const present = new Set(
    lines.slice(1, end).flatMap((each, index) => (index + 1 === line ? [] : [/^([\w-]+):/.exec(each)?.[1] ?? ''])),
  );
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties)
    .filter(([name]) => !present.has(name))
    .map(([name, property]) => ({
      label: name,
      insert: `${name}: `,
      kind: 'key',
      detail: [required.includes(name) ? 'required' : '', describe(asSchema(property))]
        .filter((part) => part !== '')
        .join(', '),
    }));
}

/** The line of the closing `---`, or the number of lines while it is missing; null if there is no front matter. */
function endOf(lines: readonly string[]): number | null {
  if (lines[0]?.trimEnd() !== '---') return null;
  const closing = lines.findIndex((each, index) => index > 0 && each.trimEnd() === '---');
  return closing === -1 ? lines.length : closing;
}

function values(property: Schema): readonly Proposal[] {
  return alternatives(property).flatMap((each): readonly Proposal[] => {
    const listed = Array.isArray(each['enum'])
      ? each['enum']
      : 'const' in each
        ? [each['const']]
        : each['type'] === 'boolean'
          ? [true, false]
          : [];
    return listed.map((value) => ({ label: String(value), insert: String(value), kind: 'value', detail: '' }));
  });
}

function describe(property: Schema): string {
  if (typeof property['description'] === 'string') return property['description'];
  const types = alternatives(property).map((each) =>
    Array.isArray(each['enum']) ? each['enum'].join(' | ') : typeof each['type'] === 'string' ? each['type'] : '',
  );
  return [...new Set(types.filter((type) => type !== ''))].join(' or ');
}

function alternatives(property: Schema): readonly Schema[] {
  const several = property['anyOf'] ?? property['oneOf'];
  return Array.isArray(several) ? several.map(asSchema) : [property];
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Matches a path against a workspace glob such as `skills/*\/SKILL.md`. */
export function matchesPattern(pattern: string, path: string): boolean {
  const source = pattern
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) =>
      part === '**/'
        ? '(?:.*/)?'
        : part === '**'
          ? '.*'
          : part === '*'
            ? '[^/]*'
            : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    );
  return new RegExp(`(?:^|/)${source.join('')}$`).test(path);
}
