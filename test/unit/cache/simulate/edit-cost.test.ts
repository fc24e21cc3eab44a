import { describe, expect, it } from 'vitest';
import { framedPrefixTokens } from '../../../../shared/analysis/count/prefix-tokens';
import { parseTurns } from '../../../../shared/cache/script/turns';
import { message, nodeId, sourceId } from '../../../../shared/document/builders';
import { editCost, hitRate } from '../../../../shared/cache/simulate/edit-cost';
import { markerCosts } from '../../../../shared/cache/simulate/outcome';
import { expandTurns, type Sending } from '../../../../shared/cache/script/expand-turns';
import { runTurns, type Layout } from '../../../../shared/cache/script/run-turns';
import { suggestBreakpoints } from '../../../../shared/cache/script/suggest';
import { marked } from '../../../../shared/analysis/rules/example';
import { counted, filePart, prose, system } from '../../../support/cache/documents';
import { rules } from '../../../support/cache/requests';

const sonnet = rules('anthropic', 'claude-sonnet-4-5');
const three = (identity = '', project = '') =>
  system(
    filePart('Identity', 'L0', prose(1500, 'river', identity)),
    filePart('Project', 'L2', prose(2000, 'stone', project)),
    filePart('Task', 'active', 'Fix it.'),
  );

describe('suggested breakpoints', () => {
  it('are at the end of each tier, before what changes every turn', () => {
    const { document, analysis } = counted(three());
    expect(suggestBreakpoints(document, analysis, sonnet).map(({ after, tier }) => [after, tier])).toEqual([
      ['system/Identity', 'L0'],
      ['system/Project', 'L2'],
    ]);
  });

  it('leave out a place that is surely below the minimum', () => {
    const { document, analysis } = counted(
      system(filePart('Identity', 'L0', prose(100)), filePart('Project', 'L2', prose(2000))),
    );
    expect(suggestBreakpoints(document, analysis, sonnet).map(({ after }) => after)).toEqual(['system/Project']);
  });

  it('show the last place when the whole prompt is below the minimum', () => {
    const { document, analysis } = counted(
      system(filePart('Identity', 'L0', prose(100)), filePart('Project', 'L2', prose(200))),
    );
    expect(suggestBreakpoints(document, analysis, sonnet).map(({ after }) => after)).toEqual(['system/Project']);
  });

  it('stand on no text of the assistant for a model of OpenAI, which takes none there', () => {
    const base = system(filePart('Identity', 'L0', prose(1500)));
    const said = (['user', 'assistant'] as const).map((role) =>
      message(nodeId(role), role, 'L3', 'history', [filePart(role, 'L3', prose(40, role))]),
    );
    const { document, analysis } = counted({ ...base, messages: [...base.messages, ...said] });
    const last = (provider: string, model: string) =>
      suggestBreakpoints(document, analysis, rules(provider, model)).at(-1)?.after;
    expect(last('openai', 'gpt-6.1-sol')).toBe('system/user');
    expect(last('anthropic', 'claude-sonnet-5-5')).toBe('system/assistant');
  });

  it('treat stable text after volatile text as volatile', () => {
    const { document, analysis } = counted(
      system(filePart('Project', 'L2', prose(1500)), filePart('Identity', 'L0', prose(1500))),
    );
    expect(suggestBreakpoints(document, analysis, sonnet).map(({ after, tier }) => [after, tier])).toEqual([
      ['system/Identity', 'L2'],
    ]);
  });

  it.each(['gpt-4', 'gpt-5', 'gpt-5.5', 'no-such-model'])(
    'are none for a model that is not known to take any: %s',
    (id) => {
      const { document, analysis } = counted(three());
      expect(suggestBreakpoints(document, analysis, rules('openai', id))).toEqual([]);
      expect(suggestBreakpoints(document, analysis, rules('openai', 'gpt-5.6'))).toHaveLength(2);
      expect(editCost(null, { document, analysis }, rules('openai', id)).outcome.warnings).toEqual([]);
    },
  );

  it('are the document’s own where it has some', () => {
    const { document, analysis } = counted(marked(three(), { id: 'system/Identity', ttl: '1h' }));
    expect(suggestBreakpoints(document, analysis, sonnet)).toBe(document.breakpoints);
  });
});

describe('a prefix that is too short', () => {
  it('has the same tokens in the finding and in the verdict, framing and all', () => {
    const { document, analysis } = counted(marked(system(filePart('A', 'L0', prose(100))), { id: 'system/A' }));
    const [marker] = editCost(null, { document, analysis }, sonnet).markers;
    expect(marker?.tokens).toBeGreaterThan(analysis.tokens[nodeId('system/A')]?.tokens ?? Number.POSITIVE_INFINITY);
    expect(framedPrefixTokens(document, analysis).get(nodeId('system/A'))?.tokens).toBe(marker?.tokens);
  });
});

describe('a request over the context window', () => {
  const of = (words: number) => counted(system(filePart('A', 'L0', prose(words))), 'gpt-4');
  const gpt4 = rules('openai', 'gpt-4');
  const sending = (words: number): Sending => ({
    counted: of(words),
    parameters: {},
    at: 0,
    firstToken: 0,
    count: 1,
    end: 'off',
    line: 1,
    since: [],
  });

  it('is refused: nothing of it is read, written or promised', () => {
    for (const sent of [null, of(9000)]) {
      const { outcome, rewritten, survived, markers } = editCost(sent, of(9000), gpt4);
      expect(outcome.rejected).toMatch(/^[\d,]+(?: to [\d,]+ ≈)? tokens are over the context window of GPT-4, 8,192$/);
      expect([rewritten, survived, outcome.worst.read, outcome.best.read]).toEqual([0, 0, 0, 0]);
      expect(markers.every(({ state }) => state === 'illegal')).toBe(true);
    }
    expect(editCost(null, of(8000), gpt4).outcome.rejected).toBeUndefined();
  });

  it('has no price and no hit in a script', () => {
    const { turns, cost, hitRate: rate } = runTurns([sending(9000), sending(9000)], gpt4);
    expect(turns.map(({ outcomes: [first] }) => first?.rejected)).not.toContain(undefined);
    expect([cost, rate.low, rate.high]).toEqual([null, 0, 0]);
  });
});

it('a line of the script that a layout replaces is not listed as played', () => {
  const script = parseTurns(sourceId('a.turns'), 'auto 5m\nwait 1m\nsend\n');
  const { sendings } = expandTurns(script, counted(three()), new Map());
  const since = (layout: Layout) =>
    runTurns(sendings, sonnet, layout).turns.flatMap(({ sending }) => sending.since.map(({ kind }) => kind));
  expect(since({})).toEqual(['auto', 'wait']);
  expect(since({ breakpoints: [], end: 'off' })).toEqual(['wait']);
});

describe('what an edit costs', () => {
  it('is a range if the provider promises no hit, also for the same request again', () => {
    const gpt = rules('openai', 'gpt-5');
    const cost = editCost(null, counted(three()), gpt);
    expect(cost.unchangedBestCost ?? NaN).toBeLessThan((cost.unchangedCost ?? 0) / 2);
    const sure = editCost(null, counted(three()), sonnet);
    expect(sure.unchangedBestCost).toBe(sure.unchangedCost);
  });

  it('reads nothing while nothing was sent: all that can be cached is written', () => {
    const cost = editCost(null, counted(three()), sonnet);
    expect(cost.outcome.worst.read).toBe(0);
    expect(cost.markers.map(({ state }) => state)).toEqual(['written', 'written']);
    expect(cost).toMatchObject({ first: undefined, survived: 0, lost: { low: 0, high: 0 } });
    expect(cost.cost ?? 0).toBeGreaterThan((cost.unchangedCost ?? NaN) * 2);
  });

  it.each([
    ['anthropic', 'claude-sonnet-4-5'],
    ['openai', 'gpt-5.6'],
  ] as const)('keeps nothing below the minimum, though what is behind it is kept: %s', (provider, model) => {
    const same = counted(
      marked(
        system(filePart('Identity', 'L0', prose(100)), filePart('Project', 'L2', prose(2000))),
        { id: 'system/Identity' },
        { id: 'system/Project' },
      ),
    );
    const { markers } = editCost(same, same, rules(provider, model));
    expect(markers.map(({ state }) => state)).toEqual(['below-minimum', 'kept']);
    expect(markers[0]?.why).toContain('too short to cache');
  });

  it('names the first differing byte, its section and its place in the file', () => {
    const { first } = editCost(counted(three()), counted(three('', 'pebble')), sonnet);
    const identity = prose(1500).length + 2;
    expect(first).toMatchObject({
      node: 'system/Project',
      bytes: identity + prose(1999, 'stone').length + 1,
      origin: { kind: 'file', source: 'Project.md' },
    });
    expect(first?.sourceOffset).toBe(prose(1999, 'stone').length + 1);
  });

  it('keeps what comes before the edit and rewrites what comes after it', () => {
    const cost = editCost(counted(three()), counted(three('', 'pebble')), sonnet);
    expect(cost.markers.map(({ node, state }) => [node, state])).toEqual([
      ['system/Identity', 'kept'],
      ['system/Project', 'written'],
    ]);
    expect(cost).toMatchObject({ suggested: true, survived: 1 });
    expect(cost.rewritten).toBeGreaterThan(1990);
    expect(cost.lost.low).toBe(cost.lost.high);
    expect(cost.lost.low).toBeGreaterThan(1990);
    expect(cost.cost ?? 0).toBeGreaterThan((cost.unchangedCost ?? NaN) * 2);
  });

  it('is the same for builds that share what did not change and for builds that share nothing', () => {
    const [before, after] = [counted(three()), counted(three('', 'pebble'))];
    const [system] = before.document.messages;
    const messages = after.document.messages.map((message) => ({
      ...message,
      children: message.children.map((child, index) =>
        JSON.stringify(child) === JSON.stringify(system?.children[index]) ? (system?.children[index] ?? child) : child,
      ),
    }));
    const sharing = { ...after, document: { ...after.document, messages } };
    expect(sharing.document.messages[0]?.children[0]).toBe(system?.children[0]);
    expect(editCost(before, sharing, sonnet)).toEqual(
      editCost(structuredClone(before), structuredClone(after), sonnet),
    );
  });

  it('loses everything at the first word', () => {
    expect(editCost(counted(three()), counted(three('lake')), sonnet)).toMatchObject({
      survived: 0,
      first: { node: 'system/Identity' },
    });
  });

  it('costs nothing more when nothing changed', () => {
    const cost = editCost(counted(three()), counted(three()), sonnet);
    expect(cost).toMatchObject({ first: undefined, survived: 2, rewritten: 0, lost: { low: 0, high: 0 } });
    expect(cost.cost).toBe(cost.unchangedCost);
  });

  it('gives a range where the provider promises nothing', () => {
    const { lost } = editCost(counted(three()), counted(three('lake')), rules('google', 'gemini-2.5-pro'));
    expect(lost.low).toBe(0);
    expect(lost.high).toBeGreaterThan(3000);
  });

  it('prices each breakpoint so that all prices add up to the request', () => {
    const cost = editCost(counted(three()), counted(three('', 'pebble')), sonnet);
    const parts = markerCosts(cost.outcome, sonnet).reduce<number>((sum, each) => sum + (each ?? 0), 0);
    expect(parts + (cost.outcome.worst.uncached * 3) / 1_000_000).toBeCloseTo(cost.cost ?? 0, 10);
  });

  it('has what is too short for one breakpoint written, and paid, by the next', () => {
    const short = counted(
      marked(
        system(filePart('Identity', 'L0', prose(100)), filePart('Project', 'L2', prose(2000))),
        { id: 'system/Identity' },
        { id: 'system/Project' },
      ),
    );
    const { outcome, cost } = editCost(null, short, sonnet);
    expect(outcome.markers.map(({ state }) => state)).toEqual(['below-minimum', 'written']);
    const [first, second] = markerCosts(outcome, sonnet);
    expect(first).toBeCloseTo(((outcome.markers[0]?.tokens ?? 0) * 3 * 1.25) / 1_000_000, 10);
    expect((first ?? 0) + (second ?? 0) + (outcome.worst.uncached * 3) / 1_000_000).toBeCloseTo(cost ?? 0, 10);
  });
});

it('computes the hit rate as a sum over a sum', () => {
  expect(
    hitRate([
      { read: 90, written: {}, uncached: 10 },
      { read: 0, written: { '5m': 800 }, uncached: 100 },
    ]),
  ).toBe(0.09);
  expect(hitRate([])).toBe(0);
});

describe('a model that caches by itself', () => {
  const long = (end: string) => counted(system(filePart('Rules', 'L0', prose(3000, 'stone', end))));

  it('may read what a changed section begins with', () => {
    const { outcome, lost } = editCost(long(''), long('pebble'), rules('openai', 'gpt-5'));
    expect(outcome.worst.read).toBe(0);
    expect(outcome.best.read).toBeGreaterThan(2900);
    expect(outcome.known).toBe(false);
    expect(lost.high).toBeLessThan(200);
  });

  it('may read the sections before a change', () => {
    const gemini = editCost(counted(three()), counted(three('', 'pebble')), rules('google', 'gemini-2.5-pro'));
    expect(gemini.outcome.best.read).toBeGreaterThan(3000);
  });

  it('says why nothing is read of a request shorter than its steps', () => {
    const short = counted(system(filePart('Rules', 'L0', prose(1500))));
    const { outcome } = editCost(short, short, rules('openai', 'gpt-5.5'));
    expect(outcome).toMatchObject({ known: true, best: { read: 0 } });
    expect(outcome.reasons.map(({ text }) => text).join()).toMatch(/this model reads in steps of 2,048/);
  });
});
