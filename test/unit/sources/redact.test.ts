import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactHeaders } from '../../../shared/sources/redact';

const key = 'sk-ant-api03-NOT-A-REAL-KEY';

describe('cURL', () => {
  it.each([
    `curl https://api.example.com -H 'x-api-key: ${key}' -d '{"a":1}'`,
    `curl https://api.example.com --header "Authorization: Bearer ${key}" --json '{"a":1}'`,
    `curl -H"api-key:${key}" https://x -d '{"a":1}'`,
    `$ curl --header=Cookie:${key} https://x -d '{"a":1}'`,
    `curl "https://x/v1beta/models?alt=sse&key=${key}" -d '{"a":1}'`,
    `curl -u me:${key} https://x -d '{"a":1}'`,
    `curl https://me:${key}@x -d '{"a":1}'`,
    `curl -b 'session=${key}' https://x -d '{"a":1}'`,
    `curl https://x \\\n  -H $'x-goog-api-key: ${key}' \\\n  --data-raw '{"a":1}'`,
  ])('hides the key of %s', (command) => {
    const clean = redactHeaders(command);
    expect(clean).not.toContain(key);
    expect(clean).toHaveLength(command.length);
    expect(clean).toContain('{"a":1}');
  });

  it('leaves the body and harmless headers alone', () => {
    const command = `curl https://x -H 'content-type: application/json' -H 'anthropic-version: 2023-06-01' -d '{"system":"send -H \\"x-api-key: abc\\""}'`;
    expect(redactHeaders(command)).toBe(command);
  });
});

describe('HAR and logs', () => {
  const entry = {
    request: {
      url: `https://x/v1?key=${key}&alt=json`,
      headers: [{ name: 'Authorization', value: `Bearer ${key}` }, { name: 'accept', value: 'text/plain' }, { value: key, name: 'X-Api-Key' }],
      cookies: [{ name: 'sid', value: key }],
      queryString: [{ name: 'key', value: key }, { name: 'alt', value: 'json' }],
      postData: { text: JSON.stringify({ system: 'the header is "authorization": "Bearer x"', messages: [] }) },
    },
    response: { headers: [{ name: 'Set-Cookie', value: key }, { name: 'anthropic-ratelimit-tokens-remaining', value: '100' }] },
  };

  it.each([JSON.stringify({ log: { entries: [entry] } }), JSON.stringify({ log: { entries: [entry] } }, null, 2)])('hides headers, cookies and keys in URLs', (har) => {
    const clean = redactHeaders(har);
    expect(clean).not.toContain(key);
    expect(clean).toHaveLength(har.length);
    const read: { log: { entries: (typeof entry)[] } } = JSON.parse(clean);
    expect(read.log.entries[0]?.request.postData.text).toBe(entry.request.postData.text);
    expect(read.log.entries[0]?.request.headers[1]?.value).toBe('text/plain');
    expect(read.log.entries[0]?.request.queryString[1]?.value).toBe('json');
    expect(read.log.entries[0]?.response.headers[1]?.value).toBe('100');
  });

  it('hides headers of a log that writes them as an object, and of one that is cut off', () => {
    const log = JSON.stringify({ request: { headers: { authorization: `Bearer ${key}`, accept: '*/*' }, body: { messages: [] } } });
    expect(redactHeaders(log)).not.toContain(key);
    expect(redactHeaders(log)).toContain('*/*');
    for (let end = 0; end < log.length; end += 1) expect(redactHeaders(log.slice(0, end))).not.toContain(key.slice(0, 14));
  });

  it('changes nothing in a plain body', () => {
    const body = JSON.stringify({ model: 'm', system: 'Never print an "api-key": "x".', messages: [{ role: 'user', content: 'hi' }] });
    expect(redactHeaders(body)).toBe(body);
  });
});

it('keeps the length of any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('', 'curl -H ', '{"headers":{"cookie":"'), (text, start) => redactHeaders(start + text).length === (start + text).length));
});
