import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Analysis, CountedDocument, TokenCount } from '../../../../shared/analysis/types';
import { expandTurns, type Sending } from '../../../../shared/cache/script/expand-turns';
import { minimumState } from '../../../../shared/cache/simulate/explain';
import { requestOf } from '../../../../shared/cache/simulate/blocks';
import { candidatesOf } from '../../../../shared/cache/script/candidates';
import { optimalPlacement, unitsOf, type Placement } from '../../../../shared/cache/script/optimal';
import { prefixesOf } from '../../../../shared/cache/simulate/prefix';
import type { ModelRules } from '../../../../shared/cache/packs/rule-pack';
import { runTurns } from '../../../../shared/cache/script/run-turns';
import { parseTurns } from '../../../../shared/cache/script/turns';
import { breakpoint, builtin, message, nodeId, section, sourceId, tool } from '../../../../shared/document/builders';
import { writeJson } from '../../../../shared/document/json-text';
import type { PromptDocument } from '../../../../shared/document/types';
import { rules } from '../../../support/cache/requests';
import { sampleDocument } from '../../../support/sample-document';

const sonnet = rules('anthropic', 'claude-sonnet-4-5');
const bedrock = rules('bedrock', 'claude-sonnet-4-5');

/** One tool, a system message with sections, and one user message, with the given tokens. */
function sized(toolTokens: number, sections: readonly number[], userTokens: number): CountedDocument {
  const tokens: Record<string, TokenCount> = {};
  const count = (id: string, each: number) => {
    tokens[id] = { tokens: each, low: each, high: each, method: 'exact', encoding: 'given' };
    return nodeId(id);
  };
  const tools = toolTokens === 0 ? [] : [tool(count('tools/t', toolTokens), 't', 'L1', [], writeJson({}))];
  const children = sections.map((each, index) =>
    section(count(`system/${index}`, each), String(index), 'L0', [builtin('s', `text ${index} of ${each}`)]),
  );
  const system = message(
    count(
      'system',
      sections.reduce((a, b) => a + b, 0),
    ),
    'system',
    'L0',
    'system',
    children,
  );
  const user = message(count('user', userTokens), 'user', 'active', 'prompt', [
    builtin('u', `question of ${userTokens}`),
  ]);
  const document: PromptDocument = sampleDocument({
    tools,
    messages: [system, user],
  });
  const total: TokenCount = { tokens: 0, low: 0, high: 0, method: 'exact', encoding: 'given' };
  const analysis: Analysis = {
    model: { id: 'm', label: 'm', provider: 'p', contextWindow: null },
    method: 'exact',
    tokens,
    overhead: total,
    total,
    cacheable: total,
  };
  return { document, analysis };
}

const sendingsOf = (counted: CountedDocument, script: string) =>
  expandTurns(parseTurns(sourceId('x.turns'), script), counted).sendings;

function subsets<T>(items: readonly T[], most: number): readonly (readonly T[])[] {
  return items.reduce<readonly (readonly T[])[]>(
    (all, item) => [...all, ...all.filter((set) => set.length < most).map((set) => [...set, item])],
    [[]],
  );
}

/**
 * Tries every legal placement on every candidate that is cacheable in a request, priced by the simulator. On Bedrock it
 * should be cacheable in every request.
 */
function bruteForce(
  sendings: readonly Sending[],
  model: ModelRules,
  limit: number,
): { readonly units: number; readonly placement: Placement } {
  const candidates = candidatesOf(sendings.map(({ counted }) => counted.document)).filter(({ node, tier }) => {
    const isCacheable = ({ counted, parameters }: Sending): boolean => {
      const request = requestOf(counted.document, counted.analysis, [breakpoint(node, tier)], parameters);
      const prefix = prefixesOf(request, model.pack)[request.markers[0]?.block ?? -1];
      return prefix !== undefined && minimumState(prefix, model.model.minimum) !== 'below';
    };
    return model === bedrock ? sendings.every(isCacheable) : sendings.some(isCacheable);
  });
  const placements = subsets(candidates, limit).flatMap((set) =>
    Array.from({ length: set.length + 1 }, (_, longOnes) => longOnes).flatMap((longOnes) => {
      const breakpoints = set.map(({ node, tier }, index) => breakpoint(node, tier, index < longOnes ? '1h' : '5m'));
      const ends =
        set.length === limit
          ? (['off'] as const)
          : longOnes === set.length
            ? (['off', '5m', '1h'] as const)
            : (['off', '5m'] as const);
      return ends.map((end): Placement => ({ breakpoints, end }));
    }),
  );
  return placements
    .flatMap((placement) => {
      const run = runTurns(sendings, model, placement);
      return run.turns.some(({ outcomes }) =>
        outcomes.some(
          ({ rejected, markers }) =>
            rejected !== undefined || (model === bedrock && markers.some(({ state }) => state === 'below-minimum')),
        ),
      )
        ? []
        : [{ units: unitsOf(run, model), placement }];
    })
    .reduce((best, each) => (each.units < best.units ? each : best));
}

describe('the best placement', () => {
  const steps = fc.array(
    fc.constantFrom(
      'send',
      'send',
      'send x2',
      'wait 4m',
      'wait 6m',
      'wait 50m',
      'wait 2h',
      'edit 0',
      'edit 1',
      'edit 2',
      'edit user',
      'add user 300',
      'add assistant 900',
      'tool change t',
      'tool add g 600',
      'tool change g 1200',
      'tool remove g',
      'param tool_choice=any',
    ),
    { minLength: 2, maxLength: 9 },
  );
  const sizes = fc.constantFrom(0, 200, 700, 1100, 3000);
  const cases = fc.record({
    toolTokens: sizes,
    sections: fc.array(sizes, { minLength: 1, maxLength: 4 }),
    userTokens: fc.constantFrom(50, 1200),
    script: steps.map((lines) => `${lines.join('\n')}\nsend\n`),
  });

  it.each([
    ['Anthropic', sonnet],
    ['Bedrock', bedrock],
  ] as const)('equals brute force through the simulator: %s', (_, model) => {
    fc.assert(
      fc.property(cases, ({ toolTokens, sections, userTokens, script }) => {
        const sendings = sendingsOf(sized(toolTokens, sections, userTokens), script);
        const best = optimalPlacement(sendings, model);
        const expected = bruteForce(sendings, model, 4);
        expect(best?.units).toBeCloseTo(expected.units, 6);
      }),
      { numRuns: 60 },
    );
  });

  const grown = fc.record({
    waits: fc.array(fc.constantFrom(20, 240, 400, 4000), { minLength: 5, maxLength: 5 }),
    turns: fc.array(
      fc.tuple(
        fc.constantFrom(0, 400),
        fc.constantFrom(100, 600, 1100),
        fc.constantFrom(100, 600, 3000),
        fc.constantFrom(50, 900),
      ),
      { minLength: 2, maxLength: 5 },
    ),
  });

  it('equals brute force where sections grow and shrink across the minimum between turns', () => {
    let crossed = 0;
    fc.assert(
      fc.property(grown, ({ turns, waits }) => {
        let at = 0;
        const sendings = turns.flatMap(([first, second, third, user], index) => {
          at += waits[index] ?? 0;
          return sendingsOf(sized(0, [first, second, third], user), 'send').map((each) => ({ ...each, at }));
        });
        const best = optimalPlacement(sendings, sonnet);
        expect(best?.units).toBeCloseTo(bruteForce(sendings, sonnet, 4).units, 6);
        const states = runTurns(sendings, sonnet, best).turns.flatMap(({ outcomes }) =>
          outcomes.map(({ markers }) => markers.map(({ state }) => state)),
        );
        if (states.some((each) => each.includes('below-minimum'))) crossed += 1;
      }),
      { numRuns: 100 },
    );
    expect(crossed).toBeGreaterThan(0);
  });

  it('marks what is too short in the first request and read in the later ones', () => {
    const sendings = [200, 3000, 3000, 3000].flatMap((tokens, index) =>
      sendingsOf(sized(0, [tokens, 10 + index], 50), 'send').map((each) => ({ ...each, at: index * 60 })),
    );
    expect(optimalPlacement(sendings, sonnet)).toMatchObject({
      breakpoints: [{ after: 'system/0', ttl: '5m' }],
      end: 'off',
    });
  });

  it('puts a marker before what changes every turn, and keeps what is stable an hour over long pauses', () => {
    const counted = sized(0, [3000, 2000], 100);
    expect(
      optimalPlacement(sendingsOf(counted, 'send\nedit 1\nsend\nedit 1\nsend\nedit 1\nsend'), sonnet),
    ).toMatchObject({ breakpoints: [{ after: 'system/0', ttl: '5m' }], end: 'off' });
    const slow = optimalPlacement(sendingsOf(counted, 'send\nwait 20m\nsend\nwait 20m\nsend\nwait 20m\nsend'), sonnet);
    expect(slow?.breakpoints.map(({ ttl }) => ttl).concat(slow.end === 'off' ? [] : [slow.end])).toEqual(['1h']);
  });

  it('moves a marker with a growing conversation', () => {
    const best = optimalPlacement(
      sendingsOf(
        sized(0, [3000], 400),
        'send\nadd assistant 900\nadd user 300\nsend\nadd assistant 900\nadd user 300\nsend',
      ),
      sonnet,
    );
    expect(best?.end).toBe('5m');
  });

  it('never costs more than the present one, and says what it saves', () => {
    const best = optimalPlacement(
      sendingsOf(sized(0, [3000, 1500, 1500], 100), 'send\nedit 2\nsend\nedit 2\nsend'),
      sonnet,
    );
    expect(best?.units).toBeLessThan(best?.presentUnits ?? 0);
    expect(best?.cost).toBeLessThan(best?.presentCost ?? 0);
  });

  it('caches nothing that is never read again', () => {
    expect(optimalPlacement(sendingsOf(sized(0, [3000], 100), 'send\nwait 2h\nsend'), sonnet)).toMatchObject({
      breakpoints: [],
      end: 'off',
    });
  });

  it('is found among a thousand sections', () => {
    const best = optimalPlacement(
      sendingsOf(
        sized(
          0,
          Array.from({ length: 1000 }, () => 40),
          100,
        ),
        'send\nedit 700\nsend\nedit 400\nsend\nedit 700\nsend',
      ),
      sonnet,
    );
    expect(best?.breakpoints.map(({ after }) => after)).toEqual(['system/399', 'system/699']);
  });

  it('has no advice where the provider places its own', () => {
    expect(optimalPlacement(sendingsOf(sized(0, [3000], 100), 'send'), rules('openai', 'gpt-5'))).toBeUndefined();
    expect(optimalPlacement([], sonnet)).toBeUndefined();
  });
});
