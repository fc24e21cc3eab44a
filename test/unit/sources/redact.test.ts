import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactHeaders } from '../../../shared/sources/secrets/redact';

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
    `curl --oauth2-bearer ${key} https://x -d '{"a":1}'`,
    `curl -sSH 'AUTHORIZATION: Bearer ${key}' https://x -d '{"a":1}'`,
    `curl -su me:${key} https://x -d '{"a":1}'`,
    `curl -H "Authorization: Bearer "'${key}' https://x -d '{"a":1}'`,
    `curl -H 'X-Functions-Key: ${key}' https://x -d '{"a":1}'`,
    `curl 'https://x/?a=1&API%5FKEY=${key}#access_token=${key}' -d '{"a":1}'`,
    `curl --proxy http://me:${key}@proxy --url-query "sig=${key}" https://x -d '{"a":1}'`,
    `curl -d 'client_id=a&client_secret=${key}&scope=b' https://x --json '{"a":1}'`,
    `curl --user=me:${key} https://x -d '{"a":1}'`,
    `curl --use me:${key} https://x --dat '{"a":1}'`,
    `curl --oauth2-b ${key} https://x -d '{"a":1}'`,
    `curl --oauth2-b=${key} https://x -d '{"a":1}'`,
    `curl --head 'X-Api-Key: ${key}' https://x -d '{"a":1}'`,
    `curl --proxy-he 'X-Api-Key: ${key}' --proxy-u me:${key} https://x -d '{"a":1}'`,
    `curl --cook sid=${key} --tlspass ${key} --pas ${key} https://x -d '{"a":1}'`,
    `curl --expand-header 'X-Api-Key: ${key}' --variable K=${key} https://x -d '{"a":1}'`,
    `curl me:${key}@x/y -x me:${key}@proxy:3128 -d '{"a":1}'`,
    `curl --proxy me:${key}@proxy:3128 --url me:${key}@x -d '{"a":1}'`,
    `curl -F 'api_key=${key}' --data-urlencode "refresh_token=${key}" https://x --json '{"a":1}'`,
  ])('hides the key of %s', (command) => {
    const clean = redactHeaders(command);
    expect(clean).not.toContain(key);
    expect(clean).toHaveLength(command.length);
    expect(clean).toContain('{"a":1}');
  });

  it('hides all of what no shell would take', () => {
    const long = `curl https://x -d '{"a":1}' ${'-s '.repeat(1_500_000)}`;
    const clean = redactHeaders(`${long} -H 'x-api-key: ${key}'`);
    expect(clean).not.toContain(key);
    expect(clean).toContain('{"a":1}');
    expect(clean.endsWith('••••')).toBe(true);
  });

  it('leaves the body and harmless headers alone', () => {
    const command =
      `curl https://x -H 'content-type: application/json' -H 'anthropic-version: 2023-06-01' -d ` +
      `'{"system":"send -H \\"x-api-key: abc\\""}'`;
    expect(redactHeaders(command)).toBe(command);
  });
});

describe('HTTP', () => {
  it.each([
    `POST /v1?key=${key}&alt=sse HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n{"a":1}`,
    `POST https://me:${key}@x/v1\nAuthorization: Bearer ${key}\naccept: */*\n\n{"a":1}`,
    `HTTP/1.1 200 OK\nSet-Cookie: sid=${key}; Path=/\n\n{"a":1}`,
    `x-api-key:${key}\ncontent-type: application/json\n\n{"a":1}`,
    `Authorization: Bearer\n ${key}\nhost: x\n\n{"a":1}`,
    `Cookie: a=b;\r\n\tsid: ${key}\r\n\r\n{"a":1}`,
    `> POST /v1 HTTP/2\n> Host: x\n> authorization: Bearer ${key}\n>\n{"a":1}\n< set-cookie: ${key}`,
    `  Authorization : Bearer ${key}\n\n{"a":1}`,
    `:method: POST\n:path: /v1?key=${key}\nproxy-authorization: Basic ${key}\n\n{"a":1}`,
    `GET /a HTTP/1.1\rCookie: ${key}\r\r{"a":1}`,
    `{"a":1}\nPOST /v1 HTTP/1.1\nx-goog-api-key: ${key}\n\n{"a":1}`,
  ])('hides the key of %j', (text) => {
    const clean = redactHeaders(text);
    expect(clean).not.toContain(key);
    expect(clean).toHaveLength(text.length);
    expect(clean).toContain('{"a":1}');
  });

  it('leaves harmless headers and the body alone', () => {
    const text =
      'POST /v1/messages?beta=true HTTP/1.1\nHost: api.example.com\nanthropic-version: 2023-06-01\n' +
      'max-tokens: 5\n\n{\n  "system": "x-api-key: abc",\n  "messages": []\n}';
    expect(redactHeaders(text)).toBe(text);
  });
});

describe('HAR and logs', () => {
  const entry = {
    request: {
      url: `https://x/v1?key=${key}&alt=json`,
      headers: [
        { name: 'Authorization', value: `Bearer ${key}` },
        { name: 'accept', value: 'text/plain' },
        { value: key, name: 'X-Api-Key' },
      ],
      cookies: [{ name: 'sid', value: key }],
      queryString: [
        { name: 'key', value: key },
        { name: 'alt', value: 'json' },
      ],
      postData: { text: JSON.stringify({ system: 'the header is "authorization": "Bearer x"', messages: [] }) },
    },
    response: {
      headers: [
        { name: 'Set-Cookie', value: key },
        { name: 'anthropic-ratelimit-tokens-remaining', value: '100' },
      ],
    },
  };

  it.each([JSON.stringify({ log: { entries: [entry] } }), JSON.stringify({ log: { entries: [entry] } }, null, 2)])(
    'hides headers, cookies and keys in URLs',
    (har) => {
      const clean = redactHeaders(har);
      expect(clean).not.toContain(key);
      expect(clean).toHaveLength(har.length);
      const read: { log: { entries: (typeof entry)[] } } = JSON.parse(clean);
      expect(read.log.entries[0]?.request.postData.text).toBe(entry.request.postData.text);
      expect(read.log.entries[0]?.request.headers[1]?.value).toBe('text/plain');
      expect(read.log.entries[0]?.request.queryString[1]?.value).toBe('json');
      expect(read.log.entries[0]?.response.headers[1]?.value).toBe('100');
    },
  );

  it('hides headers of a log that writes them as an object, and of one that is cut off', () => {
    const log = JSON.stringify({
      request: { headers: { authorization: `Bearer ${key}`, accept: '*/*' }, body: { messages: [] } },
    });
    expect(redactHeaders(log)).not.toContain(key);
    expect(redactHeaders(log)).toContain('*/*');
    for (let end = 0; end < log.length; end += 1)
      expect(redactHeaders(log.slice(0, end))).not.toContain(key.slice(0, 14));
  });

  it.each([
    { headers: { 'X-API-Key': key } },
    { headers: { authorization: [`Bearer ${key}`] } },
    {
      headers: [
        ['Authorization', `Bearer ${key}`],
        ['accept', '*/*'],
      ],
    },
    { headers: ['accept', '*/*', 'X-Goog-Api-Key', key] },
    { rawHeaders: ['Host', 'x', 'api-key', key] },
    { headers: [`Authorization: Bearer ${key}`, 'accept: */*'] },
    { headers: `accept: */*\r\nCookie: sid=${key}` },
    { request: { Headers: [{ Name: 'x', name: 'x-amz-security-token', value: key }] } },
    { request: { cookies: { sid: key } } },
    { request: { headers: { cookie: `a=b; sid=${key}` } } },
    {
      request: {
        postData: {
          params: [
            { name: 'client_secret', value: key },
            { name: 'scope', value: 'all' },
          ],
        },
      },
    },
    { request: { queryString: [{ name: 'api_key', value: key }] } },
    { url: `https://me:${key}@x/y` },
    { request: { url: `https://x/y?Signature=${key}` } },
    { request: { headers: { referer: `https://x/y?key=${key}` } } },
    { api_key: key, model: 'm', messages: [] },
    { request: { Authorization: `Bearer ${key}`, body: {} } },
    { query: `alt=sse&key=${key}` },
    { params: { key, alt: 'sse' } },
  ])('hides the key of %j', (log) => {
    const text = JSON.stringify(log);
    for (const each of [text, JSON.stringify(log, null, 2), `${text}\n${text}`]) {
      const clean = redactHeaders(each);
      expect(clean).not.toContain(key);
      expect(clean).toHaveLength(each.length);
      for (const line of each.includes('\n{') && !each.startsWith('{\n') ? clean.split('\n') : [clean])
        JSON.parse(line);
    }
  });

  it('leaves what is said to a model and by it alone', () => {
    const body = JSON.stringify({
      messages: [
        {
          role: 'user',
          content: [{ type: 'tool_use', input: { headers: { authorization: 'Bearer x' }, url: 'https://x?key=1' } }],
        },
      ],
      tools: [{ input_schema: { properties: { password: { description: 'The password' } } } }],
      max_tokens: 5,
    });
    expect(redactHeaders(body)).toBe(body);
  });

  /** Each took minutes, or all of the stack. */
  it.each([
    '"headers":['.repeat(200_000),
    '{"headers":['.repeat(200_000),
    `{"headers":{${'"name":"a","value":"b",'.repeat(200_000)}`,
    `{"url":"${'://'.repeat(500_000)}`,
    `{"url":"${'?key='.repeat(500_000)}`,
    `curl ${'\\a'.repeat(1_000_000)}`,
    `curl ${"'".repeat(1_000_001)}`,
    `curl ${'-H a '.repeat(400_000)}`,
    `curl ${'--h a '.repeat(300_000)}`,
    `curl ${'a:'.repeat(1_000_000)}`,
    'cookie:\n'.repeat(250_000),
    `cookie: a\n${' b\n'.repeat(500_000)}`,
    `GET ${'://a'.repeat(500_000)}`,
    ' '.repeat(2_000_000),
  ])('takes time in proportion to the text: %#', (text) => {
    expect(redactHeaders(text)).toHaveLength(text.length);
  });

  it('changes nothing in a plain body', () => {
    const body = JSON.stringify({
      model: 'm',
      system: 'Never print an "api-key": "x".',
      messages: [{ role: 'user', content: 'hi' }],
    });
    expect(redactHeaders(body)).toBe(body);
  });
});

it('keeps the length of any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('', 'curl -H ', '{"headers":{"cookie":"'),
      (text, start) => redactHeaders(start + text).length === (start + text).length,
    ),
  );
});

describe('a name that hides', () => {
  it.each([
    '{"headers":{"Author\\u0069zation":"hush-4f1d"}}',
    '{"headers":[{"name":"x-api-k\\u0065y","value":"hush-4f1d"}]}',
    '{"headers":[["X-\\u0041pi-Key","hush-4f1d"]]}',
    "curl -H 'X-Custom-Auth: hush-4f1d' https://h",
  ])('loses its value: %s', (text) => {
    expect(redactHeaders(text)).not.toContain('hush-4f1d');
    expect(redactHeaders(text)).toHaveLength(text.length);
  });
});
