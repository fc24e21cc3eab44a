import { describe, expect, it } from 'vitest';
import { parseBody } from '../../../../shared/requests/body';
import { failureOf, statusIn } from '../../../../shared/requests/response/failure';
import { sourceId } from '../../../../shared/document/builders';

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

describe('how a request failed', () => {
  it.each([
    ['529 overloaded', overloaded, 529],
    ['overloaded', overloaded, undefined],
    ['overloaded', 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n\n', 200],
    ['400 invalid request: too long', { error: { type: 'invalid_request_error', message: 'too long' } }, 400],
    [
      '429 resource exhausted: Quota',
      { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota' } },
      undefined,
    ],
    ['502', '<html>Bad gateway</html>', 502],
    ['500', undefined, 500],
    ['403 no access', { message: 'no access' }, 403],
  ])('%s', (words, response, status) => expect(failureOf(response, status)).toBe(words));

  it.each([
    [undefined, undefined],
    [undefined, 200],
    [{ usage: { input_tokens: 1 }, content: [] }, 200],
    [{ object: 'response', status: 'completed', error: null, output: [] }, 200],
    [{ status: 200, body: { content: [], error: '' } }, undefined],
    // A HAR has 0 where no response was recorded.
    [undefined, 0],
  ])('is none: %j with status %s', (response, status) => expect(failureOf(response, status)).toBeUndefined());

  it.each([
    [{ request: {}, response: { status: 529 } }, 529],
    [{ request: {}, response: { status_code: '400', body: {} } }, 400],
    [{ request: {}, status: 503 }, 503],
    [{ request: {}, status: 'success', response: { status: 'completed' } }, undefined],
  ])('finds the status of %j', (record, status) => {
    const { root } = parseBody({ id: sourceId('a'), text: JSON.stringify(record) });
    if (root === undefined) throw new Error('not read');
    expect(statusIn(root)).toBe(status);
  });
});
