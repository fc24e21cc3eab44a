import { expect, it } from 'vitest';
import { compareSnapshots } from '../../../../renderer/model/compare/compare';
import { withoutSecrets } from '../../../../shared/ipc/written/masked-snapshot';
import type { Snapshot } from '../../../../shared/ipc/written/snapshot';
import { numbers, secretSamples } from '../../../support/secret-samples';

const key = secretSamples['openai']?.(numbers(5)) ?? '';
const text = `The key is ${key}.\nBe kind.`;

function pinned(written: string): Snapshot {
  return {
    revision: 1,
    at: 0,
    cause: 'opened',
    workspace: '/w',
    variant: 'v',
    tokens: 9,
    method: 'exact',
    text: written,
    parts: [
      { id: 'a', name: 'a', tier: 'L0', tokens: 9, start: 0, end: written.length },
      { id: `files/${key}.md`, name: `${key}.md`, tier: 'L0', tokens: 0, start: 0, end: 0 },
    ],
    tools: [{ id: `tools/${key}`, name: key, tokens: 1, text: `"${key}"` }],
  };
}

it('keeps a pinned build without its secrets, and still tells what changed', () => {
  const kept = withoutSecrets(pinned(text));
  expect(JSON.stringify(kept)).not.toContain(key);
  expect(kept.text).toHaveLength(text.length);
  expect(compareSnapshots(kept, pinned(text))).toEqual([]);
  expect(compareSnapshots(kept, pinned(text.replace('kind', 'cold'))).map(({ id, kind }) => [id, kind])).toEqual([
    ['a', 'changed'],
  ]);
});
