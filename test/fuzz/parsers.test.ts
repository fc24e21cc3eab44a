import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manifestName, readManifest } from '../../shared/assemblers/manifest';
import { parseExpression } from '../../shared/assemblers/part-catalog/catalog/expression';
import { parsePartFile } from '../../shared/assemblers/part-catalog/catalog/part-file';
import { readBodies } from '../../shared/requests/bodies';
import { readMemories, readTasks, readThread } from '../../shared/assemblers/tagged-sections/state-files';
import { readHistory } from '../../shared/assemblers/tiered-messages/input/history';
import { readState, stateText } from '../../shared/assemblers/tiered-messages/input/state-file';
import { readUrls } from '../../shared/assemblers/tiered-messages/input/urls';
import { shippedPacks } from '../../shared/cache/packs/packs';
import { parseUsage } from '../../shared/cache/usage/usage';
import { readUserPacks } from '../../shared/cache/packs/user-packs';
import { sourceId } from '../../shared/document/builders';
import { configValue, type ConfigNode } from '../../shared/sources/config/config-node';
import type { Finding } from '../../shared/sources/findings';
import { findFrontMatter, parseFrontMatter } from '../../shared/sources/config/front-matter';
import { parseJson } from '../../shared/sources/config/json';
import { parseJsonLines } from '../../shared/sources/config/json-lines';
import { isBlankText } from '../../shared/sources/text/white-space';
import { ropeText, type Rope } from '../../shared/sources/text/rope';
import { findSecrets, maskSecrets } from '../../shared/sources/secrets/secrets';
import type { SourceFile } from '../../shared/sources/types';
import { parseYaml } from '../../shared/sources/config/yaml';
import { fixtures } from '../support/fixtures';
import { hangs, long, runs } from './runs';
import { hostileText, longTexts, mutated } from './texts';

const fixtureTexts = [
  ...new Set(fixtures().flatMap(({ files }) => [...files.values()].filter((value) => typeof value === 'string'))),
];

function fileOf(text: string, path = 'a.json'): SourceFile {
  return { id: sourceId(path), path: `/w/${path}`, as: 'x', text };
}

function expectFindings(findings: readonly Finding[], text: string): void {
  for (const { message, place } of findings) {
    expect(message).not.toBe('');
    if (place === undefined) continue;
    const { start, end } = place.span;
    expect(start <= end && start >= 0 && end <= text.length, `${message} at ${start}..${end} of ${text.length}`).toBe(
      true,
    );
  }
}

function expectRope(rope: Rope, text: string): void {
  for (const { value, origin } of rope) {
    expect(value).not.toBe('');
    if (origin.kind === 'file' && origin.change === undefined)
      expect(value).toBe(text.slice(origin.span.start, origin.span.end));
  }
}

/** Checks that every string is the text of its rope, and that every verbatim leaf is in the file. */
function expectNode(node: ConfigNode | undefined, text: string): void {
  if (node === undefined) return;
  expect(node.span.start <= node.span.end && node.span.end <= text.length).toBe(true);
  if (node.kind === 'object') for (const { value } of node.entries) expectNode(value, text);
  if (node.kind === 'array') for (const item of node.items) expectNode(item, text);
  if (node.kind !== 'string') return;
  expect(ropeText(node.rope)).toBe(node.value);
  expectRope(node.rope, text);
}

function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

type Check = (text: string) => void;

const parsers: Readonly<Record<string, Check>> = {
  JSON(text) {
    const { root, findings } = parseJson(fileOf(text));
    expectFindings(findings, text);
    expectNode(root, text);
    const standard = jsonOf(text);
    if (findings.length > 0 || root === undefined)
      expect(standard === undefined || /levels deep/.test(findings[0]?.message ?? '')).toBe(true);
    else if (standard !== undefined) expect(JSON.stringify(configValue(root))).toBe(JSON.stringify(standard.value));
  },
  'JSON Lines'(text) {
    const lines = parseJsonLines(fileOf(text, 'a.jsonl'));
    for (const { root, findings } of lines) {
      expectFindings(findings, text);
      expectNode(root, text);
    }
    expect(lines.map(({ span }) => text.slice(span.start, span.end).trim()).join('\n')).toBe(
      text
        .split('\n')
        .filter((line) => !isBlankText(line))
        .map((line) => line.trim())
        .join('\n'),
    );
  },
  YAML(text) {
    const { root, findings } = parseYaml(fileOf(text, 'a.yaml'));
    expectFindings(findings, text);
    expectNode(root, text);
  },
  'front matter'(text) {
    const { data, body, findings } = parseFrontMatter(fileOf(text, 'a.md'));
    expectFindings(findings, text);
    expectNode(data, text);
    expectRope(body, text);
    expect(text.slice(0, findFrontMatter(text)?.bodyStart ?? 0) + ropeText(body)).toBe(text);
  },
  manifest(text) {
    const { value, findings, root } = readManifest(fileOf(text, manifestName));
    expectFindings(findings, text);
    expectNode(root, text);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  },
  memories(text) {
    const { memories, findings } = readMemories(fileOf(text));
    expectFindings(findings, text);
    for (const rope of 'items' in memories ? memories.items : []) expectRope(rope, text);
  },
  tasks(text) {
    const { tasks, findings } = readTasks(fileOf(text));
    expectFindings(findings, text);
    for (const { task } of tasks)
      for (const rope of [task.id, task.title, task.description, task.status, ...task.steps.map((step) => step.title)])
        expectRope(rope, text);
  },
  thread(text) {
    expectFindings(readThread(fileOf(text, 't.jsonl')).findings, text);
  },
  history(text) {
    const { entries, left, findings } = readHistory(fileOf(text, 'history.jsonl'));
    expectFindings(findings, text);
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '').length;
    expect(entries.length + left.length).toBe(lines);
  },
  'URL list'(text) {
    expectFindings(readUrls(fileOf(text)).findings, text);
  },
  'tier state'(text) {
    const { state, placeOf, findings } = readState(fileOf(text));
    expectFindings(findings, text);
    if (state === undefined) return;
    const again = readState(fileOf(stateText(state)));
    expect(again.state).toEqual(state);
    for (const key of Object.keys(state.items)) expect(placeOf(key)).toBeDefined();
  },
  'catalogue part'(text) {
    const { header, bodyStart, findings } = parsePartFile(fileOf(text, 'part.md'));
    expectFindings(findings, text);
    expectNode(header, text);
    expect(bodyStart <= text.length).toBe(true);
  },
  expression(text) {
    const tree = parseExpression(text, 0, text.length);
    expect(tree === undefined || typeof tree.type === 'string').toBe(true);
  },
  'request file'(text) {
    for (const path of ['request.json', 'log.jsonl', 'a.har', 'a.sh']) {
      const { bodies, findings } = readBodies(fileOf(text, path));
      expectFindings(findings, text);
      expect(bodies.length + findings.length).toBeGreaterThan(0);
    }
  },
  usage(text) {
    const { usage, findings } = parseUsage(text);
    expect((usage === undefined) === findings.some(({ severity }) => severity === 'error')).toBe(true);
    for (const count of usage === undefined
      ? []
      : [usage.read, usage.written, usage.uncached, usage.context, usage.output]) {
      expect(count === null || (Number.isInteger(count) && count >= 0), `${count} in ${text}`).toBe(true);
    }
  },
  'rule pack'(text) {
    const { packs, findings } = readUserPacks(shippedPacks, [fileOf(text)]);
    expectFindings(findings, text);
    expect(packs.length).toBeGreaterThanOrEqual(shippedPacks.length);
  },
  secrets(text) {
    const found = findSecrets(text);
    const masked = maskSecrets(text).text;
    expect(masked.length).toBe(text.length);
    expect(masked.split('\n').length).toBe(text.split('\n').length);
    for (const { start, end } of found) expect(start < end && end <= text.length).toBe(true);
  },
};

/** Objects with the names that the JSON readers know, mostly with unexpected values. */
const names = [
  'usage',
  'response',
  'message',
  'input_tokens',
  'cache_read_input_tokens',
  'prompt_tokens',
  'prompt_tokens_details',
  'cached_tokens',
  'promptTokenCount',
  'cachedContentTokenCount',
  'inputTokens',
]
  .concat([
    'messages',
    'role',
    'content',
    'system',
    'tools',
    'input',
    'contents',
    'parts',
    'type',
    'text',
    'name',
    'description',
    'input_schema',
    'log',
    'entries',
    'request',
    'postData',
    'method',
    'body',
    'params',
  ])
  .concat([
    'version',
    'turn',
    'items',
    'moves',
    'tier',
    'n',
    'hash',
    'tokens',
    'key',
    'file:a',
    'settings',
    'tiered',
    'now',
    'timeZone',
    'tasks',
    'steps',
    'title',
    'id',
    'provider',
    'models',
    '__proto__',
    'constructor',
  ]);
const values: readonly unknown[] = [
  0,
  7,
  -1,
  1.5,
  1e300,
  '',
  'text',
  'user',
  'assistant',
  'image',
  'POST',
  'L1',
  'anthropic',
  '{"messages":[]}',
  null,
  true,
  '2026-02-25T12:30:00Z',
];
const shaped = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom(...values),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 6 })
        .map((entries) => Object.fromEntries(entries)),
    ),
  }))
  .value.map((value) => JSON.stringify(value));

const nested = ['response', 'message', 'request', 'body', 'a']
  .map((name) => `{"${name}":`.repeat(20_000) + '{"messages":[]}' + '}'.repeat(20_000))
  .concat(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);

describe.each(Object.entries(parsers))('%s', (_, check) => {
  it('reads random texts and the mutated texts of the fixtures', { timeout: hangs }, () => {
    fc.assert(fc.property(hostileText, check), runs(150));
    fc.assert(fc.property(shaped, check), runs(150));
    fc.assert(fc.property(fc.constantFrom(...fixtureTexts).chain(mutated), check), runs(200));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('reads one thing repeated', { timeout: hangs }, () => {
    for (const text of [...longTexts(long(10_000)), ...nested])
      expect(() => check(text), text.slice(0, 20)).not.toThrow();
  });
});
