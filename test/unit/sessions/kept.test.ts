import { expect, test } from 'vitest';
import { keptAddress } from '../../../shared/sessions/kept-address';
import { keptHeaders } from '../../../shared/sessions/kept-headers';

test.each([
  ['https://api.example.com/v1/messages?beta=true', 'https://api.example.com/v1/messages?beta=true'],
  ['https://me:pass@host/v1/x?key=abc&alt=sse#top', 'https://host/v1/x?alt=sse'],
  ['https://host/v1/x?unknown=abc', 'https://host/v1/x'],
  ['http://127.0.0.1:1/v1beta/models/m:streamGenerateContent?alt=sse', undefined],
  ['/relative/path?token=1', '/relative/path'],
  ['', ''],
])('the address %s is kept without what is secret', (address, kept) => {
  expect(keptAddress(address)).toBe(kept ?? address);
});

test('what may be a key or an account in a path is masked, a model is not', () => {
  const key = 'a8Zk2kd92mZx83hdk2lQ';
  const kept = keptAddress(`https://host/proxy/${key}/v1/models/claude-sonnet-4-5-20250929:generateContent`);
  expect(kept).toBe(
    `https://host/proxy/${'•'.repeat(key.length)}/v1/models/claude-sonnet-4-5-20250929:generateContent`,
  );
});

test('of headers only those on the list are kept', () => {
  expect(
    keptHeaders([
      'Authorization',
      'Bearer x',
      'X-API-Key',
      'y',
      'Cookie',
      'a=b',
      'X-New-Credential',
      'z',
      'X-Custom',
      'w',
      'User-Agent',
      'codex/1',
      'anthropic-beta',
      'a',
      'Anthropic-Beta',
      'b',
      'thread-id',
      't1',
      'anthropic-ratelimit-tokens-remaining',
      '7',
      'x-stainless-session-token',
      'q',
    ]),
  ).toEqual({
    'user-agent': 'codex/1',
    'anthropic-beta': 'a, b',
    'thread-id': 't1',
    'anthropic-ratelimit-tokens-remaining': '7',
  });
});
