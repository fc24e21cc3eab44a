import { expect, it, vi } from 'vitest';
import { textTokens } from '../../../electron/ipc/text-tokens';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { inspectionOf } from '../../support/inspection';
import type { Session } from '../../../electron/host/session';

const text = 'The lower bolts are loose. 🚢 Tórshavn!\n';

it('counts a text by itself and says where each token begins', async () => {
  const { document, analysis } = inspectionOf(1);
  const analyze = vi.fn<Session['analyze']>(() => Promise.resolve(analysis));
  const found = await textTokens({ analyze }, { document, modelId: 'gpt-5' }, text);
  expect(found.vocabulary).toBe('o200k_base');
  expect(analyze.mock.calls[0]?.[0].messages).toHaveLength(1);
  const encoding = await loadEncoding('o200k_base');
  expect(found.starts?.[0]).toBe(0);
  // Each start is where the number of tokens before grows; several tokens may begin in one character.
  for (const at of found.starts ?? [])
    expect(encoding.encode(text).tokensBefore(at + 1)).toBeGreaterThan(encoding.encode(text).tokensBefore(at));
  expect(found.starts?.length).toBeLessThanOrEqual(encoding.count(text));
});

it('has no boundaries for a rule of thumb', async () => {
  const { document, analysis } = inspectionOf(1);
  const analyze = vi.fn<Session['analyze']>(() => Promise.resolve(analysis));
  expect((await textTokens({ analyze }, { document, modelId: '4-characters' }, text)).starts).toBeNull();
});
