import { describe, expect, it } from 'vitest';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import {
  charactersIn,
  charactersOf,
  documentShare,
  shareOf,
  splitCount,
  textOwner,
} from '../../../shared/analysis/count/template-share';
import { legendLines } from '../../../shared/assemblers/tiered-messages/texts';
import { builtin, frame, message, nodeId, section, sourceId, text, tool } from '../../../shared/document/builders';
import { writeJson } from '../../../shared/document/json-text';
import type { PromptDocument, PromptNode } from '../../../shared/document/types';
import { findNode } from '../../../shared/document/walk';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { assembleFiles } from '../../support/assemble';
import { fixtures } from '../../support/fixtures';
import { sampleDocument } from '../../support/sample-document';

const encoding = await loadEncoding('o200k_base');
const own = (value: string) =>
  text(value, { kind: 'file', source: sourceId('a.md'), span: { start: 0, end: value.length } });
const part = (name: string, children: readonly PromptNode[]) => section(nodeId('system', name), name, 'L0', children);

describe.each(['claude-sonnet-4-5', 'gpt-5'])('yours, template and overhead, counted for %s,', (model) => {
  it.each(fixtures().map((fixture) => [fixture.name, fixture] as const))('add up to the total of %s', (_, fixture) => {
    const { document } = assembleFiles(
      fixture.architecture,
      fixture.files,
      fixture.settings,
      fixture.facts,
      fixture.symbols,
    );
    const analysis = analyze(document, findModel(model), encoding);
    const { yours, template } = documentShare(document, analysis);
    for (const end of ['low', 'tokens', 'high'] as const)
      expect(yours[end] + template[end] + analysis.overhead[end]).toBe(analysis.total[end]);
    for (const each of document.messages) {
      const share = shareOf(each, analysis);
      expect(share.yours.tokens + share.template.tokens).toBe(analysis.tokens[each.id]?.tokens);
    }
  });
});

describe('whose words', () => {
  const mine = part('mine', [frame('<a>'), own('all my own words, and more of them than tags'), frame('</a>')]);
  const shipped = part('shipped', [frame('# T\n'), builtin('t', 'words that ship with Strata')]);
  const mixed = part('mixed', [builtin('t', 'Read this: '), own('my words')]);
  const above = part('above', [shipped, mine]);

  it('are told apart by what is more than tags', () => {
    expect([mine, shipped, mixed, above, part('empty', [])].map((each) => textOwner(charactersIn(each)))).toEqual([
      'yours',
      'template',
      'part template',
      'part template',
      undefined,
    ]);
    expect(textOwner(charactersOf([text('12:30', { kind: 'environment', key: 'now' })]))).toBe('yours');
  });

  it('are not called yours if the design adds more than a wrapping around a value', () => {
    const labelled = part('labelled', [
      frame('Your working directory is: '),
      text('/home/a', { kind: 'environment', key: 'cwd' }),
    ]);
    expect(textOwner(charactersIn(labelled))).toBe('part template');
  });

  it('are the design’s in the key of a symbol map', () => {
    const legends = fixtures().flatMap((fixture) => {
      if (fixture.symbols === undefined) return [];
      const { document } = assembleFiles(
        fixture.architecture,
        fixture.files,
        fixture.settings,
        fixture.facts,
        fixture.symbols,
      );
      const legend = findNode(document, nodeId('L0', 'legend'));
      return legend?.type === 'section' ? [charactersIn(legend)] : [];
    });
    expect(legends.length).toBeGreaterThan(0);
    for (const legend of legends) expect(legend.wording).toBe(legendLines.join('\n').length);
  });

  it('are an estimate where a text is both, and otherwise as certain as its count', () => {
    const exact = { tokens: 10, low: 10, high: 10, method: 'exact', encoding: 'v' } as const;
    expect(splitCount(exact, charactersIn(shipped))).toMatchObject({
      yours: { tokens: 0 },
      template: { tokens: 10, method: 'exact' },
    });
    expect(splitCount(exact, charactersIn(mixed))).toMatchObject({
      yours: { tokens: 4, method: 'estimated' },
      template: { tokens: 6, method: 'estimated' },
    });
  });

  it('count the definition of a tool by its description', () => {
    const tools = [
      tool(nodeId('tools', 'a'), 'a', 'L0', [builtin('a', 'shipped')], writeJson({})),
      tool(nodeId('tools', 'b'), 'b', 'L0', [own('mine')], writeJson({})),
    ];
    const document: PromptDocument = sampleDocument({
      tools,
      messages: [message(nodeId('m'), 'user', 'L0', 'prompt', [own('Hi')])],
    });
    const analysis = analyze(document, findModel('gpt-5'), encoding);
    expect(documentShare(document, analysis).template.tokens).toBe(analysis.tokens[nodeId('tools', 'a')]?.tokens);
  });
});
