import { expect, it } from 'vitest';
import { sharedPrefix } from '../../../../../renderer/model/compare/shared-prefix';
import type { Snapshot } from '../../../../../shared/ipc/written/snapshot';

function snapshot(texts: readonly string[], tools: readonly string[] = []): Snapshot {
  let at = 0;
  const parts = texts.map((text, index) => {
    const start = at;
    at += text.length;
    return { id: `p${index}`, name: `part ${index}`, tier: 'L0' as const, tokens: text.length, start, end: at };
  });
  return {
    revision: 1,
    at: 0,
    cause: '',
    workspace: '/w',
    variant: '',
    tokens: at + tools.length * 10,
    method: 'exact',
    text: texts.join(''),
    parts,
    tools: tools.map((text) => ({ id: text, name: text, tokens: 10, text })),
  };
}

it('counts whole parts and the share of the one that differs', () => {
  expect(sharedPrefix(snapshot(['aaaa', 'bbbb']), snapshot(['aaaa', 'bbxx']))).toEqual({ tokens: 6, endsIn: 'part 1' });
  expect(sharedPrefix(snapshot(['aaaa']), snapshot(['aaaa', 'bbbb']))).toEqual({ tokens: 4, endsIn: 'part 1' });
});

it('ends at the first tool that differs, because tools are sent first', () => {
  const other = sharedPrefix(snapshot(['aaaa'], ['x', 'y']), snapshot(['aaaa'], ['x', 'z']));
  expect(other).toEqual({ tokens: 10, endsIn: 'z' });
  expect(sharedPrefix(snapshot(['aaaa'], ['x', 'y']), snapshot(['aaaa'], ['x']))).toEqual({ tokens: 10, endsIn: 'y' });
});

it('is the whole request if both are the same', () => {
  expect(sharedPrefix(snapshot(['aaaa'], ['x']), snapshot(['aaaa'], ['x']))).toEqual({ tokens: 14, endsIn: null });
});

it('counts text between the sections, and framing', () => {
  const framed = (text: string): Snapshot => ({
    ...snapshot([]),
    // Two tokens of framing and ten of text outside of the section.
    tokens: 16,
    text,
    parts: [{ id: 'a', name: 'A', tier: 'L0', tokens: 4, start: 5, end: 9 }],
  });
  const own = framed('<own>aaaa</own');
  expect(sharedPrefix({ ...own, text: `${own.text}, and more` }, own)).toEqual({
    tokens: 16,
    endsIn: 'the end of this side',
  });
  expect(sharedPrefix(framed('<own>aaaa<else'), own)).toEqual({
    tokens: 11,
    endsIn: 'the text after the last section',
  });
  expect(sharedPrefix(framed('<own>xxxx</own'), own)).toEqual({ tokens: 6, endsIn: 'A' });
});

it('ends where nothing is shared', () => {
  expect(sharedPrefix(snapshot(['bbbb']), snapshot(['aaaa']))).toEqual({ tokens: 0, endsIn: 'part 0' });
});

it('counts a part without text behind the difference as nothing', () => {
  expect(sharedPrefix(snapshot(['aaxx', '']), snapshot(['aaaa', '']))).toEqual({ tokens: 2, endsIn: 'part 0' });
});
