import { describe, expect, it } from 'vitest';
import { layered } from '../../../../shared/assemblers/layered';
import type { RecallPanel } from '../../../../shared/assemblers/panels';
import type { Settings } from '../../../../shared/assemblers/types';
import { assembleWorkspace } from '../../../support/assemble';

const workspace = {
  'agents/dill/AGENT.md': '---\nname: Dill\nllm: { model: m }\n---\nHi.\n',
  'MEMORY.md':
    'User prefers concise responses\n\nWorking on an AI agent project in Rust\n\nUser timezone is Europe/Helsinki\n',
};

function panel(settings: Settings, files: Readonly<Record<string, string>> = workspace): RecallPanel {
  const { panels, sourceTexts } = assembleWorkspace(layered, files, settings);
  if (panels?.recall === undefined) throw new Error('the panel is always there');
  const unescaped = panels.recall.memories.filter(({ text }) => !/[\\"]/.test(text));
  for (const { place, text } of unescaped)
    expect(sourceTexts.get(place.source)?.slice(place.span.start, place.span.end)).toBe(text);
  return panels.recall;
}

const told = ({ memories }: RecallPanel) =>
  memories.map(({ text, score, taken, why }) => [text.split(' ').slice(0, 2).join(' '), score, taken, why]);

describe('the recall panel', () => {
  it('lists every memory with its score, its terms and why it was or was not taken', () => {
    const given = panel({ message: 'what responses does the user prefer' });
    expect(given).toMatchObject({
      query: 'what responses does the user prefer',
      queryTerms: ['what', 'responses', 'does', 'the', 'user', 'prefer'],
    });
    expect(told(given)).toEqual([
      ['User prefers', 0.2704, true, 'number 1 of 2: shares responses, user'],
      ['User timezone', 0.0876, true, 'number 2 of 2: shares user'],
      ['Working on', 0, false, 'shares no word with the message'],
    ]);
    expect(given.memories[0]?.terms.map(({ term }) => term)).toEqual(['responses', 'user']);
    expect(given.memories[2]?.terms).toEqual([]);
  });

  it('says which ones only the limit left out', () => {
    const files = { ...workspace, 'MEMORY.md': ['tea one', 'tea two', 'tea three', 'tea four', 'lamp'].join('\n\n') };
    expect(told(panel({ message: 'tea' }, files)).map(([text, , taken, why]) => [text, taken, why])).toEqual([
      ['tea one', true, 'number 1 of 4: shares tea'],
      ['tea two', true, 'number 2 of 4: shares tea'],
      ['tea three', true, 'number 3 of 4: shares tea'],
      ['tea four', false, 'number 4 of 4: shares tea, but only the best 3 are taken'],
      ['lamp', false, 'shares no word with the message'],
    ]);
  });

  it.each([
    ['', 'there is no message to search with'],
    ['  ', 'there is no message to search with'],
    ['a b c', 'the message has no word of two letters or more'],
    ['zzz', 'shares no word with the message'],
  ])('explains why nothing is taken for "%s"', (message, why) => {
    const given = panel({ message });
    expect(given.memories).toHaveLength(3);
    expect(given.memories.every((each) => !each.taken && each.score === 0 && each.why === why)).toBe(true);
  });

  it('keeps the scores in a mode without memory, and takes none', () => {
    for (const mode of ['minimal', 'none']) {
      const given = panel({ message: 'helsinki timezone', mode });
      expect(given.memories[0]).toMatchObject({
        score: 0.6609,
        taken: false,
        why: `mode ${mode} leaves the Memory layer out`,
      });
      expect(given.memories[1]).toMatchObject({ score: 0, taken: false, why: 'shares no word with the message' });
    }
  });

  it('is there for an unknown agent and for a folder without memories', () => {
    expect(panel({ agent: 'nobody', message: 'rust' }).memories).toHaveLength(3);
    expect(panel({ message: 'rust' }, { 'agents/dill/AGENT.md': workspace['agents/dill/AGENT.md'] })).toEqual({
      query: 'rust',
      queryTerms: ['rust'],
      memories: [],
    });
  });

  it('shows the whole memory where the prompt shows a snippet', () => {
    const long = `tea ${'x'.repeat(400)}`;
    const given = panel(
      { message: 'tea' },
      { ...workspace, 'memory/a.jsonl': JSON.stringify({ ts: '2026-01-02T03:04', content: long }) },
    );
    expect(given.memories[0]).toMatchObject({ label: '2026-01-02', text: long, taken: true });
  });

  it('puts files in the order MEMORY.md, memory, memories, and the date of a name in the label', () => {
    const given = panel(
      { message: '' },
      {
        ...workspace,
        'MEMORY.md': 'first\n\nsecond',
        'memories/b.md': 'sixth',
        'memories/a/2026-13-40.md': 'fifth',
        'memory/z.jsonl': '{"content":"fourth"}',
        'memory/daily/log-2026-02-03.jsonl': '{"content":"third"}\r\n',
      },
    );
    expect(given.memories.map(({ label, text }) => [label, text])).toEqual([
      ['MEMORY.md', 'first'],
      ['MEMORY.md', 'second'],
      ['2026-02-03', 'third'],
      ['z.jsonl', 'fourth'],
      ['2026-13-40.md', 'fifth'],
      ['b.md', 'sixth'],
    ]);
  });
});
