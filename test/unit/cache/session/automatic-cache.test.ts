import { describe, expect, it } from 'vitest';
import type { LedgerStep } from '../../../../shared/cache/session/ledger';
import { capturedOf, stepsOf } from '../../../support/cache/scripted-session';

/** A provider that caches the start of what it saw by itself, in steps of 128 tokens, from 1,024 on. */
class AutomaticProvider {
  #seen: string[] = [];

  forget(): void {
    this.#seen = [];
  }

  answer(body: object): string {
    const text = JSON.stringify(body);
    const common = Math.max(0, ...this.#seen.map((each) => sameStart(each, text)));
    const tokens = Math.floor(common / 4.4 / 128) * 128;
    this.#seen.push(text);
    const total = Math.ceil(text.length / 4.4);
    const cached = tokens < 1024 ? 0 : tokens;
    return JSON.stringify({
      usage: { prompt_tokens: total, prompt_tokens_details: { cached_tokens: cached }, completion_tokens: 20 },
    });
  }
}

function sameStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

const lines = (about: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${about} ${index}: say what you checked.`).join('\n');

function body(turns: number, rules = 'Be brief.', model = 'gpt-5.5'): object {
  const talk = Array.from({ length: 2 * turns - 1 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: lines(`Part ${index}`, 30),
  }));
  return { model, messages: [{ role: 'system', content: `${rules}\n${lines('Rule', 300)}` }, ...talk] };
}

function run(sendings: readonly { body: object; at: number; forget?: true }[]): readonly LedgerStep[] {
  const provider = new AutomaticProvider();
  return stepsOf(
    sendings.map(({ body: each, at, forget }, index) => {
      if (forget === true) provider.forget();
      const usage = provider.answer(each);
      return capturedOf(each, { number: index + 1, at, firstByte: 1, thread: 'main', usage });
    }),
  );
}

const before = [
  { body: body(1), at: 0 },
  { body: body(2), at: 20 },
] as const;
const verdicts = (steps: readonly LedgerStep[]) => steps.map(({ answer }) => answer.verdict);
const causes = (steps: readonly LedgerStep[]) =>
  steps.at(-1)?.answer.left.map((each) => each.map(({ cause }) => cause));

describe('a provider that caches by itself', () => {
  it('is found to hit while the conversation grows', () => {
    expect(verdicts(run([...before, { body: body(3), at: 40 }, { body: body(4), at: 60 }]))).toEqual([
      'first',
      'hit',
      'hit',
      'hit',
    ]);
  });

  it('misses for an edit at the start', () => {
    const steps = run([...before, { body: body(3, 'Be verbose.'), at: 40 }]);
    expect([steps.at(-1)?.answer.verdict, causes(steps)]).toEqual(['explained', [['edit']]]);
  });

  it('misses for another model', () => {
    const provider = new AutomaticProvider();
    const steps = stepsOf(
      [body(1), body(2)].map((each, index) =>
        capturedOf(each, {
          number: index + 1,
          at: index * 20,
          firstByte: 1,
          thread: 'main',
          usage: provider.answer(each),
        }),
      ),
    );
    expect(verdicts(steps)).toEqual(['first', 'hit']);
    const other = run([...before, { body: body(3, 'Be brief.', 'gpt-5.4'), at: 40, forget: true }]);
    expect([other.at(-1)?.answer.verdict, causes(other)]).toEqual(['explained', [['model']]]);
  });

  it('forgets for no reason that is known', () => {
    const steps = run([...before, { body: body(3), at: 40, forget: true }]);
    expect(steps.at(-1)?.answer.verdict).toBe('provider');
  });

  it('may have forgotten after a while: no lifetime is published', () => {
    const steps = run([...before, { body: body(3), at: 2000, forget: true }]);
    expect(causes(steps)).toEqual([['expired']]);
    expect(steps.at(-1)?.answer.left[0]?.[0]?.fact).toMatch(/after it was last used/);
  });
});
