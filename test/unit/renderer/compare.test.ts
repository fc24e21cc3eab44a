import { describe, expect, it } from 'vitest';
import { compareSnapshots } from '../../../renderer/model/compare/compare';
import { trimmed } from '../../../renderer/stores/history';
import type { Snapshot } from '../../../shared/ipc/snapshot';

function snapshotOf(parts: readonly (readonly [string, string])[], revision = 1): Snapshot {
  let text = '';
  const placed = parts.map(([id, value]) => {
    const start = text.length;
    text += value;
    return { id, name: id.toUpperCase(), tier: 'L0' as const, tokens: value.length, start, end: text.length };
  });
  return {
    revision,
    at: revision,
    cause: '',
    workspace: '/w',
    variant: '',
    tokens: text.length,
    method: 'exact',
    text,
    parts: placed,
    tools: [],
  };
}

describe('two builds compared', () => {
  it('name what was added, changed and removed, in the order of the prompt', () => {
    const before = snapshotOf([
      ['a', 'one'],
      ['gone', 'x'],
      ['b', 'two'],
      ['last', 'y'],
    ]);
    const after = snapshotOf([
      ['a', 'one'],
      ['b', 'two!'],
      ['new', 'three'],
    ]);
    expect(
      compareSnapshots(before, after).map(({ id, kind, before: from, after: to }) => [id, kind, from, to]),
    ).toEqual([
      ['gone', 'removed', 1, 0],
      ['b', 'changed', 3, 4],
      ['new', 'added', 0, 5],
      ['last', 'removed', 1, 0],
    ]);
  });

  it('compare a tool by its text', () => {
    const plain = snapshotOf([]);
    const withTool = { ...plain, tools: [{ id: 't', name: 't', tokens: 5, text: '{}' }] };
    expect(compareSnapshots(plain, withTool)).toMatchObject([{ id: 't', kind: 'added', afterText: '{}' }]);
    expect(compareSnapshots(withTool, withTool)).toEqual([]);
  });
});

describe('the history', () => {
  it('keeps the last two hundred, and fewer of what is long', () => {
    const builds = Array.from({ length: 250 }, (_, revision) => ({ revision, length: 1 }));
    expect(trimmed(builds)).toHaveLength(200);
    expect(trimmed(builds).at(-1)?.revision).toBe(249);
    const long = Array.from({ length: 5 }, (_, revision) => ({ revision, length: 15_000_000 }));
    expect(trimmed(long).map((build) => build.revision)).toEqual([3, 4]);
    expect(trimmed([{ length: 50_000_000 }])).toHaveLength(1);
  });
});
