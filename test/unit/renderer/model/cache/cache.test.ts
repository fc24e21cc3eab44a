import { describe, expect, it } from 'vitest';
import {
  recordBuild,
  recordedScript,
  recordSend,
  startRecording,
} from '../../../../../renderer/model/cache/cache-record';
import { readyScripts } from '../../../../../renderer/model/cache/cache-scripts';
import { barsOf, tallestOf, turnSentence } from '../../../../../renderer/model/cache/cache-strip';
import {
  assumptionText,
  costText,
  framingNote,
  dollars,
  markerWhy,
  rateText,
  costSummary,
  lastOfEachReason,
  reasonText,
  tokensText,
} from '../../../../../renderer/model/cache/cache-text';
import { readReaches, usageBands } from '../../../../../renderer/model/cache/cache-usage';
import { heatOf } from '../../../../../renderer/model/cache/cache-heat';
import { breakpoint, frame, message, nodeId, section, tool } from '../../../../../shared/document/builders';
import { writeJson } from '../../../../../shared/document/json-text';
import type { PromptDocument } from '../../../../../shared/document/types';
import type { BuildCause } from '../../../../../shared/ipc/inspection/build-cause';
import type {
  EditCostView,
  OutcomeView,
  RulesView,
  RunView,
  TurnView,
} from '../../../../../shared/ipc/cache/cache-view';
import type { Inspection } from '../../../../../shared/ipc/inspection/inspection';
import { writtenUsage } from '../../../../support/cache/usage';
import { inspectionOf } from '../../../../support/inspection';
import { sampleDocument } from '../../../../support/sample-document';

const document: PromptDocument = sampleDocument({
  tools: [tool(nodeId('tools/grep'), 'grep', 'L1', [frame('finds')], writeJson({}))],
  messages: [
    message(nodeId('system'), 'system', 'L0', 'system', [
      section(nodeId('system/Identity'), 'Identity', 'L0', [frame('I am')]),
      section(nodeId('system/Rules'), 'Rules', 'L1', [
        section(nodeId('system/Rules/one'), 'one', 'L1', [frame('1')]),
        section(nodeId('system/Rules/two'), 'two', 'L1', [frame('2')]),
      ]),
    ]),
    message(nodeId('prompt'), 'user', 'active', 'prompt', [frame('go')]),
  ],
});

const control = (value: Inspection['controls'][number]['value']): Inspection['controls'] => [
  { name: 'mode', value, isDefault: false },
];
const opening: BuildCause = { kind: 'opening' };
const build = (cause: BuildCause, more: Partial<Inspection> = {}): Inspection => ({
  ...inspectionOf(1),
  document,
  cause,
  ...more,
});

describe('recording', () => {
  it('writes edits once, pauses, settings from what they were, and sends', () => {
    let recording = startRecording(0);
    recording = recordSend(recording, 1000);
    const changed = new Set(['system', 'system/Rules', 'system/Rules/two']);
    recording = recordBuild(recording, build(opening), build({ kind: 'file', id: 'rules.md' }), changed, 30_000);
    recording = recordBuild(recording, build(opening), build({ kind: 'file', id: 'rules.md' }), changed, 31_000);
    recording = recordBuild(
      recording,
      build(opening, { controls: control('a') }),
      build({ kind: 'setting', names: ['mode'] }, { controls: control('b') }),
      new Set(['system/Identity']),
      32_000,
    );
    recording = recordSend(recording, 400_000);
    recording = recordBuild(
      recording,
      build(opening),
      build({ kind: 'file', id: 'tools.json' }),
      new Set(['tools/grep']),
      401_000,
    );
    const script = recordedScript(recording);
    expect(script.split('\n').slice(1)).toEqual([
      'stream 0s',
      'set mode=a',
      'send',
      'wait 30s',
      'edit system/Rules/two',
      'set mode=b',
      'wait 6m10s',
      'send',
      'tool change grep',
      '',
    ]);
  });

  it('writes a comment for what does not fit on a line', () => {
    const recording = recordBuild(
      startRecording(0),
      build(opening, { controls: control('a') }),
      build({ kind: 'setting', names: ['mode'] }, { controls: control('two\nlines') }),
      new Set(),
      0,
    );
    expect(recording.lines).toEqual(['# mode was changed to a value that does not fit on a line']);
    expect(
      recordBuild(startRecording(0), build(opening), build({ kind: 'model' }, { modelId: 'gpt-5' }), new Set(), 0)
        .lines,
    ).toEqual(['# another model: gpt-5']);
  });

  it('takes a removed tool as a change of the tools', () => {
    const before = build(opening, {
      document: {
        ...document,
        tools: [...document.tools, tool(nodeId('tools/find'), 'find', 'L1', [], writeJson({}))],
      },
    });
    expect(
      recordBuild(startRecording(0), before, build({ kind: 'file', id: 'tools.json' }), new Set(), 0).lines,
    ).toEqual(['# tool find was removed', 'tool change grep']);
  });
});

describe('ready scripts', () => {
  it('edit a section of the cached part', () => {
    expect(readyScripts(document).find(({ id }) => id === 'edit')?.text).toContain('edit system/Rules\n');
    expect(readyScripts({ ...document, messages: [] }).find(({ id }) => id === 'edit')?.text).not.toContain('edit ');
  });
});

const rules: RulesView = {
  provider: 'p',
  title: 'P',
  asOf: '2026-10-10',
  model: 'm',
  listed: true,
  minimum: 100,
  inputPrice: 3,
  readMultiplier: 0.1,
  markerLimit: 4,
  lookback: 20,
  source: null,
  notes: [],
  overriddenBy: [],
};
const outcome: OutcomeView = {
  total: 1000,
  worst: { read: 0, written: { '5m': 800 }, uncached: 200 },
  best: { read: 0, written: { '5m': 800 }, uncached: 200 },
  known: true,
  rejected: null,
  lostAt: null,
  markers: [],
  reasons: [],
  warnings: [],
  cost: 0.0036,
  bestCost: 0.0036,
};
const turn: TurnView = { ...outcome, line: 1, at: 370, requests: 1, since: ['wait 6m'] };
const runOf = (...turns: readonly TurnView[]): RunView => ({
  rules,
  breakpoints: 'sent',
  turns,
  hitRate: { low: 0, high: 0 },
  cost: null,
  bestCost: null,
  uncachedCost: null,
});

describe('the strip', () => {
  it('draws possible reads apart from certain ones, and loses no token', () => {
    const unsure: TurnView = {
      ...turn,
      known: false,
      worst: { read: 0, written: {}, uncached: 1000 },
      best: { read: 900, written: {}, uncached: 100 },
    };
    const bars = barsOf(runOf(turn, unsure), tallestOf([runOf(turn), runOf({ ...turn, total: 2000 })]));
    expect(bars.map(({ shares }) => shares)).toEqual([
      { read: 0, unsure: 0, written: 0.4, uncached: 0.1 },
      { read: 0, unsure: 0.45, written: 0, uncached: 0.05 },
    ]);
    expect(turnSentence(unsure, 1, 'estimated')).toBe(
      'Turn 2 at 6m10s, after wait 6m: 0–900 ≈ read, 0 ≈ written, 100–1,000 ≈ uncached; $0.00360',
    );
    expect(turnSentence({ ...turn, rejected: 'Too many.' }, 0, 'exact')).toContain('refused. Too many.');
  });
});

describe('figures', () => {
  it('say what is unknown, and a range where only that is known', () => {
    expect(costText(null, 0.1)).toBe('price unknown');
    expect(costText(0.001, 0.0298)).toBe('$0.00100–$0.0298');
    expect(dollars(-0.02468)).toBe('−$0.0247');
    expect(tokensText({ low: 0, high: 7151 }, 'assumed')).toBe('0–7,151 ~');
    expect(rateText({ low: 0.44, high: 0.44 })).toBe('44 %');
  });

  it('keep the last of several reasons of a kind', () => {
    const reasons = (['expired', 'changed', 'expired'] as const).map((reason, index) => ({
      reason,
      text: String(index),
      source: null,
    }));
    expect(lastOfEachReason(reasons).map(({ text }) => text)).toEqual(['1', '2']);
  });

  it('says of a later request of a file that a cold cache is assumed, not that nothing was sent', () => {
    const cold = { reason: 'first-request', text: 'A cold cache is assumed' } as const;
    expect(reasonText(cold, 0)).toBe('A cold cache is assumed');
    expect(reasonText(cold, 1)).toBe(
      'A cold cache is assumed: what the request before it in this file left in the cache is not counted',
    );
    expect(reasonText(cold, 3)).toMatch(/what the 3 requests before it in this file left/);
    expect(reasonText({ reason: 'changed', text: 'Rules is not what was sent before' }, 3)).toBe(
      'Rules is not what was sent before',
    );
  });

  it('tell the cost of an edit in a line', () => {
    const marker = { node: nodeId('system'), ttl: '5m', tokens: 800, why: '', cost: null };
    const first = {
      message: nodeId('system'),
      offset: 3,
      bytes: 3,
      node: nodeId('system/Identity'),
      origin: undefined,
      sourceOffset: undefined,
      at: null,
    };
    const cost: EditCostView = {
      rules,
      first,
      breakpoints: [breakpoint(nodeId('system'), 'L0')],
      suggested: false,
      survived: 0,
      rewritten: 800,
      lost: { low: 800, high: 800 },
      lifetime: 300,
      outcome: { ...outcome, markers: [{ ...marker, state: 'written' }] },
      unchangedCost: 0.0008,
      coldCost: 0.01,
      warmCost: 0.0008,
      warmBestCost: 0.0008,
      unchangedBestCost: 0.0008,
    };
    const opened = { name: 'opened', revision: 1, at: 0, modelId: 'm', ofOtherModel: false } as const;
    const read = { read: 800, written: {}, uncached: 200 };
    const nothing = { read: 0, written: {}, uncached: 1000 };
    const short: OutcomeView = {
      ...outcome,
      worst: nothing,
      best: nothing,
      markers: [{ ...marker, state: 'below-minimum' }],
    };
    expect(costSummary({ ...cost, outcome: short }, null, 'estimated')).toBe('too short to cache');
    // Its count reaches from below the minimum to above it.
    expect(costSummary({ ...cost, outcome: { ...short, known: false } }, null, 'estimated')).toBe(
      'probably too short to cache',
    );
    // The sum that is named has the framing in it.
    expect(framingNote({ tokens: 7 }).text).toBe(', with 7 of framing');
    expect(costSummary(cost, opened, 'estimated')).toBe('warm: 0 of 1 kept · 800 ≈ rewritten · +$0.00280');
    expect(
      costSummary(
        { ...cost, first: null, survived: 1, outcome: { ...cost.outcome, worst: read, best: read } },
        opened,
        'exact',
      ),
    ).toBe('warm: 1 of 1 kept · 800 = read · $0.00360');
    expect(costSummary({ ...cost, first: null }, null, 'estimated')).toBe('cold: 800 ≈ written · $0.00360');
    expect(
      costSummary(
        { ...cost, first: null, rewritten: 0, outcome: { ...outcome, worst: nothing, best: nothing } },
        null,
        'exact',
      ),
    ).toBe('cold: nothing read · $0.00360');
    for (const against of [opened, null]) {
      expect(costSummary({ ...cost, outcome: short }, against, 'exact')).toBe('too short to cache');
      expect(costSummary({ ...cost, outcome: { ...outcome, rejected: 'no' } }, against, 'exact')).toBe(
        'the provider would refuse this request',
      );
    }
    expect(
      costSummary({ ...cost, rules: { ...rules, minimum: 4096 }, outcome: { ...short, markers: [] } }, null, 'exact'),
    ).toBe('too short to cache');
    expect(costSummary({ ...cost, outcome: { ...outcome, known: false, cost: null } }, opened, 'exact')).toBe(
      'warm: up to 800 = no longer read',
    );
    expect(assumptionText(null)).toContain('Cold cache assumed');
    expect(assumptionText(opened)).toBe('If the build as opened (revision 1) was sent before');
    const kept = { state: 'kept', why: 'the request before wrote this prefix' } as const;
    expect(markerWhy(kept, opened, cost)).toBe(
      'assumed: the build as opened (revision 1) was sent before, wrote this prefix, and that has not expired',
    );
    expect(markerWhy(kept, { ...opened, name: 'sent' }, cost)).toBe(
      'the last sent build (revision 1) wrote this prefix: kept if it is sent within 5 minutes of the last one',
    );
    expect(markerWhy({ ...kept, state: 'written' }, opened, cost)).toBe(kept.why);
    const other = { ...opened, ofOtherModel: true };
    expect(assumptionText(other)).toMatch(/^Nothing is read: the build as opened \(revision 1\) was for m, and models/);
    expect(costSummary(cost, other, 'exact')).toMatch(/^sent for another model: /);
  });
});

describe('reported usage', () => {
  const marker = (node: string, tokens: number) => ({
    node: nodeId(node),
    ttl: '5m',
    state: 'kept' as const,
    tokens,
    why: '',
    cost: null,
  });

  it('draws unreported apart from zero', () => {
    expect(usageBands(writtenUsage, []).reported).toEqual([
      { band: 'written', tokens: 7300 },
      { band: 'uncached', tokens: 980 },
    ]);
    expect(usageBands({ ...writtenUsage, read: null, written: null }, []).reported).toEqual([
      { band: 'silent', tokens: 8280 },
    ]);
  });

  it('names the breakpoint where a read ends', () => {
    const markers = [marker('system/Identity', 1000), marker('system/Rules', 5000)];
    expect(readReaches(1050, markers, document)).toContain('ends near breakpoint 1, after Identity');
    expect(readReaches(3000, markers, document)).toContain('ends near no breakpoint');
    expect(readReaches(0, markers, document)).toBe('Nothing was read: no breakpoint was hit.');
    expect(readReaches(0, [], document)).toBe('Nothing was read.');
    expect(readReaches(null, markers, document)).toContain('not reported');
  });
});

it('heat shows the most frequent cause of a section, and skips messages whose sections change', () => {
  const mover = (kind: 'clock' | 'setting', ...sections: readonly string[]) => ({
    cause: { kind, name: kind },
    ranges: [],
    sections: sections.map((id) => nodeId(id)),
    behind: 0,
    stableBehind: 0,
    moveBehind: null,
  });
  const plan = {
    bands: [],
    total: 30,
    ends: new Map([
      ['system', 30],
      ['system/Identity', 10],
      ['system/Rules', 30],
    ]),
  };
  const count = (tokens: number) => ({ tokens, low: tokens, high: tokens, method: 'exact' as const, encoding: 'test' });
  const analysis = {
    ...inspectionOf(1).analysis,
    tokens: {
      [nodeId('system')]: count(30),
      [nodeId('system/Identity')]: count(10),
      [nodeId('system/Rules')]: count(20),
    },
  };
  expect(
    heatOf([mover('setting', 'system', 'system/Rules', 'system/Identity'), mover('clock', 'system/Rules')], plan, {
      document,
      analysis,
    }),
  ).toEqual([
    { key: 'system/Rules', kind: 'clock', cause: 'clock', start: 10, tokens: 20 },
    { key: 'system/Identity', kind: 'setting', cause: 'setting', start: 0, tokens: 10 },
  ]);
});
