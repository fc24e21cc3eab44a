import type { AgentName } from '../../../build/agents/versions.mjs';
import type { Dice } from './dice';
import { knownAgents } from './known';
import type { Entry } from './sandbox';

const lines = [
  '# House rules',
  'Run the tests before you answer.',
  '- Keep functions small.\n- Name things once.',
  'Näytä päivämäärät näin: 18.11.2026 – aina. 日本語のメモ。 🚢⚓',
  '```ts\nconst at = "@not-an-import.md";\n```',
  '<!-- a note for people -->',
  'A line with trailing spaces   ',
  '\tindented with a tab',
  '<rules>\n  <rule>Be plain & short.</rule>\n</rules>',
  '"quotes" and \'apostrophes\' and \\backslashes\\',
  'A form feed\fand a vertical tab\v.',
];

const imports = [
  '@./note.md',
  'See @docs/more.md for more.',
  '@missing.md',
  'Mail a@b.example and `@in/code.md`.',
  '@../outside.md',
  '@./ring.md',
  'Ends with a stop @docs/more.md.',
  '@docs/deep/1.md',
  '@docs and @docs/deep/ are folders',
  '@absent/folder/x.md @note.md/x.md',
  '@%2e%2e/outside.md @./docs/./deep/../more.md',
  '@https://example.com/x.md @~/x.md @1.md',
  '`an open tick @./note.md\n``two @./note.md`` and ```three\n@./note.md\n``` @./note.md',
  '@./linked.md @./linked-out.md',
  '@./marked.md',
  '@GEMINI.md',
];

/** A path from the root of the sandbox. */
function absoluteImport(place: string): string {
  return `@\${root}/${place}/note.md`;
}

/** One instruction file: prose, odd white space, odd bytes, blank or long. */
export function contentOf(dice: Dice, agent: AgentName, place = ''): Entry {
  if (dice.chance(0.05)) return { text: '' };
  if (dice.chance(0.06)) return { text: dice.pick([' \n\t\n', '\n', '\r\n\r\n', '\u00A0\n', '\u0085', '\uFEFF']) };
  if (dice.chance(0.05)) return { text: `Long line ${dice.below(100)} äö 🚢\n`, times: 300 + dice.below(1500) };
  const count = 1 + dice.below(5);
  const pool = [
    ...lines,
    ...lines,
    ...knownAgents[agent].traps,
    ...(agent === 'gemini-cli' ? [...imports, ...imports, absoluteImport(place)] : lines),
  ];
  const parts = Array.from({ length: count }, () => dice.pick(pool));
  const end = dice.chance(0.7) ? '\n' : '';
  let text = `${parts.join(dice.chance(0.5) ? '\n\n' : '\n')} (${dice.below(1000)})${end}`;
  if (dice.chance(0.1)) text = `---\ntitle: note ${dice.below(9)}\n---\n${text}`;
  if (dice.chance(0.12)) text = text.replaceAll('\n', '\r\n');
  if (dice.chance(0.1)) text = `\n\n  ${text}\n\n`;
  if (dice.chance(0.08)) text = `\uFEFF${text}`;
  if (dice.chance(0.04)) text = `${text}\0after a zero`;
  if (dice.chance(0.1)) return { base64: broken(dice, text).toString('base64') };
  return { text };
}

/** Bytes that are not UTF-8: lone continuations, cut sequences, surrogates, too long forms. */
function broken(dice: Dice, text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const odd = dice.pick([
    [0x80],
    [0xff, 0xfe],
    [0xe2, 0x82],
    [0xf0, 0x9f, 0x9a],
    [0xed, 0xa0, 0x80],
    [0xc0, 0xaf],
    [0xf5, 0x80, 0x80, 0x80],
    [0xe9],
  ]);
  const at = dice.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(odd), bytes.subarray(at)]);
}
