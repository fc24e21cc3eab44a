import fc from 'fast-check';
import { expect } from 'vitest';
import { tieredMessages } from '../../../shared/assemblers/tiered-messages';
import { tiers, type Tier } from '../../../shared/document/types';
import { exportDocument } from '../../../shared/exporters';
import type { FileSymbols } from '../../../shared/sources/types';
import { assembleFiles } from '../assemble';
import { testFacts, workspaceOf } from '../memory';
import { restate } from './restated';

export type JsonValue = string | number | boolean | null | { readonly [key: string]: JsonValue };

export interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly [key: string]: JsonValue }[];
}

export interface TieredWorkspace {
  readonly system: string | undefined;
  readonly extra: string | undefined;
  readonly files: ReadonlyMap<string, string>;
  readonly selected: readonly string[];
  /** Path → its functions. */
  readonly symbols: ReadonlyMap<string, readonly string[]>;
  readonly history: readonly Message[];
  readonly urls: readonly {
    readonly url: string;
    readonly title?: string;
    readonly summary?: string;
    readonly readme?: string;
    readonly content?: string;
    readonly symbolMap?: string;
  }[];
  readonly prompt: string;
  /** Item → tier; undefined where no session has begun. */
  readonly state: ReadonlyMap<string, Tier> | undefined;
  /** All paths of the repository. */
  readonly listed: readonly string[];
}

const sources = ['a.py', 'B.py', 'b b.ts', 'é.js', '\u{1F600}.py', '\uFF5E.py', 'src/x.c', "src/it's.ts"] as const;
const others = ['notes.md', 'quo"te.txt', 'src/new\nline.md', 'tab\t\u0001.txt', ' lead', 'LICENSE', '```'] as const;

/** Line ends, empty texts, fences, byte order marks and lone surrogates. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    '\n',
    'plain',
    'line\n',
    'a\r\nb\r\n',
    '\r',
    'lone \uD83E mark',
    '\uDC00',
    '```\nfence\n```\n',
    'tab\t "quote" \\ \u2028',
    '\u0301 e\u0301',
    '\uFEFFmarked',
    '\u0085next\uFEFF',
    ' \u3000 ',
    '🦜 '.repeat(40),
    '# heading\n\n\n',
  ),
  fc.string({ maxLength: 30, unit: 'grapheme' }),
);
const body = fc.oneof(
  text,
  fc.constantFrom('x'.repeat(4000), 'x'.repeat(4001), '🦜'.repeat(4001), `${'y\n'.repeat(2100)}`),
);
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

const workspace: fc.Arbitrary<TieredWorkspace> = fc
  .record({
    system: some(text),
    extra: some(text),
    texts: fc.dictionary(fc.constantFrom(...sources, ...others), text, { noNullPrototype: true }),
    selected: fc.uniqueArray(fc.constantFrom(...sources, ...others, 'gone.txt')),
    functions: fc.dictionary(
      fc.constantFrom(...sources),
      fc.array(fc.constantFrom('go', 'run', 'ünder'), { maxLength: 60 }),
      { noNullPrototype: true },
    ),
    history: fc.array(
      fc.record({
        role: fc.constantFrom('user', 'assistant'),
        content: fc.oneof(
          text,
          fc.array(
            text.map((each) => ({ type: 'text', text: each })),
            { minLength: 1, maxLength: 2 },
          ),
        ),
      }),
      { maxLength: 6 },
    ),
    urls: fc.array(
      fc.record(
        {
          url: fc.constantFrom('https://example.org/', 'u'),
          title: text,
          summary: body,
          readme: body,
          content: body,
          symbolMap: text,
        },
        { requiredKeys: ['url'] },
      ),
      { maxLength: 3 },
    ),
    prompt: fc.oneof(fc.constantFrom('Hi', 'Zeile\r\nzwei', ''), text),
    state: some(
      fc.dictionary(
        fc.oneof(
          fc.constantFrom(...sources, ...others).map((path) => `file:${path}`),
          fc.constantFrom(...sources).map((path) => `symbol:${path}`),
          fc.nat(6).map((index) => `history:${index}`),
        ),
        fc.constantFrom(...tiers),
        { noNullPrototype: true },
      ),
    ),
  })
  .map(({ texts, functions, state, history, urls, ...rest }) => {
    // Files as they are read: without the byte order mark.
    const read = (file: string): string => file.replace(/^\uFEFF/, '');
    const files = new Map(Object.entries(texts).map(([path, file]) => [path, read(file)]));
    const [system, extra] = [rest.system, rest.extra].map((file) => (file === undefined ? undefined : read(file)));
    const kept = new Map([...files].filter(([path]) => path !== ''));
    const named = [
      system === undefined ? [] : ['system.md'],
      extra === undefined ? [] : ['system_extra.md'],
      history.length === 0 ? [] : ['history.jsonl'],
      urls.length === 0 ? [] : ['urls.json'],
    ].flat();
    return {
      ...rest,
      system,
      extra,
      files: kept,
      history,
      urls,
      symbols: new Map(Object.entries(functions).filter(([path]) => kept.has(path))),
      state: state === undefined ? undefined : new Map(Object.entries(state)),
      listed: [...kept.keys(), ...named],
    };
  });

export const tieredWorkspace = workspace;

/** Assembles the workspace as the app does, exports the message array and compares it with the restatement. */
export function expectRestated(given: TieredWorkspace): void {
  const { system, extra, files, selected, symbols, history, urls, prompt, state } = given;
  const items =
    state === undefined
      ? undefined
      : Object.fromEntries([...state].map(([key, tier]) => [key, { tier, n: 3, hash: 'h', tokens: 10 }]));
  const stored: Record<string, string> = Object.fromEntries(files);
  if (system !== undefined) stored['system.md'] = system;
  if (extra !== undefined) stored['system_extra.md'] = extra;
  if (history.length > 0) stored['history.jsonl'] = history.map((message) => JSON.stringify(message)).join('\r\n');
  if (urls.length > 0) stored['urls.json'] = JSON.stringify(urls, null, 2);
  if (items !== undefined) stored['.strata/tiers.json'] = JSON.stringify({ version: 1, turn: 3, items, moves: [] });
  const table = [...symbols].map(([path, functions]): FileSymbols => ({
    path,
    hash: '',
    language: 'x',
    lines: 1,
    symbols: functions.map((name, index) => ({ name, kind: 'function', line: index + 1, signature: '()' })),
    imports: [],
    importsLocal: [],
    references: 0,
  }));
  const built = assembleFiles(tieredMessages, workspaceOf(stored), { files: [...selected], prompt }, testFacts, {
    files: table,
    complete: true,
  });
  expect(JSON.parse(exportDocument(built.document, 'messages').body)).toEqual(restate(given));
}
