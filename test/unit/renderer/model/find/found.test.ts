import { describe, expect, it } from 'vitest';
import {
  foundItems,
  nextGroup,
  nextPlace,
  nothingFound,
  type FoundGroup,
} from '../../../../../renderer/model/find/found';
import { findInPrompt } from '../../../../../renderer/model/find/search-page';
import { PromptText } from '../../../../../renderer/model/prompt/prompt-text';
import { frame, message, nodeId } from '../../../../../shared/document/builders';

const place = (start: number) => ({ start, end: start + 1, line: 1, before: '', found: 'x', after: '' });
const group = (id: string, ...starts: number[]): FoundGroup => ({
  scope: 'sources',
  id,
  name: id,
  count: starts.length,
  places: starts.map(place),
});

describe('the list of what was found', () => {
  const items = foundItems({ ...nothingFound, sources: [group('a', 1, 2), { ...group('b', 3), count: 9 }] }, null);

  it('has a head for each group and says how many are not listed', () => {
    expect(items.map(({ kind }) => kind)).toEqual(['head', 'place', 'place', 'head', 'place', 'more']);
    expect(items.at(-1)).toMatchObject({ count: 8 });
  });

  it('is walked by arrow keys over what leads somewhere, and around its ends', () => {
    expect(nextPlace(items, -1, 1)).toBe(1);
    expect(nextPlace(items, 2, 1)).toBe(4);
    expect(nextPlace(items, 4, 1)).toBe(1);
    expect(nextPlace(items, 1, -1)).toBe(4);
    expect(nextPlace([], -1, 1)).toBe(-1);
  });

  it('is walked by groups', () => {
    expect(nextGroup(items, 1, 1)).toBe(4);
    expect(nextGroup(items, 4, 1)).toBe(1);
    expect(nextGroup(items, 2, -1)).toBe(4);
  });

  it('lists one scope alone', () => {
    expect(foundItems({ ...nothingFound, sources: [group('a', 1)] }, 'prompt')).toEqual([]);
  });
});

describe('find in the prompt', () => {
  it('gives offsets of the shown text, message by message', () => {
    const messages = ['The tide', 'Low tide, high tide'].map((text, index) =>
      message(nodeId(`m${index}`), 'user', 'active', 'history', [frame(text)]),
    );
    const text = new PromptText({ tools: [], messages, breakpoints: [] });
    const steps = findInPrompt(text, { words: 'tide', matchCase: false, wholeWord: false });
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const groups = step.value;
    expect(groups.map(({ name, count }) => [name, count])).toEqual([
      ['Prompt: message 1, user', 1],
      ['Prompt: message 2, user', 2],
    ]);
    const all = groups.flatMap(({ places }) => places.map(({ start, end }) => text.shown.slice(start, end)));
    expect(all).toEqual(['tide', 'tide', 'tide']);
    expect(groups.flatMap(({ places }) => places.map(({ line }) => line))).toEqual([1, 2, 2]);
  });
});
