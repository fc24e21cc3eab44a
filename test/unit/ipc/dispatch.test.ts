import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { dispatch, knownError } from '../../../electron/ipc/dispatch';
import { HostError } from '../../../electron/host/errors';
import {
  channels,
  type Channel,
  type Events,
  type Handlers,
  type JournalState,
  type Results,
} from '../../../shared/ipc/contract';

/** What events carry, but for plain texts and a mere problem. */
type Carried = Exclude<Extract<Events[keyof Events], object>, JournalState>;
/** A channel whose reply repeats an event. */
type Repeating = { [C in Channel]: Extract<Results[C], Carried> extends never ? never : C }[Channel];

it('gives in a reply nothing that an event carries', () => {
  expectTypeOf<Repeating>().toEqualTypeOf<never>();
});

function refusing(): Handlers {
  const refuse = () => Promise.reject(new Error('not under test'));
  return Object.fromEntries(Object.keys(channels).map((channel) => [channel, refuse])) as unknown as Handlers;
}

/** Arguments that are nearly right. */
const wrong: Readonly<Partial<Record<Channel, readonly unknown[]>>> = {
  'workspace:choose': ['/etc'],
  'workspace:open': [42],
  'workspace:recent': [null],
  'workspace:examples': [{}],
  'workspace:left': [{}],
  'window:open': [7],
  'text:tokens': [7],
  'sources:find': ['/w', { words: 'x', matchCase: 1, wholeWord: false }],
  'models:list': [1],
  'schemas:list': ['all'],
  'inspection:follow': ['extra'],
  'inspection:drawn': [7],
  'inspection:configure': [{ settings: 'all' }],
  'inspection:peek': [{ folder: 3 }],
  'trust:allow': ['/etc/passwd'],
  'trust:revoke': [[1]],
  'baseline:get': [0],
  'baseline:set': [{ text: 'half of one' }],
  'buffer:read': ['agent.json'],
  'buffer:edit': ['/w', 'agent.json', 'text'],
  'buffer:splice': ['/w', 'agent.json', { after: 1, changes: [{ start: -1, end: 0, text: '' }] }, 1],
  'buffer:save': ['/w', 'agent.json', '1'],
  'buffer:revert': ['/w', 'x'.repeat(5000)],
  'prompt:secrets': [{ kind: 'all' }, 'pdf'],
  'prompt:preview': [{ kind: 'all' }, 'yaml'],
  'prompt:copy': [{ kind: 'everything' }, 'text', { maskSecrets: false }],
  'prompt:export': [{ kind: 'all' }, 'text', {}],
  'layout:create': [{ folder: '/' }],
  'request:choose': ['/'],
  'request:clipboard': ['text'],
  'request:sequence': ['a.har'],
  'request:compare': [null],
  'captures:refresh': ['/'],
  'captures:start': [7],
  'captures:stop': ['all'],
  'captures:follow': ['../outside'],
  'captures:show': [0],
  'captures:explain': ['7'],
  'captures:response': [-1],
  'captures:summary': [1],
  'captures:find': [/text/],
  'captures:learn': [1],
  'captures:forget': ['all'],
  'captures:delete': ['../outside'],
  'captures:export': [null],
  'logs:refresh': ['/'],
  'logs:open': ['codex', ''],
  'agents:sent': ['/w', '../x'],
  'matrix:run': [{ over: ['mode'] }],
  'matrix:stop': [1],
  'agents:map': ['/w'],
  'cache:assume': ['/w', 'sent'],
  'buffer:close': ['/w'],
  'cache:mark': ['opened'],
  'cache:targets': ['anthropic'],
  'cache:simulate': [{ script: 'send', targets: 'anthropic', optimize: false }],
  'cache:usage': [{ input_tokens: 1 }, 'sent'],
  'cache:patch': [{ breakpoints: [], end: '2h' }],
  'cache:volatility': [true],
  'counts:calibrate': [0.5],
  'counts:plan': ['key'],
  'counts:ask': [],
  'counts:stop': [1],
  'counts:forget': [1],
  'tiers:turn': [1],
  'folder:choose': ['/'],
  'trace:open': [1],
  'catalog:compare': [{ kind: 'shipped' }, { kind: 'folder' }],
};

describe('dispatch', () => {
  it.each([
    ...Object.entries(wrong),
    ...Object.keys(channels).map((name) => [name, [Symbol('of no schema')]] as const),
  ])('refuses wrong arguments of %s before its handler sees them', async (name, args) => {
    const called = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('called')));
    const handlers = { ...refusing(), [name]: called };
    const reply = await dispatch(handlers, name, args, () => undefined);
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-arguments' } });
    expect(called).not.toHaveBeenCalled();
  });

  it.each(['workspace:delete', 'constructor', '__proto__', 'strata:call', ''])('knows no channel %j', async (name) => {
    expect(await dispatch(refusing(), name, [], () => undefined)).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
  });

  it('hands a result over in the envelope', async () => {
    const handlers: Handlers = { ...refusing(), 'workspace:recent': () => Promise.resolve(['/a']) };
    expect(await dispatch(handlers, 'workspace:recent', [], () => undefined)).toEqual({ ok: true, value: ['/a'] });
  });

  it('reports to the page what the host refused, and why', async () => {
    const handlers: Handlers = {
      ...refusing(),
      'buffer:read': () => Promise.reject(new HostError('outside-workspace', 'outside')),
    };
    expect(await dispatch(handlers, 'buffer:read', ['/w', '../x'], () => undefined)).toEqual({
      ok: false,
      error: { code: 'outside-workspace', message: 'outside' },
    });
  });

  it('logs a bug and keeps its message from the page', async () => {
    const logged: unknown[] = [];
    const bug = new TypeError('secret path /home/x');
    const handlers: Handlers = { ...refusing(), 'buffer:read': () => Promise.reject(bug) };
    const reply = await dispatch(handlers, 'buffer:read', ['/w', 'a'], (problem) => logged.push(problem));
    expect(reply).toMatchObject({ ok: false, error: { code: 'bug' } });
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(logged).toEqual([bug]);
  });

  it('takes a system error without a known code as a bug', () => {
    expect(knownError(Object.assign(new Error('x'), { code: 'ENOENT' })).code).toBe('bug');
  });
});
