import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../../../../shared/analysis/count/analyze';
import { findModel } from '../../../../shared/analysis/models';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { rulesOfRequest } from '../../../../shared/cache/packs/request-rules';
import { requestOf, type CacheRequest } from '../../../../shared/cache/simulate/blocks';
import { keyParameters } from '../../../../shared/cache/simulate/key-parameters';
import { writtenTokens, type CacheEntry } from '../../../../shared/cache/simulate/outcome';
import { simulate } from '../../../../shared/cache/simulate/simulate';
import { loadEncoding } from '../../../../shared/tokenizers/load';
import { literalSession, type Reading, type SentBlock, type SentBody } from '../../../support/cache/literal-sessions';
import { openBody } from '../../../support/request-bodies';

const encoding = await loadEncoding('o200k_base');

interface Move {
  readonly tools: number;
  readonly isAutomatic: boolean;
  readonly marks: number;
  readonly wait: number;
  readonly toolChoice: string;
  readonly speed: string;
  readonly thinking: string;
  readonly effort: string;
  readonly isSwitched: boolean;
  readonly isThinking: boolean;
  readonly speaks: boolean;
}

const move: fc.Arbitrary<Move> = fc.record({
  tools: fc.integer({ min: 0, max: 12 }),
  isAutomatic: fc.boolean(),
  marks: fc.integer({ min: 0, max: 4 }),
  wait: fc.constantFrom(5, 30, 290, 400),
  toolChoice: fc.constantFrom('auto', 'auto', 'auto', 'any'),
  speed: fc.constantFrom('standard', 'standard', 'standard', 'fast'),
  thinking: fc.constantFrom('none', 'none', 'none', 'adaptive', '2048'),
  effort: fc.constantFrom('none', 'none', 'high', 'low'),
  isSwitched: fc.constantFrom(false, false, false, true),
  isThinking: fc.boolean(),
  speaks: fc.constantFrom(false, false, true),
});

/** One that sees thinking of earlier turns again, and one that does not. */
const base = fc.constantFrom('claude-opus-5', 'claude-haiku-4-5');

const words = (word: string, count: number) => Array.from({ length: count }, () => word).join(' ');

/** A session of an agent: each move adds a turn of calls and results, and moves the markers to the latest ends. */
function bodiesOf(moves: readonly Move[], model: string): readonly { readonly body: SentBody; readonly at: number }[] {
  const turns: { role: string; blocks: SentBlock[] }[] = [];
  let at = 0;
  return moves.map((each, turn) => {
    if (turn === 0) turns.push({ role: 'user', blocks: [{ type: 'text', text: words('ask', 300) }] });
    else {
      const calls = Array.from({ length: each.tools }, (_, call) => `${turn}-${call}`);
      turns.push({
        role: 'assistant',
        blocks: [
          ...(each.isThinking ? [{ type: 'thinking', text: `perhaps ${turn} ${words('or', 25)}` }] : []),
          { type: 'text', text: `step ${turn} ${words('so', 40)}` },
          ...calls.map((id) => ({ type: 'tool_use', text: id })),
        ],
      });
      turns.push({
        role: 'user',
        blocks:
          calls.length === 0
            ? [{ type: 'text', text: `go on ${turn}` }]
            : [
                ...calls.map((id) => ({ type: 'tool_result', text: `${id} ${words('line', 30)}` })),
                ...(each.speaks ? [{ type: 'text', text: `and ${turn}` }] : []),
              ],
      });
    }
    at += each.wait;
    const ends = turns.flatMap((_, index) => (index % 2 === 0 ? [index] : [])).slice(-Math.max(0, each.marks - 1));
    const marked = turns.map(({ role, blocks }, index) => ({
      role,
      blocks: blocks.map((block, position) => ({
        ...block,
        marked: each.marks > 1 && ends.includes(index) && position === blocks.length - 1,
      })),
    }));
    return {
      at,
      body: {
        model: each.isSwitched ? 'claude-opus-4-8' : model,
        defaultEffort: each.isSwitched || model === 'claude-opus-5' ? 'high' : undefined,
        isStripping: !each.isSwitched && model === 'claude-haiku-4-5',
        tools: [{ type: 'tool', text: words('look', 120) }],
        system: [{ type: 'text', text: words('rule', 600), marked: each.marks > 0 }],
        turns: marked,
        toolChoice: each.toolChoice,
        speed: each.speed,
        thinking: each.thinking,
        effort: each.effort,
        automatic: each.isAutomatic,
      },
    };
  });
}

function thinkingOf(thinking: string): object {
  return thinking === 'adaptive' ? { type: 'adaptive' } : { type: 'enabled', budget_tokens: Number(thinking) };
}

const control = { type: 'ephemeral' };

function jsonOf({ model, tools, system, turns, automatic, ...more }: SentBody): string {
  const { toolChoice, speed, thinking, effort } = more;
  const block = ({ type, text, marked }: SentBlock) => ({
    type,
    ...(type === 'text'
      ? { text }
      : type === 'thinking'
        ? { thinking: text, signature: 'c2lnbmVk' }
        : type === 'tool_use'
          ? { id: text, name: 'look', input: { at: text } }
          : {
              tool_use_id: text.split(' ')[0],
              content: [{ type: 'text', text, ...(marked === true ? { cache_control: control } : {}) }],
            }),
    ...(marked === true && type !== 'tool_result' ? { cache_control: control } : {}),
  });
  return JSON.stringify({
    model,
    max_tokens: 100,
    ...(automatic ? { cache_control: control } : {}),
    ...(toolChoice === 'auto' ? {} : { tool_choice: { type: toolChoice } }),
    ...(speed === 'standard' ? {} : { speed }),
    ...(thinking === 'none' ? {} : { thinking: thinkingOf(thinking) }),
    ...(effort === 'none' ? {} : { output_config: { effort } }),
    tools: tools.map(({ text }) => ({ name: 'look', description: text, input_schema: { type: 'object' } })),
    system: system.map(block),
    messages: turns.map(({ role, blocks }) => ({ role, content: blocks.map(block) })),
  });
}

it('agrees turn by turn with the published rules on random sessions of an agent, as real bodies', () => {
  fc.assert(
    fc.property(fc.array(move, { minLength: 2, maxLength: 7 }), base, (moves, model) => {
      const sent = bodiesOf(moves, model);
      let entries: readonly CacheEntry[] = [];
      let previous: CacheRequest | undefined;
      const requests: CacheRequest[] = [];
      const outcomes = sent.map(({ body, at }) => {
        const document = openBody(jsonOf(body))?.document;
        if (document === undefined) throw new Error('not read as a request');
        const analysis = analyze(document, findModel(body.model), encoding);
        const rules = rulesOfRequest(shippedPacks, document, analysis);
        if (rules === undefined) throw new Error('no rules');
        const exact = { ...rules, model: { ...rules.model, minimum: 1 } };
        const request = requestOf(document, analysis, document.breakpoints, keyParameters(document, analysis.model.id));
        requests.push(request);
        const time = { at, firstToken: 1, ...(previous === undefined ? {} : { previous }) };
        const outcome = simulate(request, entries, time, exact);
        expect(outcome.total).toBe(analysis.total.tokens);
        entries = outcome.entries;
        previous = request;
        return outcome;
      });
      const tokensOf = (request: number, blocks: number) =>
        (requests[request]?.blocks ?? []).slice(0, blocks).reduce((sum, { tokens }) => sum + tokens, 0);
      const expected = (reading: Reading) =>
        literalSession(sent, tokensOf, 1, reading).map(({ refused, read, written }, index) => ({
          refused,
          read: tokensOf(index, read),
          written: tokensOf(index, written) - tokensOf(index, read),
          uncached: tokensOf(index, Number.POSITIVE_INFINITY) - tokensOf(index, written),
        }));
      const predicted = (of: 'worst' | 'best') =>
        outcomes.map(({ rejected, ...outcome }) => ({
          refused: rejected !== undefined,
          read: outcome[of].read,
          written: writtenTokens(outcome[of]),
          uncached: outcome[of].uncached,
        }));
      expect(predicted('worst')).toEqual(expected('everything'));
      expect(predicted('best')).toEqual(expected('messages'));
    }),
    { numRuns: Number(process.env['STRATA_SEEDS'] ?? 150) },
  );
});
