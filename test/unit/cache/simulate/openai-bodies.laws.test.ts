import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../../../../shared/analysis/count/analyze';
import { findModel } from '../../../../shared/analysis/models';
import { playSession } from '../../../../shared/cache/bill/play';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { writtenTokens } from '../../../../shared/cache/simulate/outcome';
import { loadEncoding } from '../../../../shared/tokenizers/load';
import { literalOpenaiSession, type OpenaiBody, type SentItem } from '../../../support/cache/literal-openai';
import { openBody } from '../../../support/request-bodies';

const encoding = await loadEncoding('o200k_base');
const model = 'gpt-6.1-sol';
/** The minimum that the table of models has. */
const minimum = 1024;

interface Move {
  readonly calls: number;
  readonly marks: number;
  readonly wait: number;
  readonly mode: OpenaiBody['mode'];
  readonly effort: string;
  readonly model: string;
  readonly cacheKey: string;
  readonly isNoted: boolean;
}

const move: fc.Arbitrary<Move> = fc.record({
  calls: fc.integer({ min: 0, max: 4 }),
  marks: fc.integer({ min: 0, max: 6 }),
  wait: fc.constantFrom(5, 60, 1700, 1900),
  mode: fc.constantFrom('implicit', 'implicit', 'implicit', 'explicit'),
  effort: fc.constantFrom('medium', 'medium', 'medium', 'high'),
  model: fc.constantFrom(model, model, model, 'gpt-6-sol'),
  cacheKey: fc.constantFrom('a', 'a', 'a', 'b'),
  isNoted: fc.boolean(),
});

const words = (word: string, count: number) => Array.from({ length: count }, () => word).join(' ');
const item = (role: SentItem['role'], ...texts: readonly string[]): SentItem => ({
  role,
  parts: texts.map((text) => ({ text, marked: false })),
});

function bodiesOf(moves: readonly Move[]): readonly { readonly body: OpenaiBody; readonly at: number }[] {
  const items: SentItem[] = [
    item('developer', words('rule', 700)),
    item('user', words('ask', 200), words('more', 200)),
  ];
  let at = 0;
  return moves.map((each, turn) => {
    if (turn > 0) {
      items.push(item('assistant', `step ${turn} ${words('so', 30)}`));
      const calls = Array.from({ length: each.calls }, (_, call) => `call-${turn}-${call}`);
      items.push(
        ...calls.map((id) => item('call', id)),
        ...calls.map((id) => item('output', `${id} ${words('line', 30)}`)),
      );
      if (each.isNoted) items.push(item('developer', `note ${turn}`));
      if (calls.length === 0) items.push(item('user', `go on ${turn}`));
    }
    at += each.wait;
    const users = items.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).slice(-each.marks);
    const marked = items.map(({ role, parts }, index) => ({
      role,
      parts: parts.map(({ text }, part) => ({
        text,
        marked: each.marks > 0 && users.includes(index) && part === parts.length - 1,
      })),
    }));
    const { mode, effort, cacheKey } = each;
    return { at, body: { model: each.model, tools: [words('look', 100)], items: marked, mode, effort, cacheKey } };
  });
}

function jsonOf({ model: id, tools, items, mode, effort, cacheKey }: OpenaiBody): string {
  return JSON.stringify({
    model: id,
    reasoning: { effort },
    prompt_cache_key: cacheKey,
    prompt_cache_options: { mode },
    tools: tools.map((description) => ({
      type: 'function',
      name: 'look',
      description,
      parameters: { type: 'object' },
    })),
    input: items.map(({ role, parts }) => {
      const [first] = parts;
      const text = first?.text ?? '';
      if (role === 'call') return { type: 'function_call', call_id: text, name: 'look', arguments: '{}' };
      if (role === 'output') return { type: 'function_call_output', call_id: text.split(' ')[0], output: text };
      return {
        role,
        content: parts.map((part) => ({
          type: role === 'assistant' ? 'output_text' : 'input_text',
          text: part.text,
          ...(part.marked ? { prompt_cache_breakpoint: { mode: 'explicit' } } : {}),
        })),
      };
    }),
  });
}

it('agrees turn by turn with OpenAI’s published rules on random sessions, as real bodies', () => {
  fc.assert(
    fc.property(fc.array(move, { minLength: 2, maxLength: 7 }), (moves) => {
      const sent = bodiesOf(moves);
      const played = playSession(
        sent.map(({ body, at }) => {
          const document = openBody(jsonOf(body))?.document;
          if (document === undefined) throw new Error('not read as a request');
          return { label: '', document, analysis: analyze(document, findModel(body.model), encoding), at, usage: null };
        }),
        shippedPacks,
      );
      const tokensOf = (request: number, blocks: number) =>
        (played[request]?.request.blocks ?? []).slice(0, blocks).reduce((sum, { tokens }) => sum + tokens, 0);
      const expected = literalOpenaiSession(sent, tokensOf, minimum).map(({ read, written }, index) => ({
        read: tokensOf(index, read),
        written: tokensOf(index, written) - tokensOf(index, read),
        uncached: tokensOf(index, Number.POSITIVE_INFINITY) - tokensOf(index, written),
      }));
      expect(
        played.map(({ outcome }) => ({
          read: outcome?.worst.read,
          written: outcome === undefined ? undefined : writtenTokens(outcome.worst),
          uncached: outcome?.worst.uncached,
        })),
      ).toEqual(expected);
    }),
    { numRuns: Number(process.env['STRATA_SEEDS'] ?? 150) },
  );
});
