import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declared } from '../../../../shared/assemblers/declared';
import { strataSchema } from '../../../../shared/assemblers/declared/layout/manifest-schema';
import { readManifest } from '../../../../shared/assemblers/manifest';
import { specsOf } from '../../../../shared/assemblers/settings';
import type { Settings } from '../../../../shared/assemblers/types';
import { sourceId } from '../../../../shared/document/builders';
import { leaves } from '../../../../shared/document/walk';
import { assembleWorkspace, type Built } from '../../../support/assemble';

interface LayoutParts {
  readonly settings?: readonly object[];
  readonly sources?: Readonly<Record<string, object>>;
  readonly sections: readonly object[];
}

function build(
  { settings = [], sources = {}, sections }: LayoutParts,
  files: Readonly<Record<string, string>> = {},
  chosen: Settings = {},
): Built {
  const layout = { settings, sources, messages: [{ role: 'system', sections }] };
  return assembleWorkspace(declared, { ...files, 'strata.json': JSON.stringify({ declared: layout }) }, chosen);
}

describe('sources', () => {
  it('reads the same file as JSON, YAML, lines and paragraphs', () => {
    const files = { 'a.json': '{"x":{"y":["one","two"]}}', 'b.yaml': 'x: {y: 3}', 'c.txt': 'one\n\ntwo\nthree\n' };
    const sources = {
      json: { kind: 'file', path: 'a.json', read: 'json' },
      yaml: { kind: 'file', path: 'b.yaml', read: 'yaml' },
      lines: { kind: 'file', path: 'c.txt', read: 'lines', separator: '|' },
      paragraphs: { kind: 'file', path: 'c.txt', read: 'paragraphs', separator: '|' },
      items: { kind: 'ref', of: 'json', path: ['x', 'y'], separator: '+' },
    };
    expect(
      build({ sources, sections: [{ id: 'a', template: '{{items}} {{yaml.x.y}} {{lines}} {{paragraphs}}' }] }, files)
        .text,
    ).toBe('one+two 3 one|two|three one|two\nthree');
  });

  it('finds files above the folder, and another file by what a file says', () => {
    const files = { 'pointer.txt': 'told.md', 'told.md': 'Told.', '/home/k/RULES.md': 'Outer.', 'RULES.md': 'Inner.' };
    const sources = {
      pointer: { kind: 'file', path: 'pointer.txt' },
      told: { kind: 'file', path: '{{pointer}}' },
      rules: { kind: 'ancestors', names: ['RULES.md'], order: 'outermost', separator: ' ' },
    };
    expect(build({ sources, sections: [{ id: 'a', template: '{{told}} {{rules}}' }] }, files).text).toBe(
      'Told. Outer. Inner.',
    );
  });

  it('takes the first existing source and shows the losers', () => {
    const sources = {
      soul: {
        kind: 'first',
        of: [
          { kind: 'file', path: 'b.md' },
          { kind: 'file', path: 'a.md' },
        ],
      },
    };
    const built = build({ sources, sections: [{ id: 'soul', source: 'soul' }] }, { 'a.md': 'A', 'b.md': 'B' });
    expect(built.text).toBe('B');
    expect(built.document.messages[0]?.children[1]).toMatchObject({
      type: 'omitted',
      omission: { reason: 'overridden', by: 'b.md' },
    });
  });

  it('reports everything it looked for if nothing is there', () => {
    const sources = {
      soul: {
        kind: 'first',
        of: [
          { kind: 'file', path: 'b.md' },
          { kind: 'file', path: 'a.md' },
        ],
      },
    };
    const built = build({ sources, sections: [{ id: 'soul', source: 'soul' }] });
    expect(built.document.aside[0]).toMatchObject({ id: 'system' });
    expect(built.text).toBe('');
  });
});

describe('modifiers', () => {
  it('cuts at a line end and says both sizes', () => {
    const source = {
      kind: 'file',
      path: 'a.md',
      limit: { characters: 9, at: 'line', marker: ' [{{shown}} of {{total}}]' },
    };
    const built = build({ sections: [{ id: 'a', source }] }, { 'a.md': 'first\nsecond line\n' });
    expect(built.text).toBe('first [5 of 18]');
    expect(built.findings).toMatchObject([{ ruleId: 'truncated', place: { source: 'a.md', span: { start: 5 } } }]);
    expect(built.document.messages[0]?.children[0]).toMatchObject({ note: 'truncated' });
  });

  it('replaces known variables and leaves unknown ones, with a warning at their place', () => {
    const source = { kind: 'file', path: 'a.md', substitute: { who: '{{setting.who}}' } };
    const built = build(
      { settings: [{ name: 'who', kind: 'text', default: 'Bo' }], sections: [{ id: 'a', source }] },
      { 'a.md': 'Hi {{who}}, {{what}}.' },
    );
    expect(built.text).toBe('Hi Bo, {{what}}.');
    expect(built.findings).toMatchObject([
      { severity: 'warning', ruleId: 'unresolved-variable', place: { source: 'a.md', span: { start: 12, end: 20 } } },
    ]);
  });
});

describe('conditions', () => {
  const when = (condition: object, files: Readonly<Record<string, string>> = {}, chosen: Settings = {}): boolean =>
    build(
      {
        settings: [
          { name: 'mode', kind: 'text', default: 'a' },
          { name: 'on', kind: 'toggle' },
        ],
        sources: { conf: { kind: 'file', path: 'conf.json', read: 'json' } },
        sections: [{ id: 'a', when: condition, template: 'x' }],
      },
      files,
      chosen,
    ).text === 'x';

  it.each([
    [{ setting: 'mode', is: 'a' }, true],
    [{ setting: 'mode', in: ['b', 'c'] }, false],
    [{ setting: 'on' }, false],
    [{ setting: 'mode' }, true],
    [{ present: 'conf' }, true],
    [{ present: 'conf.none' }, false],
    [{ source: 'conf.flag', is: true }, true],
    [{ source: 'conf.count', is: 3 }, true],
    [{ source: 'conf.count', is: '3' }, true],
    [{ source: 'conf.list', contains: ['y'] }, true],
    [{ source: 'conf.map', contains: ['k'] }, true],
    [{ source: 'conf.list', contains: ['z'] }, false],
    [{ source: 'conf.word', startsWith: 'tele' }, false],
    [{ source: 'conf.word', startsWith: 'tele', ignoreCase: true }, true],
    [{ all: [] }, true],
    [{ any: [] }, false],
    [{ not: { all: [{ setting: 'mode', is: 'a' }, { present: 'conf' }] } }, false],
  ])('%j is %s', (condition, expected) => {
    expect(
      when(condition, { 'conf.json': '{"flag":true,"count":3,"list":["x","y"],"map":{"k":1},"word":"Telegram"}' }),
    ).toBe(expected);
  });
});

describe('settings', () => {
  it('become specs and controls with the choices of the files', () => {
    const declaredSettings = [
      {
        name: 'who',
        label: 'Who',
        kind: 'choice',
        choices: { from: 'people', value: '@stem', label: 'name' },
        shows: 'person.@stem',
      },
    ];
    const sources = {
      people: { kind: 'glob', pattern: 'people/*.md', read: 'front-matter' },
      person: { kind: 'pick', from: 'people', by: '@stem', equals: 'setting.who', otherwise: 'first' },
    };
    const built = build(
      { settings: declaredSettings, sources, sections: [{ id: 'p', source: 'person' }] },
      { 'people/b.md': 'B', 'people/a.md': '---\nname: Ann\n---\nA' },
    );
    expect(built.text).toBe('A');
    expect(built.controls).toEqual([
      {
        name: 'who',
        value: 'a',
        isDefault: true,
        choices: [
          { value: 'a', label: 'Ann (a)' },
          { value: 'b', label: 'b' },
        ],
        from: 'person.@stem',
      },
    ]);
    expect(specsOf(declared, { extra: { declared: { settings: [{ name: 'who', kind: 'text' }, 5] } } })).toEqual([
      { name: 'who', label: 'who', kind: 'text', help: '' },
    ]);
  });
});

it('names entries by their template, file or number', () => {
  const names = (section: object) => {
    const [made] =
      build({ sections: [{ id: 'a', ...section }] }, { 'n/x.md': 'one\n\ntwo' }).document.messages[0]?.children ?? [];
    return made?.type === 'section'
      ? made.children.flatMap((child) => (child.type === 'section' ? [child.name] : []))
      : [];
  };
  expect(names({ each: { kind: 'glob', pattern: 'n/*.md' } })).toEqual(['n/x.md']);
  expect(names({ each: { kind: 'glob', pattern: 'n/*.md', read: 'paragraphs' } })).toEqual(['1', '2']);
  expect(
    names({ each: { kind: 'glob', pattern: 'n/*.md', read: 'lines' }, itemName: '{{item.@stem}} {{item.@number}}' }),
  ).toEqual(['x 1', 'x 2']);
});

it('traces literal text to its place in strata.json', () => {
  const built = build({ sections: [{ id: 'a', template: 'Line one\nline two {{fact.shell}}' }] });
  const message = built.document.messages[0];
  if (message === undefined) throw new Error('no message');
  expect(leaves(message).map(({ origin }) => origin.kind)).toEqual(['file', 'file', 'file', 'environment']);
  expect(leaves(message).map(({ value }) => value)).toEqual(['Line one', '\n', 'line two ', '/bin/bash']);
});

it('has nothing to build without a layout', () => {
  expect(assembleWorkspace(declared, { 'strata.json': '{}' })).toMatchObject({
    usable: false,
    findings: [{ ruleId: 'layout' }],
  });
  expect(assembleWorkspace(declared, {})).toMatchObject({ usable: false });
});

it('describes no key of strata.json that its reader does not know', () => {
  const properties = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(strataSchema()).properties;
  const manifest = JSON.stringify(Object.fromEntries(Object.keys(properties).map((name) => [name, 'x'])));
  const { findings } = readManifest({
    id: sourceId('strata.json'),
    path: '/strata.json',
    as: 'manifest',
    text: manifest,
  });
  expect(findings.filter(({ message }) => message.startsWith('Unknown key'))).toEqual([]);
});

it('publishes the schema of strata.json', () => {
  const path = join(import.meta.dirname, '../../../../build/schemas/strata.schema.json');
  const current = `${JSON.stringify(strataSchema(), null, 2)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(path, current);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
});
