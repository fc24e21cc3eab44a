import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '../../../renderer');
const files = (folder: string): readonly string[] =>
  readdirSync(join(renderer, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

/** What a reader sees or hears of an element, a column or a menu entry. */
const spoken = new Set([
  'title',
  'aria-label',
  'aria-description',
  'placeholder',
  'label',
  'alt',
  'help',
  'note',
  'sign',
  'unit',
]);
/** Words that are chosen by these stand inside of the value; arguments and comparisons do not. */
const passed = new Set([
  'JSXExpressionContainer',
  'ConditionalExpression',
  'LogicalExpression',
  'TemplateLiteral',
  'TemplateElement',
]);

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

const below = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** The words that a value has itself. */
function wordsIn(value: unknown, named: string): readonly string[] {
  if (!isNode(value)) return [];
  const text =
    value.type === 'Literal' ? value['value'] : value.type === 'TemplateElement' ? value['value'] : undefined;
  const written = typeof text === 'string' ? text : isRaw(text) ? text.raw : '';
  // A unit or a sign of one lower-case word is a name.
  if (/[A-Za-z]{2}/.test(written) && !(['unit', 'sign'].includes(named) && /^[a-z]+$/.test(written))) return [written];
  if (!passed.has(value.type)) return [];
  return below(value)
    .filter((each) => each !== value['test'])
    .flatMap((each) => wordsIn(each, named));
}

function isRaw(value: unknown): value is { readonly raw: string } {
  return typeof value === 'object' && value !== null && 'raw' in value && typeof value.raw === 'string';
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return typeof node['name'] === 'string' ? node['name'] : '';
}

/** Texts between tags, and the values of what is spoken. */
function literals(node: Node): readonly string[] {
  const text = node['value'];
  const own =
    node.type === 'JSXText' && typeof text === 'string' && /[A-Za-z]{2}/.test(text)
      ? [text.trim()]
      : node.type === 'JSXAttribute' && spoken.has(nameOf(node['name']))
        ? wordsIn(text, nameOf(node['name']))
        : node.type === 'Property' && spoken.has(nameOf(node['key']))
          ? wordsIn(text, nameOf(node['key']))
          : [];
  return [...own, ...below(node).flatMap(literals)];
}

describe('the words of the window', () => {
  it('stand in renderer/words, not in the components', () => {
    const found = files('components').flatMap((name) => {
      const { program } = parseSync(name, readFileSync(join(renderer, 'components', name), 'utf8'));
      return isNode(program) ? literals(program).map((text) => `${name}: ${text}`) : [];
    });
    expect(found).toEqual([]);
  });

  it('are all used', () => {
    const code = ['components', 'monaco', 'stores', '.']
      .flatMap((folder) =>
        files(folder)
          .filter((name) => !name.startsWith('words'))
          .map((name) => readFileSync(join(renderer, folder, name), 'utf8')),
      )
      .join('\n');
    const unused = files('words').flatMap((name) => {
      const text = readFileSync(join(renderer, 'words', name), 'utf8');
      return [...text.matchAll(/^ {2}(\w+):/gm)]
        .filter(([, key = '']) => !new RegExp(`\\bwords\\.${key}\\b`).test(code))
        .map(([, key]) => `${name}: ${key}`);
    });
    expect(unused).toEqual([]);
  });

  it('are what the pages of jobs quote', () => {
    const root = join(renderer, '..');
    const said = ['words', 'commands', 'model']
      .flatMap((folder) => files(folder).map((name) => readFileSync(join(renderer, folder, name), 'utf8')))
      .join('\n');
    const jobs = readdirSync(join(root, 'docs/jobs')).filter((name) => name.endsWith('.md'));
    const quoted = jobs.flatMap((name) =>
      [...readFileSync(join(root, 'docs/jobs', name), 'utf8').matchAll(/(?<!\*)\*([A-Z][^*\n]*)\*(?!\*)/g)].map(
        ([, words = '']) => [name, words.replace(/ \d+$/, ' ')] as const,
      ),
    );
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter(([, words]) => !said.includes(words))).toEqual([]);
  });
});
