/** Folders that ask for excessive work. Each is small, and each once took minutes, all memory, or for ever. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { byteLevelTokenizer, bytesOnly, inOrder, split } from './tokenizers/tokenizer-files';

export interface LimitAttack {
  readonly name: string;
  readonly files: () => Readonly<Record<string, string>>;
  /** A rule or words that tell what was cut; none where all of the work is done after all. */
  readonly tells?: string;
  /** One for each kind of work: `npm test` tries these in the window, `npm run long` tries all. */
  readonly short?: true;
}

type Json = Readonly<Record<string, unknown>>;

function declared(sources: Json, sections: readonly Json[], more: Json = {}): string {
  return JSON.stringify({
    architecture: 'declared',
    ...more,
    declared: {
      sources,
      messages: [{ role: 'system', sections: [{ id: 'start', template: 'Still here.' }, ...sections] }],
    },
  });
}

const oneFile = declared({ x: { kind: 'file', path: 'x.md' } }, [{ id: 'a', source: 'x' }]);

function glob(pattern: string): () => Readonly<Record<string, string>> {
  return () => ({
    'strata.json': declared({ x: { kind: 'glob', pattern } }, [{ id: 'a', source: 'x' }]),
    [`files/${'a'.repeat(200)}`]: 'x',
  });
}

/** s30 is s29 twice, s29 is s28 twice, and so on. */
function doubled(level: (before: string) => Json): Json {
  return Object.fromEntries(
    Array.from({ length: 31 }, (_, index) => [
      `s${index}`,
      index === 0 ? { kind: 'text', text: 'hello world' } : level(`s${index - 1}`),
    ]),
  );
}

const tiered = {
  'strata.json': JSON.stringify({
    architecture: 'tiered-messages',
    tiered: { system: 'system.md', files: [], prompt: 'x' },
  }),
  'system.md': 'Still here.',
};

export const limitAttacks: readonly LimitAttack[] = [
  { name: 'a glob of stars', files: glob(`files/${'*a'.repeat(60)}b`) },
  { name: 'a glob of groups', short: true, files: glob(`files/${'+(+(a|aa)|a)'.repeat(30)}b`) },
  { name: 'a glob of alternatives', files: glob(`${'{a/b,c/d}'.repeat(24)}/x`), tells: 'too-many-files' },
  {
    name: 'titles of private keys',
    files: () => ({ 'strata.json': oneFile, 'x.md': '-----BEGIN PRIVATE KEY-----'.repeat(200_000) }),
  },
  { name: 'starts of tokens', files: () => ({ 'strata.json': oneFile, 'x.md': 'eyJ'.repeat(2_500_000) }) },
  {
    name: 'a tokenizer with a pattern that never ends',
    short: true,
    files: () => ({
      'strata.json': declared({ x: { kind: 'file', path: 'x.md' } }, [{ id: 'a', source: 'x' }], {
        model: 'tokenizer.json',
      }),
      'x.md': `${'a'.repeat(100)}b`,
      '.strata/tokenizer.json': JSON.stringify({
        ...byteLevelTokenizer(),
        pre_tokenizer: inOrder(split('(a+)+$'), bytesOnly),
      }),
    }),
    tells: 'tokenizer-file',
  },
  {
    name: 'sources doubled thirty times',
    files: () => ({
      'strata.json': declared(
        doubled((before) => ({ kind: 'all', of: [before, before] })),
        [{ id: 'a', source: 's30' }],
      ),
    }),
    tells: 'layout-too-large',
  },
  {
    name: 'texts doubled thirty times',
    short: true,
    files: () => ({
      'strata.json': declared(
        doubled((before) => ({ kind: 'text', text: `{{${before}}}{{${before}}}` })),
        [{ id: 'a', source: 's30' }],
      ),
    }),
    tells: 'layout-too-large',
  },
  {
    name: 'sources ten thousand deep',
    files: () => ({
      'strata.json': declared(
        Object.fromEntries(
          Array.from({ length: 10_000 }, (_, index) => [`s${index}`, { kind: 'ref', of: `s${index + 1}` }]),
        ),
        [{ id: 'a', source: 's0' }],
      ),
    }),
    tells: 'layout-too-large',
  },
  {
    name: 'headers in headers',
    files: () => ({ 'x.request.json': '"headers":['.repeat(200_000) }),
    tells: 'request-syntax',
  },
  {
    name: 'names and values of headers',
    files: () => ({ 'x.request.json': `{"headers":{${'"name":"a","value":"b",'.repeat(200_000)}` }),
    tells: 'request-syntax',
  },
  {
    name: 'a heading with a gap',
    files: () => ({
      'x.request.json': JSON.stringify({ model: 'm', system: `# a${' '.repeat(100_000)}x`, messages: [] }),
    }),
  },
  {
    name: 'front matter with a gap',
    files: () => ({
      'strata.json': '{"architecture": "part-catalog"}',
      'CLAUDE.md': `Still here. @${'.'.repeat(100_000)}/x`,
      '.claude/agents/a.md': `---\nname: a: b\ndescription:${' '.repeat(100_000)}\0\n---\nx`,
    }),
  },
  {
    name: 'a million values',
    files: () => ({ 'x.request.json': `{"messages":[${'1,'.repeat(1_000_000)}1]}` }),
    tells: 'request-syntax',
  },
  {
    name: 'two hundred thousand messages',
    short: true,
    files: () => ({ 'x.request.json': `{"messages":[${'1,'.repeat(200_000)}1]}` }),
    tells: 'cut-off',
  },
  {
    name: 'a million variables',
    files: () => ({ 'strata.json': oneFile, 'x.md': '{{a}}'.repeat(1_000_000) }),
    tells: 'more findings like these are left out',
  },
  {
    name: 'a hundred thousand passwords',
    short: true,
    files: () => ({ 'strata.json': oneFile, 'x.md': 'https://a:b3c4d5e6f7@h '.repeat(100_000) }),
    tells: 'more findings like these are left out',
  },
  { name: 'a million fences', files: () => ({ 'strata.json': oneFile, 'x.md': '```\n'.repeat(1_000_000) }) },
  {
    name: 'a text of escapes',
    files: () => ({
      'x.request.json': JSON.stringify({ model: 'm', system: '\u0001\n"'.repeat(1_000_000), messages: [] }),
    }),
  },
  {
    name: 'a command of escapes',
    files: () => ({ 'x.curl': `curl -d $'${String.raw`\n`.repeat(2_000_000)}'` }),
    tells: 'request-syntax',
  },
  {
    name: 'a command of a million words',
    files: () => ({ 'x.curl': `curl ${'-H a '.repeat(500_000)}` }),
    tells: 'request-no-body',
  },
  {
    name: 'a hundred thousand requests',
    files: () => ({
      'x.requests.jsonl': '{"model":"m","messages":[{"role":"user","content":"hi"}]}\n'.repeat(100_000),
    }),
    tells: 'cut-off',
  },
  {
    name: 'front matter of a million keys',
    short: true,
    files: () => ({
      'strata.json': '{"architecture": "part-catalog"}',
      'CLAUDE.md': 'Still here.',
      '.claude/agents/a.md': `---\nname: a\n${'b: c\n'.repeat(1_000_000)}---\nx`,
    }),
    tells: 'more than 200000 tokens',
  },
  {
    name: 'front matter with an open quote',
    files: () => ({
      'strata.json': '{"architecture": "part-catalog"}',
      'CLAUDE.md': 'Still here.',
      '.claude/agents/a.md': `---\nname: "a\n${'b\n'.repeat(1_000_000)}---\nx`,
    }),
  },
  {
    name: 'a .gitignore of stars',
    files: () => ({ ...tiered, '.gitignore': `${'*a'.repeat(60)}b\n`, ['a'.repeat(200)]: 'x' }),
  },
  {
    name: 'a .gitignore of a million lines',
    short: true,
    files: () => ({
      ...tiered,
      '.gitignore': Array.from({ length: 1_000_000 }, (_, index) => `a*${index}\n`).join(''),
      'a.ts': 'x',
      'b/c.ts': 'x',
    }),
    tells: 'repository-cut',
  },
];

export function makeLimitAttack({ files }: LimitAttack, folder: string): string {
  for (const [path, text] of Object.entries(files())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
