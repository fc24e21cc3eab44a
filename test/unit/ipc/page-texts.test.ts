import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostError } from '../../../electron/host/errors';
import type { FolderFiles } from '../../../electron/host/session';
import { createPageTexts } from '../../../electron/ipc/page-texts';
import { createSourcesStore } from '../../../renderer/stores/sources';
import type { Bridge } from '../../../shared/ipc/contract';

function sessionWith(first: string) {
  let text: string | undefined = first;
  const files: FolderFiles = {
    read: (id) =>
      text === undefined
        ? Promise.reject(new HostError('not-found', `There is no file ${id}`))
        : Promise.resolve({ id, text, dirty: true, ground: 1 }),
    type: (_id, next) => {
      text = next;
      return Promise.resolve();
    },
    save: () => Promise.reject(new Error('not asked for')),
    revert: () => Promise.reject(new Error('not asked for')),
  };
  return {
    filesOf: () => files,
    replace: (next: string | undefined) => {
      text = next;
    },
    text: () => text,
  };
}

const long = 'x'.repeat(40_000);

describe('texts of the page', () => {
  it('go on from the edit that a splice names, and from no other', async () => {
    const session = sessionWith('on disk');
    const texts = createPageTexts(session);
    const first = await texts.edit('/w', 'a', 'one three', 1);
    expect(await texts.splice('/w', 'a', { after: first, start: 4, end: 4, text: 'two ' }, 1)).toBe(first + 1);
    expect(session.text()).toBe('one two three');
    expect(await texts.splice('/w', 'a', { after: first, start: 0, end: 3, text: '' }, 1)).toBeNull();
    expect(await texts.splice('/w', 'b', { after: first + 1, start: 0, end: 3, text: '' }, 1)).toBeNull();
    expect(await texts.splice('/w', 'a', { after: first + 1, start: 5, end: 3, text: '' }, 1)).toBeNull();
    expect(await texts.splice('/w', 'a', { after: first + 1, start: 5, end: 99, text: '' }, 1)).toBeNull();
    expect(session.text()).toBe('one two three');
  });

  it('are wanted whole when something else changed the file, or took it away', async () => {
    const session = sessionWith('');
    const texts = createPageTexts(session);
    const first = await texts.edit('/w', 'a', 'as typed', 1);
    session.replace('as sorted');
    expect(await texts.splice('/w', 'a', { after: first, start: 0, end: 2, text: 'AS' }, 1)).toBeNull();
    session.replace(undefined);
    expect(await texts.splice('/w', 'a', { after: first, start: 0, end: 2, text: 'AS' }, 1)).toBeNull();
  });

  it('arrive as they were typed, long or short, whatever happens to the file between', async () => {
    const step = fc.record({
      at: fc.nat(),
      gone: fc.nat({ max: 6 }),
      typed: fc.string({ maxLength: 6, unit: 'binary' }),
      disturbed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('', 'short', long), fc.array(step, { maxLength: 12 }), async (start, steps) => {
        const session = sessionWith(start);
        const texts = createPageTexts(session);
        const sizes: number[] = [];
        const invoke = async (channel: string, folder: string, id: string, argument: never) => {
          sizes.push(JSON.stringify(argument ?? '').length);
          if (channel === 'buffer:read') return { ok: true, value: await session.filesOf().read(id) };
          return {
            ok: true,
            value: await (channel === 'buffer:edit'
              ? texts.edit(folder, id, argument, 1)
              : texts.splice(folder, id, argument, 1)),
          };
        };
        const sources = createSourcesStore(
          { invoke, on: () => () => undefined, pathOf: () => '' } as unknown as Bridge,
          (problem) => {
            throw problem;
          },
        );
        sources.enter('/w');
        await sources.open('a');
        let text = start;
        for (const { at, gone, typed, disturbed } of steps) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + typed + text.slice(place + gone);
          if (disturbed) session.replace('something else');
          sources.edit('/w', 'a', text);
          await sources.settled('a');
          expect(session.text()).toBe(text);
        }
        if (start === long && steps.every(({ disturbed }) => !disturbed))
          expect(sizes.filter((size) => size > 1000).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });
});
