import { describe, expect, it } from 'vitest';
import { compareSnapshots, firstChange } from '../../../../../renderer/model/compare/compare';
import { trimmed } from '../../../../../renderer/stores/history';
import type { Snapshot } from '../../../../../shared/ipc/written/snapshot';

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

  it('leave out what has no text on either side', () => {
    const empty = snapshotOf([['developer', '']]);
    expect(compareSnapshots(snapshotOf([]), empty)).toEqual([]);
    expect(compareSnapshots(empty, snapshotOf([]))).toEqual([]);
    expect(compareSnapshots(empty, snapshotOf([['developer', 'Be brief.']]))).toMatchObject([{ kind: 'changed' }]);
  });

  it('list no separators beside the section they came with, and name that one first', () => {
    const between = (parts: readonly string[], separator: string): Snapshot => {
      const ranges: [number, number][] = [];
      const placed: Snapshot['parts'] = [];
      let text = '';
      for (const part of parts) {
        if (text !== '') ranges.push([text.length, text.length + separator.length]);
        if (text !== '') text += separator;
        placed.push({
          id: part,
          name: part,
          tier: 'L0',
          tokens: 1,
          start: text.length,
          end: text.length + part.length,
        });
        text += part;
      }
      const own = [{ id: 'system', name: 'system: other text', tier: 'L0' as const, tokens: 1, ranges }];
      return { ...snapshotOf([]), text, parts: placed, own, images: [] };
    };
    const [one, two] = [between(['a', 'b'], '\n\n'), between(['a', 'b', 'c'], '\n\n')];
    expect(compareSnapshots(one, two)).toMatchObject([{ id: 'c', kind: 'added' }]);
    expect(firstChange(one, two)).toMatchObject({ id: 'c' });
    expect(compareSnapshots(two, one)).toMatchObject([{ id: 'c', kind: 'removed' }]);
    expect(firstChange(two, one)).toMatchObject({ id: 'c' });
    // Without another section, other white space is a difference of its own.
    expect(compareSnapshots(one, between(['a', 'b'], '\n'))).toMatchObject([{ id: 'system', kind: 'changed' }]);
    expect(compareSnapshots(one, between(['a', 'b', 'c'], ' - '))).toMatchObject([{ id: 'system' }, { id: 'c' }]);
  });

  it('compare a tool by its text', () => {
    const plain = snapshotOf([]);
    const withTool = { ...plain, tools: [{ id: 't', name: 't', tokens: 5, text: '{}' }] };
    expect(compareSnapshots(plain, withTool)).toMatchObject([{ id: 't', kind: 'added', afterText: '{}' }]);
    expect(compareSnapshots(withTool, withTool)).toEqual([]);
  });
});

describe('the first change', () => {
  const withStart = (start: string, sections: readonly (readonly [string, string])[]): Snapshot => {
    const built = snapshotOf(sections);
    const parts = built.parts.map((part) => ({
      ...part,
      start: part.start + start.length,
      end: part.end + start.length,
    }));
    return { ...built, text: `${start}${built.text}`, parts };
  };

  it('is the first section that differs', () => {
    const [before, after] = [withStart('Hi. ', [['a', 'one']]), withStart('Hi. ', [['a', 'two']])];
    expect(firstChange(before, after)).toMatchObject({ id: 'a', name: 'A' });
    expect(firstChange(before, before)).toBeUndefined();
  });

  it('may be text outside the sections', () => {
    const [before, after] = [withStart('Version 1. ', [['a', 'one']]), withStart('Version 2. ', [['a', 'two']])];
    expect(firstChange(before, after)).toEqual({ id: null, name: 'the text before A' });
    const same = [withStart('Version 1. ', [['a', 'one']]), withStart('Version 2. ', [['a', 'one']])] as const;
    expect(compareSnapshots(...same)).toEqual([]);
    expect(firstChange(...same)).toEqual({ id: null, name: 'the text before A' });
  });
});

describe('the first change, where no section differs by itself,', () => {
  it('is the section that stands elsewhere', () => {
    const [before, after] = [
      snapshotOf([
        ['a', 'one'],
        ['b', 'two'],
      ]),
      snapshotOf([
        ['b', 'two'],
        ['a', 'one'],
      ]),
    ];
    expect(compareSnapshots(before, after)).toEqual([]);
    expect(firstChange(before, after)).toMatchObject({ id: 'b' });
  });

  it('is a section that is gone, though the next one begins alike', () => {
    const [before, after] = [
      snapshotOf([
        ['a', 'one'],
        ['gone', 'two'],
        ['b', 'twin'],
      ]),
      snapshotOf([
        ['a', 'one'],
        ['b', 'twin'],
      ]),
    ];
    expect(firstChange(before, after)).toMatchObject({ id: 'gone' });
  });

  it('is a section that is gone behind white space, not the one that follows as it was', () => {
    const apart = (parts: readonly (readonly [string, string, string])[]): Snapshot => {
      const built = snapshotOf(parts.flatMap(([id, value, space]) => [[id, value] as const, ['', space] as const]));
      return { ...built, parts: built.parts.filter(({ id }) => id !== '') };
    };
    const before = apart([
      ['a', 'one', '\n\n'],
      ['gone', 'two', '\n'],
      ['b', 'three', ''],
    ]);
    const after = apart([
      ['a', 'one', '\n'],
      ['b', 'three', ''],
    ]);
    expect(firstChange(before, after)).toMatchObject({ id: 'gone' });
    expect(firstChange(after, before)).toMatchObject({ id: 'gone' });
  });

  it('is a tool that stands elsewhere', () => {
    const tool = (name: string) => ({ id: name, name, tokens: 1, text: '{}' });
    const plain = snapshotOf([['a', 'one']]);
    const [before, after] = [
      { ...plain, tools: [tool('x'), tool('y')] },
      { ...plain, tools: [tool('y'), tool('x')] },
    ];
    expect(firstChange(before, after)).toMatchObject({ id: 'y' });
    expect(firstChange(before, before)).toBeUndefined();
  });

  it('looks behind the masked secret of a pinned build', () => {
    const [before, after] = [snapshotOf([['a', 'key ••• end']]), snapshotOf([['a', 'key abc end']])];
    expect(firstChange(before, after)).toBeUndefined();
    expect(firstChange(before, snapshotOf([['a', 'key abc END']]))).toMatchObject({ id: 'a' });
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
