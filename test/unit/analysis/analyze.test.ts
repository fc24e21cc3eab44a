import { describe, expect, it } from 'vitest';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel, models } from '../../../shared/analysis/models';
import { ownCount } from '../../../shared/analysis/count/own-count';
import type { TokenCount } from '../../../shared/analysis/types';
import { frame, image, message, nodeId, omitted, section, tool } from '../../../shared/document/builders';
import { writeJson } from '../../../shared/document/json-text';
import type { NodeId, PromptDocument, PromptMessage, PromptNode } from '../../../shared/document/types';
import { nodeText } from '../../../shared/document/walk';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { assembleFiles } from '../../support/assemble';
import { fixtures } from '../../support/fixtures';
import { sampleDocument } from '../../support/sample-document';

const ends = ['tokens', 'low', 'high'] as const;
const documents = fixtures().map(
  (fixture) =>
    [
      fixture.name,
      assembleFiles(fixture.architecture, fixture.files, fixture.settings, fixture.facts, fixture.symbols).document,
    ] as const,
);

function documentOf(messages: readonly PromptMessage[], tools: PromptDocument['tools'] = []): PromptDocument {
  return sampleDocument({
    tools,
    messages,
  });
}

function checkSums(document: PromptDocument, analysis: ReturnType<typeof analyze>): void {
  const { tokens, total, overhead, overheads = [], cacheable } = analysis;
  const of = (id: NodeId): TokenCount => {
    const count = tokens[id];
    if (count === undefined) throw new Error(`${id} was not counted`);
    return count;
  };
  for (const end of ends) {
    expect(total[end]).toBe(
      [...document.tools, ...document.messages].reduce((sum, node) => sum + of(node.id)[end], overhead[end]),
    );
    expect(overhead[end]).toBe(overheads.reduce((sum, { count }) => sum + count[end], 0));
    expect(cacheable[end]).toBeLessThanOrEqual(total[end]);
  }
  for (const count of [...Object.values(tokens), total, overhead, cacheable]) {
    expect(count.low).toBeGreaterThanOrEqual(0);
    expect(count.tokens).toBeGreaterThanOrEqual(count.low);
    expect(count.high).toBeGreaterThanOrEqual(count.tokens);
    expect(count.method === 'exact' && count.low !== count.high).toBe(false);
    expect(Number.isInteger(count.tokens) && Number.isInteger(count.low) && Number.isInteger(count.high)).toBe(true);
  }
  const check = (node: PromptMessage | PromptNode): void => {
    if (node.type !== 'section' && node.type !== 'message') return;
    const own = ownCount(node, of);
    const parts = node.children.flatMap((child) =>
      child.type === 'section' || child.type === 'image' ? [of(child.id)] : [],
    );
    if (own !== undefined) checkOwn(own, parts, of(node.id));
    node.children.forEach(check);
  };
  document.messages.forEach(check);
}

function checkOwn(own: TokenCount, parts: readonly TokenCount[], whole: TokenCount): void {
  for (const end of ends) {
    expect(own[end]).toBeGreaterThanOrEqual(0);
    expect(own[end] + parts.reduce((sum, part) => sum + part[end], 0)).toBe(whole[end]);
  }
  expect(own.tokens).toBeGreaterThanOrEqual(own.low);
  expect(own.high).toBeGreaterThanOrEqual(own.tokens);
}

/** One model for each way of counting. */
const differentModels = [
  ...new Map(models.map(({ id, count, overhead, image }) => [JSON.stringify([count, overhead, image]), id])).values(),
];

describe.each([...differentModels, 'some-unknown-model'])('counts for %s', (id) => {
  it('add up in every fixture, at both ends of the interval too', async () => {
    const model = findModel(id);
    const encoding = await loadEncoding(model.count.vocabulary);
    for (const [, document] of documents) {
      const analysis = analyze(document, model, encoding);
      checkSums(document, analysis);
      const plain = document.messages.filter((each) => !JSON.stringify(each).includes('"image"'));
      const exact = model.count.method === 'exact' ? plain : [];
      for (const each of exact) expect(analysis.tokens[each.id]?.tokens).toBe(encoding.count(nodeText(each)));
    }
  });
});

describe('a count', () => {
  const system = message(nodeId('system'), 'system', 'L0', 'system', [
    section(nodeId('system', 'a'), 'A', 'L0', [
      frame('You are a helpful har'),
      section(nodeId('system', 'a', 'b'), 'B', 'L0', [frame('bour pilot.')]),
    ]),
    frame('\n\n'),
    omitted(nodeId('system', 'c'), 'C', 'L1', { reason: 'condition-false', condition: 'never' }, [
      frame('what it would say'),
    ]),
    section(nodeId('system', 'd'), 'D', 'active', [frame('It is noon.')]),
  ]);
  const lookup = tool(
    nodeId('tool', 'lookup'),
    'lookup',
    'L0',
    [frame('Looks up a ship')],
    writeJson({ type: 'object', properties: { name: { type: 'string' } } }),
  );
  const encoding = loadEncoding('o200k_base');

  it('counts a token across a border in the section of its first character', async () => {
    const { tokens } = analyze(documentOf([system]), findModel('gpt-5'), await encoding);
    const whole = (await encoding).encode(nodeText(system));
    const border = 'You are a helpful har'.length;
    expect(tokens[nodeId('system', 'a', 'b')]?.tokens).toBe(
      whole.tokensBefore('You are a helpful harbour pilot.'.length) - whole.tokensBefore(border),
    );
    expect(whole.tokensBefore(border)).toBe((await encoding).count('You are a helpful har'));
  });

  it('says what an omitted section would cost, and adds it to no total', async () => {
    const analysis = analyze(documentOf([system]), findModel('gpt-5'), await encoding);
    expect(analysis.tokens[nodeId('system', 'c')]?.tokens).toBe((await encoding).count('what it would say'));
    checkSums(documentOf([system]), analysis);
  });

  it('ends the cacheable part at the first active text', async () => {
    const { cacheable } = analyze(documentOf([system]), findModel('gpt-5'), await encoding);
    expect(cacheable.tokens).toBe(
      (await encoding).encode(nodeText(system)).tokensBefore('You are a helpful harbour pilot.\n\n'.length),
    );
  });

  it('includes the tool preamble once, however many tools there are', async () => {
    const model = findModel('claude-opus-4-7');
    const tools = Array.from({ length: 5 }, (_, index) => ({ ...lookup, id: nodeId('tool', String(index)) }));
    const { overheads = [], total } = analyze(documentOf([system], tools), model, await encoding);
    expect(
      overheads.map(({ name, count }) => [name, count.low, count.tokens, count.high, count.method, count.encoding]),
    ).toEqual([
      ['request framing', 2, 3, 4, 'estimated', 'request framing, our own estimate'],
      ['role markers', 3, 4, 5, 'estimated', 'role markers, our own estimate'],
      ['tool preamble', 675, 675, 675, 'formula', 'tool preamble, as published'],
    ]);
    const newest = analyze(documentOf([system], tools), findModel('claude-fable-5-1'), await encoding);
    expect(newest.overheads?.at(-1)?.count).toMatchObject({
      low: 264,
      tokens: 286,
      high: 804,
      method: 'estimated',
      encoding: 'tool preamble, our own estimate',
    });
    expect(total.method).toBe('estimated');
    expect(analyze(documentOf([system]), model, await encoding).overheads?.map(({ name }) => name)).toEqual([
      'request framing',
      'role markers',
    ]);
  });

  it('of a tool is never exact, and an exact text with framing is not exact as a whole', async () => {
    const analysis = analyze(documentOf([system], [lookup]), findModel('gpt-5'), await encoding);
    expect(analysis.tokens[lookup.id]?.method).toBe('estimated');
    expect(analysis.tokens[system.id]?.method).toBe('exact');
    expect(analysis.total.method).toBe('estimated');
    expect(analyze(documentOf([system]), findModel('gpt-5'), await encoding)).toMatchObject({
      method: 'exact',
      total: { method: 'estimated' },
      overhead: { method: 'estimated', encoding: 'request framing, our own estimate' },
    });
  });

  it('of an image uses pixels where that is published, otherwise an estimate that names its source', async () => {
    const picture = image(nodeId('p', 'i'), 'image/png', 'QQ==', { width: 1500, height: 1000 });
    const unknown = image(nodeId('p', 'j'), 'image/png', 'QQ==');
    const asked = message(nodeId('p'), 'user', 'active', 'prompt', [frame('What is this?'), picture, unknown]);
    const analysis = analyze(documentOf([asked]), findModel('claude-sonnet-4-5'), await encoding);
    expect(analysis.tokens[picture.id]).toEqual({
      tokens: 1600,
      low: 1360,
      high: 1840,
      method: 'estimated',
      encoding: 'image, our own estimate',
    });
    const small = image(nodeId('p', 'k'), 'image/png', 'QQ==', { width: 300, height: 250 });
    const shown = message(nodeId('p'), 'user', 'active', 'prompt', [small]);
    expect(analyze(documentOf([shown]), findModel('claude-sonnet-4-5'), await encoding).tokens[small.id]).toEqual({
      tokens: 100,
      low: 100,
      high: 100,
      method: 'formula',
      encoding: 'image, pixels ÷ 750',
    });
    expect(analyze(documentOf([shown]), findModel('4-characters'), await encoding).tokens[small.id]).toMatchObject({
      tokens: 1000,
      method: 'formula',
      encoding: 'image, by the rule of thumb',
    });
    expect(analysis.tokens[unknown.id]).toMatchObject({ low: 1, high: 1600 });
    checkSums(documentOf([asked]), analysis);
    expect(analyze(documentOf([asked]), findModel('gpt-5'), await encoding).tokens[asked.id]?.method).toBe('estimated');
  });
});

describe('models', () => {
  it('say how they are counted', () => {
    expect(findModel('gpt-5').count.method).toBe('exact');
    expect(findModel('gpt-6-sol').count.method).toBe('assumed');
    expect(findModel('claude-sonnet-4-5-20250929').id).toBe('claude-sonnet-4-5');
    expect(findModel('claude-sonnet-4-5').count.method).toBe('estimated');
    expect(findModel('4-characters')).toMatchObject({
      label: '4 characters a token',
      count: { method: 'formula', label: '4 characters a token, a rule of thumb' },
    });
    expect(findModel('gpt-5-turbo-x')).toMatchObject({
      provider: 'unknown',
      contextWindow: null,
      count: { method: 'estimated' },
    });
  });
});

describe('an edit of one section', () => {
  const words =
    'The pilot boards at the outer buoy when the wind is below fifteen metres a second and the tide is rising. '.repeat(
      9,
    );
  const part = (name: string, length: number): PromptNode =>
    section(nodeId('system', name), name, 'L0', [
      frame(`<${name}>\n`),
      frame(words.slice(0, length)),
      frame(`\n</${name}>\n`),
    ]);
  const built = (length: number): PromptDocument =>
    documentOf([
      message(nodeId('system'), 'system', 'L0', 'system', [
        part('first', length),
        ...[13, 57, 101, 240, 333].map((each) => part(`after-${each}`, each)),
      ]),
    ]);

  it.each(differentModels)('changes no other count, counted for %s', async (id) => {
    const model = findModel(id);
    const encoding = await loadEncoding(model.count.vocabulary);
    const others = (length: number): readonly unknown[] =>
      Object.entries(analyze(built(length), model, encoding).tokens).filter(([name]) => name.includes('after-'));
    for (let length = 5; length < 60; length += 1) expect(others(length)).toEqual(others(4));
  });
});
