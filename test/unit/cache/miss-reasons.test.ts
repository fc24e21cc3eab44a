import { describe, expect, it } from 'vitest';
import { block, request, rules, send } from '../../support/cache/requests';

const sonnet = rules('anthropic', 'claude-sonnet-4-5');
const [system, more, tool] = [block('s', 2000, 'system'), block('m', 3000, 'system'), block('t', 1000, 'tools')];
const reasons = (outcome: ReturnType<typeof send>[number] | undefined): readonly string[] =>
  outcome?.reasons.map(({ reason, text }) => `${reason}: ${text}`) ?? [];

describe('what expired', () => {
  it('is what is written again, once, and how long ago in words', () => {
    const [, second] = send(sonnet, [request([system, more], [0, 1]), 0], [request([system, more], [0, 1]), 370]);
    expect(reasons(second)).toEqual(['expired: 5,000 tokens expired 1m10s ago']);
  });

  it('leaves out what did not expire', () => {
    const both = request(
      [system, more],
      [
        { block: 0, ttl: '1h' },
        { block: 1, ttl: '5m' },
      ],
    );
    const [, second] = send(sonnet, [both, 0], [both, 600]);
    expect(second?.worst).toMatchObject({ read: 2000, written: { '5m': 3000 } });
    expect(reasons(second)).toEqual(['expired: 3,000 tokens expired 5m ago']);
  });
});

describe('a change', () => {
  const short = block('short', 300, 'system');
  const edited = block('edited', 300, 'system');

  it('is not the cause where what it changed was too short to cache', () => {
    const [, second] = send(sonnet, [request([short], [0]), 0], [request([edited], [0]), 10]);
    expect(reasons(second)).toEqual([
      'below-minimum: edited: 300 tokens of 1,024: too short to cache (the API gives no error)',
    ]);
  });

  it('is not the cause of a first write', () => {
    const [, second, third] = send(
      sonnet,
      [request([short], [0]), 0],
      [request([tool, short], [0, 1]), 10],
      [request([tool, short], [0, 1]), 20],
    );
    expect(reasons(second)).toEqual(['first-request: Nothing of this request is in the cache yet']);
    expect(third?.worst.read).toBe(1300);
  });

  it('is the cause where something behind it was cached', () => {
    const [, second] = send(sonnet, [request([system, more], [1]), 0], [request([tool, system, more], [2]), 10]);
    expect(reasons(second)).toEqual(['changed: t is not what was sent before']);
  });

  it('is not the cause where the model reads larger steps than were sent', () => {
    const stepped = rules('openai', 'gpt-5.5');
    const [, second] = send(stepped, [request([short]), 0], [request([edited]), 10]);
    expect(reasons(second).filter((each) => each.startsWith('changed'))).toEqual([]);
  });
});

it('a breakpoint that is too short alone costs nothing where a later one is read or written', () => {
  const short = block('short', 300, 'system');
  const said = [block('a', 2000), block('b', 200), block('c', 200)];
  const [, second] = send(
    sonnet,
    [request([short, ...said.slice(0, 1)], [0, 1]), 0],
    [request([short, ...said], [0, 3]), 10],
  );
  expect(second?.worst).toMatchObject({ read: 2300, written: { '5m': 400 } });
  expect(reasons(second)).toEqual([]);
});
