import { describe, expect, test } from 'vitest';
import { exportDocument } from '../../../../shared/exporters';
import { checkDocument } from '../../../../shared/document/check';
import { tieredMessages } from '../../../../shared/assemblers/tiered-messages';
import type { Settings } from '../../../../shared/assemblers/types';
import type { Tier } from '../../../../shared/document/types';
import type { FileSymbols } from '../../../../shared/sources/types';
import { assembleFiles, type Built } from '../../../support/assemble';
import { testFacts, workspaceOf } from '../../../support/memory';

type Message = {
  readonly role: string;
  readonly content:
    string | readonly { readonly type: string; readonly text?: string; readonly cache_control?: unknown }[];
};

function symbols(path: string): FileSymbols {
  return {
    path,
    hash: '',
    language: 'python',
    lines: 1,
    symbols: [{ name: path.replace(/\W/g, '_'), kind: 'function', line: 1 }],
    imports: [],
    importsLocal: [],
    references: 0,
  };
}

function build(
  files: Readonly<Record<string, string>>,
  settings: Settings = {},
  symbolPaths: readonly string[] = [],
): Built {
  const built = assembleFiles(tieredMessages, workspaceOf(files), settings, testFacts, {
    files: symbolPaths.map(symbols),
    complete: true,
  });
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  expect(built.document.breakpoints.length).toBeLessThanOrEqual(4);
  return built;
}

function messages(built: Built): readonly Message[] {
  return JSON.parse(exportDocument(built.document, 'messages').body);
}

function textOf({ content }: Message): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

function marks(built: Built): readonly number[] {
  return messages(built).flatMap(({ content }, index) =>
    typeof content !== 'string' && content.some((part) => part.cache_control !== undefined) ? [index] : [],
  );
}

function state(items: Readonly<Record<string, Tier>>): string {
  return JSON.stringify({
    version: 1,
    turn: 1,
    items: Object.fromEntries(Object.entries(items).map(([key, tier]) => [key, { tier, n: 3, hash: '', tokens: 10 }])),
    moves: [],
  });
}

const said = (role: string, content: unknown) => JSON.stringify({ role, content });
const history = [
  said('user', 'first'),
  said('assistant', 'second'),
  said('user', 'third'),
  said('assistant', 'fourth'),
].join('\n');

describe('cache control', () => {
  test('nothing but system and prompt: the system content is a list with one marked text', () => {
    const { sources } = build({ 'system.md': 'Be brief.' });
    const assembled = tieredMessages.assemble({
      settings: { prompt: 'Hi' },
      manifest: {},
      facts: testFacts,
      sources: { ...sources, repository: [] },
    });
    expect(JSON.parse(exportDocument(assembled.document, 'messages').body)).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }] },
      { role: 'user', content: 'Hi' },
    ]);
  });

  test('L0 history of two: message 0 is a plain string, message 2 is marked', () => {
    const built = build(
      {
        'system.md': 'S',
        'history.jsonl': history,
        '.strata/tiers.json': state({ 'history:0': 'L0', 'history:1': 'L0' }),
      },
      { prompt: 'Hi' },
    );
    expect(messages(built)[0]).toEqual({
      role: 'system',
      content: expect.stringMatching(/^S\n\n# Repository Structure\n/),
    });
    expect(messages(built)[2]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'second', cache_control: { type: 'ephemeral' } }],
    });
    expect(marks(built)).toEqual([2]);
  });

  test('a symbol in L1 and one in L2: three marks in total', () => {
    const built = build(
      { 'system.md': 'S', '.strata/tiers.json': state({ 'symbol:a.py': 'L1', 'symbol:b.py': 'L2' }) },
      { prompt: 'Hi' },
      ['a.py', 'b.py'],
    );
    expect(marks(built)).toEqual([0, 2, 4]);
    expect(messages(built)[2]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Ok.', cache_control: { type: 'ephemeral' } }],
    });
  });

  test('of two text parts only the second is marked, and never an image', () => {
    const parts = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
      { type: 'image_url', image_url: { url: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACADs=' } },
    ];
    const built = build({
      'system.md': 'S',
      'history.jsonl': said('user', parts),
      '.strata/tiers.json': state({ 'history:0': 'L2' }),
    });
    expect(messages(built)[1]).toEqual({
      role: 'user',
      content: [parts[0], { type: 'text', text: 'two', cache_control: { type: 'ephemeral' } }, parts[2]],
    });
  });

  test('a tier of history alone closes with its last message', () => {
    const built = build({
      'system.md': 'S',
      'history.jsonl': history,
      '.strata/tiers.json': state({ 'history:0': 'L3', 'history:1': 'L3' }),
    });
    expect(built.document.breakpoints.map(({ after, tier }) => [after, tier])).toEqual([
      ['L0', 'L0'],
      ['history/1', 'L3'],
    ]);
  });
});

describe('order', () => {
  test('system < L1 < L3 < tree < working < prompt', () => {
    const files = {
      'system.md': 'S',
      'core.py': 'core()',
      'util.py': 'util()',
      'work.py': 'work()',
      '.strata/tiers.json': state({ 'symbol:core.py': 'L1', 'symbol:util.py': 'L3' }),
    };
    const all = messages(build(files, { prompt: 'Hi', files: ['work.py'] }, ['core.py', 'util.py'])).map(textOf);
    const at = (start: string) => all.findIndex((text) => text.includes(start));
    expect([
      at('S\n\n# Repository Structure'),
      at('core.py:'),
      at('util.py:'),
      at('# File Tree'),
      at('# Working Files'),
      at('Hi'),
    ]).toEqual([0, 1, 3, 5, 7, 9]);
  });

  test('files are sorted and joined by a blank line under the header of their tier', () => {
    const files = {
      'system.md': 'S',
      'b.txt': 'B\n',
      'a.txt': 'A',
      '.strata/tiers.json': state({ 'file:b.txt': 'L2', 'file:a.txt': 'L2' }),
    };
    expect(messages(build(files)).map(textOf)[1]).toBe(
      '# Reference Files (L2)\n\nThese files are included for reference:\n\na.txt\n```\nA\n```\n\nb.txt\n```\nB\n```',
    );
  });
});

describe('a file appears once', () => {
  test('in L3 and selected: not in Working Files, and no such message when it was the only one', () => {
    const files = {
      'system.md': 'S',
      'a.py': 'a()',
      'b.py': 'b()',
      '.strata/tiers.json': state({ 'file:a.py': 'L3' }),
    };
    const only = build(files, { files: ['a.py'] });
    expect(only.text).not.toContain('# Working Files');
    expect(only.text.match(/a\(\)/g)).toHaveLength(1);
    const both = messages(build(files, { files: ['a.py', 'b.py'] })).map(textOf);
    expect(both.find((text) => text.startsWith('# Working Files'))).toBe(
      '# Working Files\n\nHere are the files:\n\nb.py\n```\nb()\n```',
    );
  });

  test('selected: its symbol block is left out, with the reason', () => {
    const built = build(
      { 'system.md': 'S', 'a.py': 'a()', '.strata/tiers.json': state({ 'symbol:a.py': 'L1' }) },
      { files: ['a.py'] },
      ['a.py'],
    );
    expect(built.text).not.toContain('a.py:');
    expect(built.document.aside.find(({ id }) => id === 'symbol/a.py')?.omission).toEqual({
      reason: 'overridden',
      by: 'file:a.py',
    });
  });
});

describe('settings', () => {
  const manifest = JSON.stringify({
    tiered: { prompt: 'from "manifest"', files: ['a.py'], system: 'main.md', colour: 1, urls: 7 },
  });

  test('the manifest supplies the parts; the prompt keeps its place in the file', () => {
    const built = build({ 'strata.json': manifest, 'main.md': 'M', 'a.py': 'a()' });
    expect(built.text.endsWith('from "manifest"')).toBe(true);
    expect(built.text.startsWith('M')).toBe(true);
    const prompt = built.document.messages.at(-1)?.children[0];
    expect(
      prompt?.type === 'section' ? prompt.children.map((leaf) => (leaf.type === 'text' ? leaf.origin.kind : '')) : [],
    ).toContain('file');
    expect(built.findings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([
      'tiered-field: Unknown part "colour"',
      'tiered-field: urls should be text; the default is used',
    ]);
    expect(built.controls.find(({ name }) => name === 'files')).toMatchObject({
      value: ['a.py'],
      isDefault: false,
      from: 'tiered in strata.json',
    });
  });

  test('a setting wins over the manifest', () => {
    const built = build({ 'strata.json': manifest, 'main.md': 'M', 'a.py': 'a()' }, { prompt: 'set', files: [] });
    expect(built.text.endsWith('set')).toBe(true);
    expect(built.text).not.toContain('# Working Files');
  });

  test('no path leads outside the workspace by the folder’s word', () => {
    const files = {
      'system.md': 'S',
      '/home/k/secret.txt': 'secret',
      '.strata/tiers.json': state({ 'file:../secret.txt': 'L1' }),
    };
    const built = build(files, {
      files: ['../secret.txt', '/home/k/secret.txt'],
      images: ['../x.png'],
      history: '/home/k/secret.txt',
    });
    expect(built.text).not.toContain('secret\n');
    expect(built.sources.files.map(({ path }) => path)).not.toContain('/home/k/secret.txt');
    const untrusted = JSON.stringify({ reason: 'untrusted', paths: ['/home/k/secret.txt'] });
    expect(JSON.stringify(built.document)).toContain(untrusted);
    expect(built.sources.missing.filter(({ why }) => why === 'untrusted').map(({ path }) => path)).toEqual([
      '/home/k/secret.txt',
      '/home/k/secret.txt',
      '/home/k/x.png',
    ]);
  });
});

test('without a prompt there is no empty message, and images wait for one', () => {
  const built = build({ 'system.md': 'S' }, { images: ['x.png'] });
  expect(built.document.messages.map(({ purpose }) => purpose)).not.toContain('prompt');
  expect(built.document.aside.map(({ id }) => id)).toEqual([
    'L1',
    'L2',
    'L3',
    'urls',
    'working',
    'history',
    'prompt',
    'image/x.png',
    'other/commit',
    'other/compaction',
    'other/reminder',
  ]);
});

test('the panel lists every item with its tier, n and reason', () => {
  const files = {
    'system.md': 'S',
    'a.py': 'a()',
    'history.jsonl': history,
    '.strata/tiers.json': state({ 'file:a.py': 'L1', 'symbol:a.py': 'L2', 'symbol:old.py': 'L2', 'history:0': 'L3' }),
    'new.py': '',
  };
  const rows = build(files, { files: ['a.py'] }, ['a.py', 'new.py']).panels?.tiers?.items ?? [];
  expect(rows.map(({ key, tier, n, threshold }) => `${key} ${tier} ${n}/${threshold}`)).toEqual([
    'system:prompt L0 12/null',
    'system:legend L0 12/null',
    'file:a.py L1 3/12',
    'symbol:a.py L2 3/9',
    'symbol:old.py L2 3/9',
    'history:0 L3 3/6',
    'history:1 active 0/null',
    'history:2 active 0/null',
    'history:3 active 0/null',
    'symbol:new.py active 0/3',
  ]);
  const why = (wanted: string) => rows.find(({ key }) => key === wanted)?.why;
  expect(why('symbol:a.py')).toBe(
    'not shown, the full file is; may rise after 9 turns unchanged, when the tier above is rewritten or empty',
  );
  expect(why('symbol:old.py')).toBe('no longer in the repository, the next turn drops it');
  expect(why('symbol:new.py')).toBe('0 of 3 turns unchanged');
  expect(why('history:1')).toBe('joins L3 when L3 is rewritten');
});

test.each([
  ['system', 'system.md', 'L0/system'],
  ['urls', 'urls.json', 'urls'],
  ['history', 'history.jsonl', 'history'],
])('%s that is there and was not read says so', (as, path, id) => {
  const { sources } = build({ 'a.py': 'a' });
  const lost = { as, path: `/home/k/ws/${path}`, why: 'too-large' as const };
  const { document } = tieredMessages.assemble({
    settings: {},
    manifest: {},
    facts: testFacts,
    sources: { ...sources, missing: [lost] },
  });
  expect(document.aside.find((each) => each.id === id)).toMatchObject({
    omission: { reason: 'source-broken', source: path, problem: 'it is too large to be read' },
  });
});

test('files of the repository that are too large for the symbol map are named', () => {
  const { sources } = build({ 'system.md': 'S', 'a.py': 'a' });
  const large = ['b.py', 'c.py', 'd.py', 'e.py'].map((path) => ({
    path,
    bytes: 3_000_000,
    excluded: 'too-large' as const,
  }));
  const { findings } = tieredMessages.assemble({
    settings: {},
    manifest: {},
    facts: testFacts,
    sources: { ...sources, repository: [{ path: 'a.png', bytes: 9, excluded: 'binary' }, ...large] },
  });
  expect(findings.flatMap(({ ruleId, message }) => (ruleId === 'repository-too-large' ? [message] : []))).toEqual([
    'Not in the symbol map, because too large to be read: b.py, c.py, d.py and 1 more',
  ]);
});
