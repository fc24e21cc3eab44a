import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../shared/document/builders';
import { inNaturalOrder, requestFolder, stemOf, type FolderFile } from '../../../shared/requests/folder';
import { contentIn } from '../../../shared/requests/content-kind';

const request = (model = 'm') => JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] });
const response = (model = 'm') => JSON.stringify({ type: 'message', role: 'assistant', model, content: [], usage: {} });

function folder(files: Readonly<Record<string, string | readonly [text: string, modified: number]>>) {
  return requestFolder(
    Object.entries(files).map(([name, file]): FolderFile => {
      const [text, modified] = typeof file === 'string' ? [file, 0] : file;
      return { id: sourceId(name), name, ...contentIn(text, true), bytes: text.length, modified };
    }),
  );
}

describe('what a file holds', () => {
  it.each([
    ['a body', request(), 'request'],
    ['a cURL command', "curl https://api.example.com -d '{}'", 'request'],
    ['a Gemini body', JSON.stringify({ contents: [] }), 'request'],
    ['a record around a body', JSON.stringify({ timestamp: 'x', url: 'y', request: { messages: [] } }), 'request'],
    ['an Anthropic response', response(), 'response'],
    ['a Chat response', JSON.stringify({ id: 'x', object: 'chat.completion', choices: [] }), 'response'],
    ['a Responses response', JSON.stringify({ id: 'r', object: 'response', instructions: 'x', input: [] }), 'response'],
    ['a Gemini response', JSON.stringify({ candidates: [], usageMetadata: {} }), 'response'],
    ['a stream', 'event: message_start\ndata: {}\n\n', 'response'],
    ['lines of bodies', `${request()}\n${request()}\n`, 'log'],
    ['a HAR', JSON.stringify({ log: { entries: [] } }), 'log'],
    [
      'an exchange of a captured session',
      JSON.stringify({
        version: 1,
        number: 1,
        at: 'x',
        method: 'POST',
        address: null,
        kind: 'turn',
        thread: null,
        request: { file: '0001.request.json' },
        response: null,
        times: {},
      }),
      'about',
    ],
    ['what was noted about an exchange', JSON.stringify({ at: 'x', method: 'POST', address: 'y' }), 'about'],
    ['a package file', JSON.stringify({ name: 'x', version: '1', dependencies: {} }), 'none'],
    ['text', 'Hello', 'none'],
    ['a body whose keys are inside a text', JSON.stringify({ note: '{"messages": []}' }), 'none'],
  ])('%s', (_, text, holds) => {
    expect(contentIn(text, true).holds).toBe(holds);
  });

  it('is found in the start of a long body, too', () => {
    const long = JSON.stringify({ model: 'm', tools: [{ name: 'x'.repeat(1000) }], messages: [] });
    expect(contentIn(long.slice(0, 200), false).holds).toBe('request');
  });
});

describe('a folder of requests and responses', () => {
  it.each([
    ['0001.request.json', '0001.response.sse', '0001'],
    ['call-3-request.json', 'call-3-response.json', 'call-3'],
    ['request_7.json', 'response_7.json', '7'],
    ['a.json', 'a.response.json', 'a'],
    ['x.req.json', 'x.res.json', 'x'],
  ])('pairs %s with %s', (one, other, stem) => {
    expect([stemOf(one), stemOf(other)]).toEqual([stem, stem]);
    expect(folder({ [one]: request(), [other]: response() }).exchanges).toMatchObject([
      { label: stem, request: one, response: other },
    ]);
  });

  it('is in the order of numbers, not of letters', () => {
    const names = ['10.request.json', '9.request.json', '2.request.json'];
    const { exchanges } = folder(Object.fromEntries(names.map((name) => [name, request()])));
    expect(exchanges.map(({ label }) => label)).toEqual(['2', '9', '10']);
    expect(['b', 'a10', 'a9', 'a'].toSorted(inNaturalOrder)).toEqual(['a', 'a9', 'a10', 'b']);
  });

  it('takes time and address from the file about an exchange', () => {
    const about = (at: string) =>
      JSON.stringify({ at, method: 'POST', address: 'https://x/v1/messages', kind: 'title' });
    const { exchanges } = folder({
      '0001.request.json': request(),
      '0001.exchange.json': about('2026-01-01T00:00:02Z'),
      '0002.request.json': request(),
      '0002.exchange.json': about('2026-01-01T00:00:01Z'),
      'session.json': JSON.stringify({ version: 1, id: 'x', agent: 'pi', startedAt: 'x' }),
    });
    expect(exchanges).toMatchObject([
      { request: '0002.request.json', at: '2026-01-01T00:00:01Z', kind: 'title', address: 'https://x/v1/messages' },
      { request: '0001.request.json' },
    ]);
  });

  it('pairs by time where names differ: a failed attempt has no response, a short request its own', () => {
    const id = (at: number) => `${String(at).padStart(8, '0')}-aaaa-bbbb-cccc-dddddddddddd`;
    const { exchanges, strays } = folder({
      [`${id(9)}.request.json`]: [request('big'), 1000],
      [`${id(3)}.request.json`]: [request('big'), 2000],
      [`${id(5)}.request.json`]: [request('small'), 2500],
      [`${id(1)}.response.json`]: [response('small'), 3000],
      [`${id(2)}.response.json`]: [response('big'), 4000],
      [`${id(4)}.response.json`]: [response('other'), 500],
    });
    expect(exchanges).toMatchObject([
      { request: `${id(9)}.request.json` },
      { request: `${id(3)}.request.json`, response: `${id(2)}.response.json`, isPairedByTime: true },
      { request: `${id(5)}.request.json`, response: `${id(1)}.response.json`, isPairedByTime: true },
    ]);
    expect(exchanges[0]).not.toHaveProperty('response');
    expect(strays).toEqual([`${id(4)}.response.json`]);
  });

  it('names its logs apart', () => {
    expect(folder({ 'a.jsonl': `${request()}\n${request()}\n`, 'b.json': request() })).toMatchObject({
      exchanges: [{ request: 'b.json' }],
      logs: ['a.jsonl'],
    });
  });
});
