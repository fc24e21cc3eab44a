import { counted } from '../../../../../shared/basics/grouped';
import { describe, expect, it } from 'vitest';
import { listed } from '../../../../../renderer/model/panels/answer';
import {
  changesAnswer,
  findingsAnswer,
  historyAnswer,
  messagesAnswer,
  sizesAnswer,
  toolsAnswer,
} from '../../../../../renderer/model/panels/build-answers';
import {
  editAnswer,
  ofPart,
  placementAnswer,
  turnsAnswer,
  usageAnswer,
  volatilityAnswer,
} from '../../../../../renderer/model/panels/cache-answers';
import { markOf } from '../../../../../renderer/model/counts';
import { fittingHeight } from '../../../../../renderer/model/panels/height';
import {
  loadMapAnswer,
  matrixAnswer,
  sentAnswer,
  sequenceAnswer,
  sessionAnswer,
} from '../../../../../renderer/model/panels/request-answers';
import { breakpoint, nodeId } from '../../../../../shared/document/builders';
import type { SessionRow } from '../../../../../shared/ipc/captures';
import type { EditCostView, OptimumView, OutcomeView, RunView } from '../../../../../shared/ipc/cache/cache-view';
import { inspectionOf } from '../../../../support/inspection';

const rules: EditCostView['rules'] = {
  provider: 'anthropic',
  title: 'Anthropic',
  asOf: '2026-11-01',
  model: 'claude',
  listed: true,
  minimum: 1024,
  inputPrice: 3,
  readMultiplier: 0.1,
  markerLimit: 4,
  lookback: 20,
  source: null,
  notes: [],
  overriddenBy: [],
};
const marker = (number: number) => ({
  node: nodeId(`s${number}`),
  ttl: '5m',
  state: 'written' as const,
  tokens: number * 1000,
  why: '',
  cost: null,
});
const outcome: OutcomeView = {
  total: 8000,
  worst: { read: 0, written: { '5m': 7158 }, uncached: 842 },
  best: { read: 0, written: { '5m': 7158 }, uncached: 842 },
  known: true,
  rejected: null,
  lostAt: null,
  markers: [1, 2, 3, 4].map(marker),
  reasons: [],
  warnings: [],
  cost: 0.031,
  bestCost: 0.031,
};
const cost: EditCostView = {
  rules,
  first: {
    node: nodeId('s1'),
    message: nodeId('s1'),
    offset: 3,
    bytes: 3,
    at: null,
  } as unknown as EditCostView['first'],
  breakpoints: [breakpoint(nodeId('s1'), 'L0')],
  suggested: false,
  survived: 0,
  rewritten: 7158,
  lost: { low: 7158, high: 7158 },
  lifetime: 300,
  outcome,
  unchangedCost: 0.0063,
  coldCost: 0.031,
  warmCost: 0.0063,
  warmBestCost: 0.0063,
  unchangedBestCost: 0.0063,
};
const sent = { name: 'sent', revision: 3, at: 0, modelId: 'claude', ofOtherModel: false } as const;
const within = ', if it is sent within 5 minutes of the last one.';
const question = { cost, against: sent, method: 'estimated', model: 'Claude', isStep: false } as const;

describe('the answer of the next request', () => {
  it('says how many breakpoints an edit breaks and what that adds', () => {
    expect(editAnswer(question)).toEqual({
      text: `This edit breaks all 4 breakpoints: +$0.0247 on the next request${within}`,
      tone: 'bad',
    });
    expect(editAnswer({ ...question, cost: { ...cost, survived: 3 } }).text).toMatch(/^This edit breaks 1 of 4 break/);
    expect(editAnswer({ ...question, cost: { ...cost, survived: 4 } }).text).toMatch(/^This edit keeps all 4 /);
    expect(editAnswer({ ...question, isStep: true }).text).toMatch(/^This request breaks all 4/);
  });

  it('names what is only assumed', () => {
    expect(editAnswer({ ...question, against: { ...sent, name: 'opened', revision: 1 } }).text).toBe(
      'If the build as opened (revision 1) was sent before: this edit breaks all 4 breakpoints: ' +
        `+$0.0247 on the next request${within}`,
    );
    expect(editAnswer({ ...question, cost: { ...cost, first: null } })).toEqual({
      text: `Nothing differs, the next request reads 0 ≈ tokens and costs $0.0310${within}`,
      tone: 'good',
    });
    const kept = { ...cost, first: null, lost: { low: 0, high: 0 }, outcome: { ...outcome, worst: outcome.best } };
    const read = { read: 7158, written: {}, uncached: 842 };
    const warm = { ...kept, outcome: { ...outcome, worst: read, best: read } };
    expect(editAnswer({ ...question, cost: { ...warm, lifetime: 3600 } }).text).toMatch(
      /reads 7,158 ≈ tokens and costs \$0\.0310, if it is sent within an hour of the last one\.$/,
    );
    expect(editAnswer({ ...question, cost: { ...warm, lifetime: null } }).text).toMatch(
      /costs \$0\.0310, if the cache still has the last one\.$/,
    );
    expect(editAnswer({ ...question, cost: kept }).text).toMatch(/costs \$0\.0310\.$/);
  });

  it('says that another model reads nothing of what was sent', () => {
    expect(
      editAnswer({ ...question, against: { ...sent, ofOtherModel: true }, cost: { ...cost, first: null } }),
    ).toEqual({
      text:
        'The last sent build (revision 3) was for claude, and models do not share a cache. Nothing is read: the next ' +
        'request writes 7,158 ≈ tokens and costs $0.0310, and the same prefix sent again costs $0.00630.',
    });
  });

  it('prices a cold cache, a request that is too short, and one that is refused', () => {
    expect(editAnswer({ ...question, against: null }).text).toBe(
      'With a cold cache the next request writes 7,158 ≈ tokens and costs $0.0310, and the same prefix sent again ' +
        'costs $0.00630.',
    );
    const nothing = { read: 0, written: {}, uncached: 800 };
    const short = {
      ...outcome,
      worst: nothing,
      best: nothing,
      markers: outcome.markers.map((each) => ({ ...each, state: 'below-minimum' as const })),
    };
    expect(editAnswer({ ...question, cost: { ...cost, outcome: short } }).text).toBe(
      'Too short to cache (the API gives no error): the next request costs $0.0310.',
    );
    expect(
      editAnswer({ ...question, cost: { ...cost, outcome: { ...outcome, rejected: '5 breakpoints' } } }).text,
    ).toBe('The provider would refuse this request: 5 breakpoints.');
    expect(editAnswer({ ...question, cost: null }).text).toMatch(/^Strata knows no caching rules for Claude/);
  });

  it('says what is only suggested or no edit, and judges no part of a request', () => {
    const suggested = { ...cost, suggested: true, breakpoints: [breakpoint(nodeId('system'), 'L0')] };
    expect(editAnswer({ ...question, cost: suggested }).text).toMatch(
      /^This edit breaks all 4 suggested breakpoints: /,
    );
    expect(editAnswer({ ...question, cost: suggested, against: null }).text).toMatch(
      /^With a cold cache and the suggested breakpoints the next request writes 7,158 ≈ tokens/,
    );
    const moved = {
      ...cost,
      first: { ...cost.first, origin: { kind: 'environment', key: 'now' } } as typeof cost.first,
    };
    expect(editAnswer({ ...question, cost: moved }).text).toMatch(/^The change breaks all 4 breakpoints: /);
    expect(editAnswer({ ...question, cost: { ...cost, warmCost: 0.031, warmBestCost: 0.031 } }).text).toMatch(
      /^By the rules of .* nothing of this is read from a cache: it costs \$0\.0310\.$/,
    );
    expect(editAnswer({ ...question, isPart: true, cost: { ...cost, coldCost: 0.04 } }).text).toMatch(
      /^This part of the request costs \$0\.0400 with a cold cache\./,
    );
    expect(editAnswer({ ...question, isPart: true }).text).toMatch(
      /^This part of the request costs \$0\.0310 with a cold cache\. The request is built without the agent’s own/,
    );
  });

  it('promises no breakpoint where the provider promises none', () => {
    expect(editAnswer({ ...question, cost: { ...cost, outcome: { ...outcome, known: false } } }).text).toBe(
      `This edit may lose up to 7,158 ≈ tokens from the cache: +$0.0247 on the next request${within}`,
    );
    const luck = { ...cost, unchangedCost: 0.031, outcome: { ...outcome, known: false } };
    expect(editAnswer({ ...question, cost: luck })).toEqual({
      text: `This edit may lose up to 7,158 ≈ tokens from the cache: +$0 to +$0.0247 on the next request${within}`,
      tone: 'bad',
    });
  });
});

const run: RunView = {
  rules,
  breakpoints: 'own' as RunView['breakpoints'],
  turns: [
    { ...outcome, line: 1, at: 0, requests: 1, since: [] },
    { ...outcome, line: 3, at: 40, requests: 2, since: ['wait 40s'] },
  ],
  hitRate: { low: 0.74, high: 0.74 },
  cost: 0.12,
  bestCost: 0.12,
  uncachedCost: 0.3,
};

describe('the answers of a script', () => {
  it('sum it up, and say when caching costs more', () => {
    expect(turnsAnswer([run]).text).toBe(
      '3 requests of this script: $0.120, 60 % less than without a cache, 74 % of the input read from cache.',
    );
    expect(turnsAnswer([{ ...run, uncachedCost: 0.1, bestCost: 0.11 }])).toMatchObject({ tone: 'bad' });
    expect(turnsAnswer([run, { ...run, rules: { ...rules, title: 'OpenAI' } }]).text).toContain('; OpenAI $0.12');
    expect(turnsAnswer(null).text).toMatch(/no caching rules/);
    const refused = { ...run, turns: run.turns.map((turn) => ({ ...turn, rejected: '9 tokens are over 8' })) };
    const unplaced = { ...refused, rules: { ...rules, markerLimit: null } };
    for (const answer of [turnsAnswer([refused]), placementAnswer('none', refused), placementAnswer(null, unplaced)])
      expect(answer).toEqual({ text: 'Turn 1 would be refused: 9 tokens are over 8.', tone: 'bad' });
  });

  it('are of a part where the agent’s own prompt is missing', () => {
    expect(turnsAnswer([run], true).text).toMatch(
      /^This part of 3 requests costs \$0\.120\. The request is built without the agent’s own prompt: as a whole/,
    );
    expect(turnsAnswer([run, { ...run, rules: { ...rules, title: 'OpenAI' } }], true).text).toMatch(
      /^This part of 3 requests costs Anthropic \$0\.120; OpenAI \$0\.120\. The request/,
    );
    expect(ofPart(placementAnswer('none'), true).text).toMatch(
      /^There is nothing to place.* The request is built without/,
    );
    expect(ofPart(placementAnswer('none'), false)).toEqual(placementAnswer('none'));
  });

  it('compare a range of prices by both its ends', () => {
    const text = (bestCost: number, uncachedCost: number) => turnsAnswer([{ ...run, bestCost, uncachedCost }]).text;
    expect(text(0.06, 0.12)).toBe(
      '3 requests of this script: $0.0600–$0.120, up to 50 % less than without a cache, ' +
        '74 % of the input read from cache.',
    );
    expect(text(0.06, 0.2)).toContain('$0.0600–$0.120, 40 %–70 % less than without a cache');
    expect(text(0.06, 0.1)).toContain('$0.0600–$0.120, 20 % more to 40 % less than without a cache');
    expect(text(0.12, 0.12)).toContain('$0.120, the same as without a cache');
    expect(turnsAnswer([{ ...run, bestCost: 0.06, uncachedCost: 0.1 }])).not.toHaveProperty('tone');
  });

  it('say what better places save', () => {
    const optimum: OptimumView = {
      breakpoints: [breakpoint(nodeId('s1'), 'L0')],
      end: '5m',
      run,
      saving: 0.12,
      savedCost: 0.02,
    };
    expect(placementAnswer(optimum).text).toBe(
      '2 breakpoints at other places would save 12 % ($0.0200) of what this session costs now.',
    );
    expect(placementAnswer({ ...optimum, end: 'off' }).text).toMatch(/^1 breakpoint at another place would save/);
    expect(placementAnswer({ ...optimum, saving: 0 }).text).toMatch(/^No other places for breakpoints cost less/);
    expect(placementAnswer('none').text).toMatch(/nothing to place/);
    expect(placementAnswer('none', run).text).toBe(
      'There is nothing to place: Strata does not search places by the rules of Anthropic.',
    );
    const itself = { ...run, rules: { ...run.rules, markerLimit: null } };
    expect(placementAnswer('none', itself).text).toContain(': Anthropic places the breakpoints of claude itself.');
    const unpriced = { ...run, rules: { ...run.rules, inputPrice: null } };
    expect(placementAnswer('none', unpriced).text).toContain(': the prices of claude are not known.');
    expect(placementAnswer(null, run).text).toMatch(/^Where should the breakpoints go/);
    const takesNone = { ...run, rules: { ...rules, model: 'gpt-5', markerLimit: null } };
    expect(placementAnswer(null, takesNone).text).toContain(
      'There is nothing to place: Anthropic places the breakpoints of gpt-5 itself',
    );
    const unlisted = { ...takesNone, rules: { ...takesNone.rules, listed: false } };
    expect(placementAnswer(null, unlisted).text).toMatch(/^Where should the breakpoints go/);
  });
});

describe('the answers of the other panels', () => {
  it('count no file of which nobody knows whether it is there', () => {
    const cell = (status: 'loaded' | 'never' | 'refused') => ({ agent: 'opencode' as const, status, rule: '' });
    const map = {
      agents: [{ agent: 'opencode' as const, title: 'opencode', version: null }],
      files: [
        { path: 'AGENTS.md', bytes: 20, cells: [cell('loaded')] },
        { path: 'docs/deep.md', bytes: null, cells: [cell('refused')] },
        { path: '/up/docs/glossary.md', bytes: null, cells: [cell('refused')] },
      ],
    };
    expect(loadMapAnswer(map).text).toBe(
      'Of 2 files, sent with every request: opencode 1. ' +
        '1 more path would be looked at too; whether a file is there is not known.',
    );
    expect(loadMapAnswer({ ...map, files: map.files.slice(0, 2) }).text).toBe(
      'Of 2 files, sent with every request: opencode 1.',
    );
  });

  it('say what an edit changed, and against what another setting is compared', () => {
    const compared = { tokens: -69, method: 'exact', parts: ['changed'], first: 'Background' } as const;
    expect(changesAnswer(compared).text).toBe('1 section changed, −69 = tokens. First change: Background.');
    expect(changesAnswer({ ...compared, other: 'Background: on' }).text).toBe(
      'Compared with “Background: on”: 1 section changed, −69 = tokens. First difference: Background.',
    );
    const added = { ...compared, tokens: 69, parts: ['added'], other: 'Background: on', isPreview: true } as const;
    expect(changesAnswer(added).text).toBe(
      'Preview of “Background: on”: 1 section added, +69 = tokens. First change: Background.',
    );
  });

  it('of volatility name the worst cause', () => {
    const mover = (name: string, stableBehind: number) => ({
      cause: { kind: 'clock' as const, name },
      sections: [],
      ranges: [],
      stableBehind,
      moveBehind: null,
    });
    const found = { tried: [], skipped: [], untried: [], findings: [], movers: [] };
    expect(
      volatilityAnswer({ ...found, movers: [mover('a day', 10), mover('a minute', 3200)] as never }, 'exact'),
    ).toEqual({
      text:
        'The clock (a minute) changes text that has 3,200 = tokens after it that stay the same; ' +
        '1 other cause has 10 =.',
      tone: 'bad',
    });
    expect(
      volatilityAnswer(
        { ...found, movers: [115, 497, 497, 115].map((each) => mover(`of ${each}`, each)) as never },
        'exact',
      ).text,
    ).toMatch(/has 497 = tokens after it that stay the same; 3 other causes have 115–497 =\.$/);
    expect(volatilityAnswer(found, 'exact').text).toMatch(/^Nothing changes this prompt by itself/);
  });

  it('of findings go by the worst', () => {
    const of = (...severities: readonly ('error' | 'warning' | 'info')[]) =>
      findingsAnswer(severities.map((severity) => ({ severity }))).text;
    expect(of('error', 'warning', 'warning', 'info')).toBe('1 error to fix. Also 2 warnings and 1 note.');
    expect(of('warning')).toBe('1 warning to check.');
    expect(of('info')).toBe('No error and no warning; 1 note worth knowing.');
    expect(of()).toBe('Nothing to report.');
  });

  it('of usage take nothing unreported for zero', () => {
    expect(usageAnswer(null).text).toMatch(/^Paste/);
  });

  it('of a session sum up cost, share and misses', () => {
    const row = {
      number: 1,
      reported: { read: 900, written: 0, uncached: 100, context: 1000, output: 5 },
      cost: 0.01,
      lost: 0,
      lostCost: null,
      error: null,
      status: 200,
    } as unknown as SessionRow;
    expect(sessionAnswer([], false).text).toBe('Waiting for the first response.');
    expect(sessionAnswer([], true).text).toBe('No response of this session reports its tokens.');
    expect(sessionAnswer([row], false).text).toBe(
      '1 request cost $0.0100, 90 % of the input read from cache; no misses found.',
    );
    expect(sessionAnswer([row, { ...row, number: 2, lost: 500, lostCost: 0.002 }], false)).toEqual({
      text: '2 requests cost $0.0200, 90 % of the input read from cache; 1 miss lost $0.0020, at request 2.',
      tone: 'bad',
    });
    // What is not known is not zero.
    const unknown = { ...row, cost: null, reported: { ...row.reported, read: null } } as unknown as SessionRow;
    expect(sessionAnswer([unknown], false).text).toBe('1 request at an unknown cost; no misses found.');
    expect(sessionAnswer([row, unknown, { ...row, cost: null, reported: null, status: 529 }], false).text).toBe(
      '3 requests cost $0.0100 (in no sum: 1 failed and 1 without a known cost), ' +
        '90 % of the input read from cache; no misses found.',
    );
    // Without caching rules no miss can be found: that is no good news.
    expect(sessionAnswer([row], false).tone).toBe('good');
    expect(sessionAnswer([row, { ...row, verdict: 'unknown' }], false).tone).toBeUndefined();
    expect(sessionAnswer([{ ...row, lost: 500 }], false).text).toMatch(/1 miss lost 500 tokens, at request 1\.$/);
  });

  it('of a sequence blame an edit only for what it broke, and name what is in no sum', () => {
    const totals = { cost: { low: 0.01, high: 0.01 }, hitRate: { low: 0.5, high: 0.5 }, reported: 0, lost: null };
    const none = { failed: 0, refused: 0, unpriced: 0, disagreements: 0 };
    const step = { number: 1, billed: {}, lost: null, changed: { name: 'system/Rules' } };
    const whole = (steps: readonly object[], more: object = {}): ReturnType<typeof sequenceAnswer> =>
      sequenceAnswer({ steps, totals: { ...totals, ...none, ...more } } as unknown as Parameters<
        typeof sequenceAnswer
      >[0]);
    const answer = (steps: readonly object[], more: object = {}): string => whole(steps, more).text;
    expect(whole([step]).tone).toBe('good');
    expect(whole([step, { ...step, billed: null }]).tone).toBeUndefined();
    const loses = (cause: string, low = 500): object => ({ ...step, lost: { cause, tokens: { low, high: 500 } } });
    expect(answer([loses('changed')])).toMatch(/ Request 1 broke the cache in system\/Rules\.$/);
    expect(answer([loses('changed', 0)])).toMatch(/ Request 1 may have broken the cache in system\/Rules\.$/);
    expect(answer([loses('changed'), loses('changed')])).toContain(' 2 would lose something cached, most of all:');
    const reported = { ...step, lost: { cause: 'changed', tokens: { low: 5, high: 5 }, basis: 'reported' } };
    expect(answer([loses('changed'), reported])).toContain(' 2 lost something that was cached, most of all:');
    expect(answer([loses('expired')])).toMatch(/ When request 1 was sent, the cache had expired\.$/);
    expect(answer([loses('unexplained')])).toMatch(/ Request 1 did not read all that was cached\.$/);
    expect(answer([step])).toMatch(/ None is known to have broken the cache\.$/);
    expect(answer([step], { disagreements: 1 })).toMatch(/ 1 report not as predicted\.$/);
    expect(answer([step, { ...step, billed: null }], { failed: 1 })).toContain(
      '2 requests cost $0.0100 for input (in no',
    );
    expect(answer([{ ...step, billed: null }], { refused: 1 })).toBe(
      '1 request: 1 is refused by the rules, so nothing is predicted.',
    );
    expect(answer([{ ...step, billed: null }])).toBe(
      '1 request: no caching rules are known for their models, so nothing is predicted.',
    );
  });

  it('of sizes is about this prompt alone', () => {
    const estimate = '~5,000 characters, ~1,250 tokens';
    const rows = [
      { name: 'This prompt', estimate, characters: 4041 },
      { name: 'Full', estimate: '7,000–10,000 characters', characters: 5733 },
    ];
    expect(sizesAnswer({ rows }).text).toBe(`This prompt has 4,041 characters. The design expects ${estimate}.`);
  });

  it('of sent against built, of variants, builds and tools', () => {
    expect(sentAnswer({ same: 4, changed: 1, 'only-built': 0, 'only-sent': 2 }).text).toBe(
      'What was sent differs: 1 changed and 2 only sent; 4 sections the same.',
    );
    expect(matrixAnswer(undefined, 12).text).toBe('How do the settings change the prompt? 12 variants to build.');
    const matrix = { axes: [], rows: [], combinations: 0, sharedByAll: 0, stopped: false };
    expect(matrixAnswer(matrix, 12).text).toBe('0 variants; they begin differently.');
    expect(matrixAnswer({ ...matrix, sharedByAll: 1 }, 12).text).toBe(
      '0 variants; all begin with the same 1 character.',
    );
    expect(historyAnswer([{ tokens: 10 }, { tokens: 15 }], 0).text).toBe(
      '2 builds since the folder was opened: +5 tokens.',
    );
    expect(toolsAnswer([], inspectionOf(1).analysis).text).toBe('This request defines no tools.');
    expect(toolsAnswer([], inspectionOf(1).analysis, true).text).toMatch(/not known until it has been captured once/);
  });

  it('of messages says of what the largest is a part', () => {
    const { analysis } = inspectionOf(1);
    const counted = (tokens: number) => ({ ...analysis.total, tokens });
    const counts = { ...analysis, total: counted(200), tokens: { a: counted(20), b: counted(90) } };
    const messages = [
      { id: nodeId('a'), name: 'message 1 (system)' },
      { id: nodeId('b'), name: 'message 2 (user, block)' },
    ];
    const mark = markOf(analysis.total);
    expect(messagesAnswer(messages, counts).text).toBe(
      `2 messages. The largest is message 2 (user, block): 90 ${mark} tokens, 45 % of the request.`,
    );
    expect(messagesAnswer(messages, counts, true).text).toBe(
      '2 messages. Some of their text is not known. ' +
        `The largest is message 2 (user, block): 90 ${mark} tokens, 45 % of what is known.`,
    );
    const alike = { ...counts, tokens: { a: counted(90), b: counted(90) } };
    expect(messagesAnswer(messages, alike).text).toBe(
      `2 messages. The largest are message 1 (system) and 1 more: 90 ${mark} tokens, 45 % of the request each.`,
    );
  });
});

describe('words', () => {
  it('count and list', () => {
    expect([counted(1, 'miss', 'misses'), counted(1200, 'row')]).toEqual(['1 miss', '1,200 rows']);
    expect([listed(['a']), listed(['a', 'b', 'c'])]).toEqual(['a', 'a, b and c']);
  });
});

describe('the height of a panel', () => {
  it('is that of its content, up to 45 % of the window', () => {
    expect(fittingHeight(200, 800)).toBe(200);
    expect(fittingHeight(2000, 800)).toBe(360);
    expect(fittingHeight(10, 800)).toBe(96);
    expect(fittingHeight(10, 100)).toBe(45);
  });
});

it('what differs is changed, added or removed, each counted by itself', () => {
  const compared = { tokens: 27, method: 'estimated', first: 'HouseRules' } as const;
  expect(changesAnswer({ ...compared, parts: ['changed', 'added', 'added'] }).text).toBe(
    '1 section changed, 2 sections added, +27 ≈ tokens. First change: HouseRules.',
  );
  expect(changesAnswer({ ...compared, tokens: 18, ofParts: 10, parts: ['added', 'added'] }).text).toBe(
    '2 sections added, +18 ≈ tokens, +8 of them framing and text outside sections. First change: HouseRules.',
  );
  const models = { before: 'claude-sonnet-5-5', now: 'gpt-5' };
  expect(changesAnswer({ ...compared, tokens: -1020, ofParts: 20, models, parts: ['added', 'added'] }).text).toBe(
    '2 sections added. Counted for gpt-5 instead of claude-sonnet-5-5: −1,020 ≈ tokens. First change: HouseRules.',
  );
  expect(changesAnswer({ ...compared, models, parts: [], first: null }).text).toBe(
    'Tools and text are the same. Counted for gpt-5 instead of claude-sonnet-5-5: +27 ≈ tokens.',
  );
  expect(changesAnswer({ ...compared, parts: [] }).text).toMatch(/^No section differs, \+27/);
  expect(changesAnswer({ ...compared, parts: [], first: null }).text).toBe('Tools and text are the same.');
});
