import { describe, expect, it } from 'vitest';
import { changedNodes } from '../../../../../renderer/model/compare/changed';
import { PromptText } from '../../../../../renderer/model/prompt/prompt-text';
import type { Row } from '../../../../../renderer/model/sections/row';
import { sectionRows } from '../../../../../renderer/model/sections/rows';
import { drawnBands, planRuler, rulerTicks, type Band } from '../../../../../renderer/model/sections/ruler';
import { visibleRows } from '../../../../../renderer/model/sections/visible-rows';
import { tierRuns } from '../../../../../renderer/monaco/prompt/decorations';
import type { Analysis, TokenCount } from '../../../../../shared/analysis/types';
import { frame, message, nodeId, omitted, section, sourceId, text } from '../../../../../shared/document/builders';
import type { PromptDocument, PromptMessage } from '../../../../../shared/document/types';
import { nodeText } from '../../../../../shared/document/walk';
import { requestDocument } from '../../../../support/request-document';
import { sampleDocument } from '../../../../support/sample-document';

const file = sourceId('a.md');
const id = (name: string) => nodeId('system', name);

function documentOf(first: string): PromptDocument {
  const inner = section(id('B/inner'), 'inner', 'L1', [
    text('inner text', { kind: 'file', source: file, span: { start: 20, end: 30 } }),
  ]);
  const messages: readonly PromptMessage[] = [
    message(nodeId('system'), 'system', 'L0', 'system', [
      section(id('A'), 'A', 'L0', [
        frame('<A>'),
        text(first, { kind: 'file', source: file, span: { start: 0, end: first.length } }),
        frame('</A>'),
      ]),
      frame('\n\n'),
      omitted(id('gone'), 'gone', 'L2', { reason: 'condition-false', condition: 'a channel' }),
      section(id('B'), 'B', 'L1', [frame('<B>\r\n'), inner, frame('\r\n</B>')]),
    ]),
  ];
  return sampleDocument({
    messages,
  });
}

const count = (tokens: number): TokenCount => ({
  tokens,
  low: tokens,
  high: tokens,
  method: 'exact',
  encoding: 'test',
});
const analysis: Analysis = {
  model: { id: 'm', label: 'M', provider: 'p', contextWindow: 100 },
  method: 'exact',
  tokens: {
    [nodeId('system')]: count(40),
    [id('A')]: count(20),
    [id('B')]: count(17),
    [id('B/inner')]: count(10),
    [id('gone')]: count(8),
  },
  overhead: count(5),
  total: count(45),
  cacheable: count(40),
};

const present = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + (row.kind === 'omitted' ? 0 : (row.count?.tokens ?? 0)), 0);

describe('section rows', () => {
  const rows = sectionRows(documentOf('hello'), analysis);

  it('add up to the total, at the top and inside', () => {
    expect(present(rows)).toBe(45);
    const b = rows.find((row) => row.name === 'B');
    expect(present(b?.children ?? [])).toBe(17);
  });

  it('keep what is omitted in its place, with its reason and cost', () => {
    expect(rows.map((row) => row.name)).toEqual(['A', 'gone', 'B', 'framing', 'request overhead']);
    expect(rows[1]).toMatchObject({ kind: 'omitted', detail: 'sent only when a channel', count: { tokens: 8 } });
  });

  it('stay the same objects where nothing about them changed, however the document came to be', () => {
    const again = sectionRows(documentOf('hello'), analysis, '', rows);
    expect(again).toBe(rows);
    const next = sectionRows(
      documentOf('hello'),
      { ...analysis, tokens: { ...analysis.tokens, [id('B/inner')]: count(11) } },
      '',
      rows,
    );
    expect(next).toEqual(
      sectionRows(documentOf('hello'), { ...analysis, tokens: { ...analysis.tokens, [id('B/inner')]: count(11) } }),
    );
    expect(next.map((row, index) => row === rows[index])).toEqual([true, true, false, true, true]);
  });

  it('of one document follow its counts and the folder it is shown in', () => {
    const plain = section(id('A'), '/home/x/a.md', 'L0', [frame('text')]);
    const document: PromptDocument = {
      ...documentOf(''),
      messages: [message(nodeId('system'), 'system', 'L0', 'system', [plain])],
    };
    const shown = (tokens: number, workspace: string): readonly (readonly [string, number | undefined])[] =>
      sectionRows(
        document,
        { ...analysis, tokens: { [nodeId('system')]: count(tokens), [id('A')]: count(tokens) }, overhead: count(0) },
        workspace,
      ).map((row) => [row.name, row.count?.tokens]);
    expect([shown(20, '/home/x'), shown(21, '/home/x'), shown(21, '/home'), shown(21, '')]).toEqual([
      [['a.md', 20]],
      [['a.md', 21]],
      [['x/a.md', 21]],
      [['/home/x/a.md', 21]],
    ]);
  });

  it('are filtered, keeping the parents of a match', () => {
    expect(visibleRows(rows, new Set([id('B')]), 'inner').map(({ row }) => row.name)).toEqual(['B', 'inner']);
    expect(visibleRows(rows, new Set([id('B')]), '').map(({ row }) => row.name)).toEqual([
      'A',
      'gone',
      'B',
      'framing',
      'request overhead',
    ]);
  });

  it('are laid end to end on the ruler', () => {
    const plan = planRuler(rows);
    expect(plan.total).toBe(45);
    expect(plan.bands.map((band) => [band.name, band.start])).toEqual([
      ['request overhead', 0],
      ['A', 5],
      ['B', 25],
      ['framing', 42],
    ]);
    expect(plan.ends.get(id('B/inner'))).toBe(35);
    expect(drawnBands(plan.bands, 100)).toHaveLength(4);
    expect(rulerTicks(45, 300)).toEqual([0, 10, 20, 30, 40]);
  });

  it('are drawn as one if they are thin and begin in the same slot, whatever came before', () => {
    const drawn = (...counts: readonly number[]): readonly number[] => {
      let end = 0;
      const bands = counts.map((tokens, index): Band => {
        end += tokens;
        return {
          key: `s${index}`,
          node: null,
          kind: 'section',
          name: '',
          tier: 'L2',
          start: end - tokens,
          tokens,
          count: count(tokens),
          whose: 'yours',
          template: 0,
        };
      });
      return drawnBands(bands, 0.1).map(({ members }) => members);
    };
    const thin = Array.from({ length: 16 }, () => 11);
    expect(drawn(...thin)).toEqual([6, 5, 5]);
    expect(drawn(60, ...thin)).toEqual([1, 6, 5, 5]);
    expect(drawn(55, ...thin)).toEqual([2, 5, 6, 4]);
  });
});

describe('the prompt text', () => {
  const shown = new PromptText(documentOf('hello'));

  it('finds the leaf under a character, with any line ends', () => {
    const at = shown.shown.indexOf('inner text') + 6;
    const found = shown.leafAt(at);
    expect(found?.leaf.owner).toBe(id('B/inner'));
    expect((found?.offset ?? 0) - (found?.leaf.start ?? 0)).toBe(6);
  });

  it('finds every place a source position went to', () => {
    const [place] = shown.placesOf(file, { start: 22, end: 22 }, { start: 15, end: 25 });
    expect(shown.shown.slice(place?.start, place?.end)).toBe('inner');
    expect(shown.placesOf(file, { start: 15, end: 15 }, { start: 15, end: 25 })).toEqual([]);
  });

  it('turns a selection into ranges of the messages’ own text', () => {
    const whole = shown.messages[0]?.layout.text ?? '';
    const [range] = shown.toMessageRanges(0, shown.shown.length);
    expect(whole.slice(range?.start, range?.end)).toBe(whole);
  });

  it('has runs of tiers without gaps', () => {
    const runs = tierRuns(shown);
    expect(runs.map((run) => run.tier)).toEqual(['L0', 'L1']);
    expect(runs[0]?.end).toBe(runs[1]?.start);
  });
});

describe('what changed', () => {
  it('is named by id, with what contains it', () => {
    const { changed, added } = changedNodes(documentOf('hello'), documentOf('hallo'));
    expect([...changed]).toEqual(['system/A', 'system']);
    expect(added.size).toBe(0);
    expect(changedNodes(documentOf('hello'), documentOf('hello')).changed.size).toBe(0);
  });
});

describe('the text of a request outside its tags', () => {
  const requestOf = (system: string, content: string) =>
    requestDocument(
      JSON.stringify({ model: 'claude-sonnet-5-5', max_tokens: 9, system, messages: [{ role: 'user', content }] }),
    );
  const rules = '<Rules>\nBe brief.\n</Rules>';
  const rowsOf = (document: PromptDocument): readonly Row[] => {
    const tokens: Record<string, TokenCount> = {};
    for (const each of document.messages) {
      tokens[each.id] = count(nodeText(each).length);
      for (const child of each.children) if (child.type === 'section') tokens[child.id] = count(nodeText(child).length);
    }
    return sectionRows(document, { ...analysis, tokens, overhead: count(0) });
  };

  it('is own text where it stands, with the tier of its message, and so on the ruler', () => {
    const document = requestOf(
      `You are a helper.\n${rules}\n\n<Voice>\nKind.\n</Voice>\nThank you.`,
      `Look:\n${rules}`,
    );
    const rows = rowsOf(document);
    expect(
      rows.map(({ name, children }) => [
        name,
        children.map((row) => [row.name, row.kind, row.tier, row.count?.tokens]),
      ]),
    ).toEqual([
      [
        '1 system',
        [
          ['other text', 'own', 'L0', 20],
          ['Rules', 'section', 'L0', rules.length],
          ['Voice', 'section', 'L0', 22],
          ['other text', 'own', 'L0', 11],
        ],
      ],
      [
        '2 user · Rules',
        [
          ['other text', 'own', 'active', 6],
          ['Rules', 'section', 'active', rules.length],
        ],
      ],
    ]);
    expect(planRuler(rows).bands.map(({ name, start }) => [name, start])).toEqual([
      ['other text', 0],
      ['Rules', 20],
      ['Voice', 20 + rules.length],
      ['other text', 42 + rules.length],
      ['other text', 53 + rules.length],
      ['Rules', 59 + rules.length],
    ]);
  });
});
