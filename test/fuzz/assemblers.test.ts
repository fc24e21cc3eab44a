import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../shared/analysis/count/analyze';
import { findModel } from '../../shared/analysis/models';
import { lint } from '../../shared/analysis/lint';
import { architectures } from '../../shared/assemblers/registry';
import type { Architecture, Settings, SettingSpec, SettingValue } from '../../shared/assemblers/types';
import { checkDocument } from '../../shared/document/check';
import { layoutDocument } from '../../shared/document/layout';
import type { PromptDocument } from '../../shared/document/types';
import { leaves, nodeText, visit } from '../../shared/document/walk';
import { exportDocument } from '../../shared/exporters';
import { loadEncoding } from '../../shared/tokenizers/load';
import { assembleFiles, type Built } from '../support/assemble';
import { fixtures, type Fixture } from '../support/fixtures';
import { testFacts, workspaceOf, type MemoryFiles } from '../support/memory';
import { hangs, long, runs } from './runs';
import { hostileText, longTexts, mutated } from './texts';

const formats = ['text', 'markdown', 'messages', 'anthropic', 'openai-chat', 'document'] as const;
const encoding = await loadEncoding('o200k_base');
const noLimits = { minimum: null, markers: null, lookback: null };

function build({ architecture, settings, facts, symbols }: Fixture, files: MemoryFiles, more: Settings = {}): Built {
  return assembleFiles(architecture, files, { ...settings, ...more }, facts, symbols);
}

function expectSound(built: Built): void {
  const { document, findings, sourceTexts } = built;
  expect(checkDocument(document, sourceTexts)).toEqual([]);
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  for (const layout of layoutDocument(document))
    expect(layout.text).toBe(layout.leaves.map(({ start, end }) => layout.text.slice(start, end)).join(''));
  for (const { message, place } of findings) {
    expect(message).not.toBe('');
    const { start, end } = place?.span ?? { start: 0, end: 0 };
    const length = place === undefined ? 0 : (sourceTexts.get(place.source)?.length ?? end);
    expect(start <= end && end <= length, message).toBe(true);
  }
}

/** Checks that counting, linting and every export accept the document. */
function expectUsable({ document, findings }: Built): void {
  const analysis = analyze(document, findModel('gpt-5'), encoding);
  for (const format of formats) expect(typeof exportDocument(document, format, analysis).body).toBe('string');
  const text = exportDocument(document, 'text', analysis).body;
  for (const message of document.messages) expect(text).toContain(nodeText(message).trim());
  lint({ document, analysis, limits: noLimits }, { assemblerFindings: findings });
}

function textFiles({ files }: Fixture): readonly (readonly [string, string])[] {
  return [...files].flatMap(([path, value]) => (typeof value === 'string' ? [[path, value] as const] : []));
}

/** Changes one to three files of a fixture, or removes one. */
function changedFiles(fixture: Fixture): fc.Arbitrary<MemoryFiles> {
  const texts = textFiles(fixture);
  if (texts.length === 0) return fc.constant(fixture.files);
  const one = fc.constantFrom(...texts).chain(([path, text]) => fc.tuple(fc.constant(path), mutated(text)));
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .array(one, { minLength: 1, maxLength: 3 })
        .map((changes) => new Map([...fixture.files, ...changes])),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...texts)
        .map(([path]) => new Map([...fixture.files].filter(([each]) => each !== path))),
    },
  );
}

function valueOf({ kind, values = [] }: SettingSpec): fc.Arbitrary<SettingValue> {
  const text = fc.oneof(hostileText, fc.constantFrom('', ...values));
  switch (kind) {
    case 'toggle':
      return fc.boolean();
    case 'number':
      return fc.double({ noNaN: true });
    case 'list':
      return fc.array(text, { maxLength: 4 });
    case 'object':
    case 'textOrObject':
      return fc.oneof(
        kind === 'object' ? fc.constant({}) : text,
        fc.dictionary(
          fc.oneof(hostileText, fc.constantFrom('type', 'preset', 'append', '__proto__')),
          fc.oneof(
            text,
            fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
          ),
          { maxKeys: 4 },
        ),
      );
    default:
      return text;
  }
}

function settingsOf(specs: readonly SettingSpec[]): fc.Arbitrary<Settings> {
  return fc
    .array(specs.length === 0 ? fc.constant(undefined) : fc.constantFrom(...specs), { maxLength: 6 })
    .chain((chosen) =>
      fc
        .tuple(
          ...chosen.flatMap((spec) =>
            spec === undefined ? [] : [valueOf(spec).map((value) => [spec.name, value] as const)],
          ),
        )
        .map((entries) => Object.fromEntries(entries)),
    );
}

/** All text of a document, sent or not. */
function allText(document: PromptDocument): string {
  const texts: string[] = document.messages.map(nodeText);
  for (const tool of document.tools)
    texts.push(tool.name, tool.inputSchema, ...tool.description.map(({ value }) => value));
  const absent = (would: readonly { readonly value: string }[] | undefined): void => {
    texts.push(...(would ?? []).map(({ value }) => value));
  };
  visit(document, (node) => {
    if (node.type === 'omitted') absent(node.would);
  });
  for (const { would } of document.aside) absent(would);
  return texts.join('\n');
}

function shape(document: PromptDocument): string {
  const kinds: string[] = [];
  visit(document, (node) =>
    kinds.push(
      `${node.id} ${node.type} ${node.type === 'section' ? (node.note ?? '') : ''} ` +
        `${node.type === 'omitted' ? JSON.stringify(node.omission) : ''}`,
    ),
  );
  return kinds.join('\n');
}

/**
 * A word typed into verbatim text is in the prompt, or the document shows the difference: in its structure or its
 * findings.
 */
function expectNothingLost(fixture: Fixture, files: MemoryFiles, pick: number): void {
  const before = build(fixture, files);
  const origins = before.document.messages
    .flatMap(leaves)
    .flatMap(({ origin }) =>
      origin.kind === 'file' && origin.change === undefined && origin.span.end - origin.span.start > 2 ? [origin] : [],
    );
  const origin = origins[pick % Math.max(1, origins.length)];
  const file = before.sources.files.find(({ id }) => id === origin?.source);
  if (origin === undefined || file === undefined) return;
  const at = (origin.span.start + origin.span.end) >> 1;
  const after = build(fixture, new Map(files).set(file.path, `${file.text.slice(0, at)}Quxq${file.text.slice(at)}`));
  expectSound(after);
  const told =
    allText(after.document).includes('Quxq') ||
    shape(after.document) !== shape(before.document) ||
    JSON.stringify(after.findings) !== JSON.stringify(before.findings);
  expect(told, `a word typed at ${file.id}:${at} is nowhere, and nothing says so`).toBe(true);
}

const body = {
  model: 'm',
  system: [{ type: 'text', text: '# A\n<B>\nx\n</B>\n', cache_control: { type: 'ephemeral' } }],
  tools: [{ name: 't', description: 'd', input_schema: {} }],
  messages: [
    { role: 'user', content: 'Hello\nthere' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'x' },
        { type: 'tool_use', id: '1', name: 't', input: {} },
      ],
    },
  ],
};
const har = {
  log: {
    entries: [
      {
        request: { method: 'POST', url: 'https://example.org/v1', postData: { text: JSON.stringify(body) } },
        response: { content: { text: '{"usage":{"input_tokens":3}}' } },
      },
    ],
  },
};
const requests = {
  'a.request.json': JSON.stringify(body, null, 2),
  'b.har': JSON.stringify(har),
  'c.curl': `curl https://example.org -H 'x: y' \\\n  --data '${JSON.stringify(body)}'\n`,
  'd.requests.jsonl': [
    { request: body, response: {} },
    { custom_id: 'q', params: body },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
};

/** The fixtures of a design. A design without fixtures starts from captured requests. */
function startsOf(architecture: Architecture): readonly Fixture[] {
  const own = fixtures().filter((fixture) => fixture.architecture.id === architecture.id);
  if (own.length > 0) return own;
  return Object.entries(requests).map(([name, text]) => ({
    name,
    folder: '',
    architecture,
    settings: {},
    facts: testFacts,
    files: workspaceOf({ [name]: text }),
    symbols: undefined,
  }));
}

describe.each(architectures.map((architecture) => [architecture.id, architecture] as const))(
  '%s',
  (_, architecture) => {
    const own = startsOf(architecture);
    const anyFixture = fc.constantFrom(...own);

    it('assembles mutated files into a sound document', { timeout: hangs }, () => {
      fc.assert(
        fc.property(
          anyFixture.chain((fixture) => fc.tuple(fc.constant(fixture), changedFiles(fixture))),
          ([fixture, files]) => expectSound(build(fixture, files)),
        ),
        runs(250),
      );
      expect(Object.keys(Object.prototype)).toEqual([]);
    });

    it('can be counted, linted and exported whatever was in the files', { timeout: hangs }, () => {
      fc.assert(
        fc.property(
          anyFixture.chain((fixture) => fc.tuple(fc.constant(fixture), changedFiles(fixture))),
          ([fixture, files]) => expectUsable(build(fixture, files)),
        ),
        runs(40),
      );
    });

    it('loses no text', { timeout: hangs }, () => {
      fc.assert(
        fc.property(
          anyFixture.chain((fixture) => fc.tuple(fc.constant(fixture), changedFiles(fixture), fc.nat())),
          ([fixture, files, pick]) => expectNothingLost(fixture, files, pick),
        ),
        runs(80),
      );
    });

    it('takes any setting of the right kind', { timeout: hangs }, () => {
      fc.assert(
        fc.property(anyFixture, settingsOf(architecture.settings), (fixture, settings) =>
          expectSound(build(fixture, fixture.files, settings)),
        ),
        runs(100),
      );
    });

    it('assembles files of one thing repeated', { timeout: hangs }, () => {
      const largest = own.reduce((a, b) => (textFiles(b).length > textFiles(a).length ? b : a));
      for (const [index, text] of longTexts(long(3000)).entries()) {
        const wrapped =
          [
            text,
            `---\n${text}\n---\n${text}`,
            JSON.stringify({ name: text, messages: [{ role: 'user', content: text }] }),
          ][index % 3] ?? text;
        expectSound(
          build(
            largest,
            new Map([...largest.files].map(([path, value]) => [path, typeof value === 'string' ? wrapped : value])),
          ),
        );
      }
    });
  },
);
