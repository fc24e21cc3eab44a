import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { HostError } from '../../../electron/host/errors';
import type { FolderFiles } from '../../../electron/host/session';
import { createPageFiles } from '../../../electron/ipc/page-files';
import { createSourcesStore } from '../../../renderer/stores/sources';
import type { Bridge, BufferChanges } from '../../../shared/ipc/contract';

function sessionWith(first: string) {
  let text: string | undefined = first;
  let isDirty = false;
  const files: FolderFiles = {
    read: (id) =>
      text === undefined
        ? Promise.reject(new HostError('not-found', `There is no file ${id}`))
        : Promise.resolve({ id, text, dirty: isDirty, diskVersion: 1 }),
    type: (_id, next) => {
      text = next;
      isDirty = true;
      return Promise.resolve();
    },
    save: () => Promise.reject(new Error('not asked for')),
    revert: () => Promise.reject(new Error('not asked for')),
  };
  return {
    filesOf: () => files,
    replace: (next: string | undefined) => {
      text = next;
      isDirty = false;
    },
    text: () => text,
  };
}

/** A page and main, with all messages between them. Main's own messages can be late. */
function stage(first: string) {
  const session = sessionWith(first);
  const files = createPageFiles(session);
  const sizes: number[] = [];
  const late: BufferChanges[] = [];
  let hear: (changes: BufferChanges) => void = () => undefined;
  const invoke = async (channel: string, folder: string, id: string, argument: never) => {
    sizes.push(JSON.stringify(argument ?? '').length);
    const value = await (channel === 'buffer:read'
      ? files.read(folder, id)
      : channel === 'buffer:edit'
        ? files.edit(folder, id, argument, 1)
        : channel === 'buffer:splice'
          ? files.splice(folder, id, argument, 1)
          : Promise.resolve(files.close(folder, id)));
    return { ok: true, value };
  };
  const on = (_event: string, listener: typeof hear) => {
    hear = listener;
    return () => undefined;
  };
  const sources = createSourcesStore({
    bridge: { invoke, on, pathOf: () => '' } as unknown as Bridge,
    onProblem: (problem) => {
      throw problem;
    },
  });
  return {
    session,
    sources,
    sizes,
    shown: () => sources.store.getState().buffers['a']?.text,
    type(at: number, gone: number, text: string) {
      const before = sources.store.getState().buffers['a']?.text ?? '';
      const start = at % (before.length + 1);
      const end = Math.min(start + gone, before.length);
      const after = before.slice(0, start) + text + before.slice(end);
      sources.edit('/w', 'a', { before, changes: [{ start, end, text }], after });
      return after;
    },
    /** Main has built; its message waits in `late`. */
    async built() {
      const changes = await files.changed('/w');
      if (changes.length > 0) late.push({ folder: '/w', changes });
    },
    hearAll: () => late.splice(0).forEach((changes) => hear(changes)),
  };
}

const long = 'x'.repeat(40_000);

describe('files of the page', () => {
  it('continue from the version that a splice names, and from no other', async () => {
    const session = sessionWith('one three');
    const files = createPageFiles(session);
    const { version } = await files.read('/w', 'a');
    const splice = (after: number, start: number, end: number, text = '', id = 'a') =>
      files.splice('/w', id, { after, changes: [{ start, end, text }] }, 1);
    expect(await splice(version, 4, 4, 'two ')).toBe(version + 1);
    expect(session.text()).toBe('one two three');
    expect(await splice(version, 0, 3)).toBeNull();
    expect(await splice(version + 1, 0, 3, '', 'b')).toBeNull();
    expect(await splice(version + 1, 5, 3)).toBeNull();
    expect(await splice(version + 1, 5, 99)).toBeNull();
    expect(session.text()).toBe('one two three');
  });

  it('are requested whole if something else changed or removed the file', async () => {
    const session = sessionWith('');
    const files = createPageFiles(session);
    const after = await files.edit('/w', 'a', 'as typed', 1);
    const splice = { after, changes: [{ start: 0, end: 2, text: 'AS' }] };
    session.replace('as sorted');
    expect(await files.splice('/w', 'a', splice, 1)).toBeNull();
    session.replace(undefined);
    expect(await files.splice('/w', 'a', splice, 1)).toBeNull();
  });

  it('are sent once when their text differs, unless they are closed or gone', async () => {
    const session = sessionWith('one');
    const files = createPageFiles(session);
    const { version } = await files.read('/w', 'a');
    expect(await files.changed('/w')).toEqual([]);
    session.replace('two');
    expect(await files.changed('/other')).toEqual([]);
    expect(await files.changed('/w')).toMatchObject([{ after: version, buffer: { id: 'a', text: 'two' } }]);
    expect(await files.changed('/w')).toEqual([]);
    session.replace(undefined);
    expect(await files.changed('/w')).toEqual([]);
    session.replace('three');
    files.close('/w', 'a');
    expect(await files.changed('/w')).toEqual([]);
  });

  it('do not include what the page typed itself', async () => {
    const { session, sources, built, hearAll, type, sizes } = stage(long);
    sources.enter('/w');
    await sources.open('a');
    const typed = type(7, 0, 'q');
    await sources.settled('a');
    await built();
    hearAll();
    expect(session.text()).toBe(typed);
    expect(sizes.filter((size) => size > 1000)).toEqual([]);
  });

  it('end up the same in page and main, whatever is typed, changed elsewhere or late', async () => {
    const step = fc.record({
      at: fc.nat(),
      gone: fc.nat({ max: 6 }),
      typed: fc.string({ maxLength: 6, unit: 'binary' }),
      /** Somebody else writes the file first, if nothing is on its way. */
      isDisturbed: fc.boolean(),
      isBuilt: fc.boolean(),
      isHeard: fc.boolean(),
      /** The next edit is typed before this one has arrived. */
      isHasty: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('', 'short', long), fc.array(step, { maxLength: 12 }), async (start, steps) => {
        const { session, sources, sizes, shown, type, built, hearAll } = stage(start);
        sources.enter('/w');
        await sources.open('a');
        for (const { at, gone, typed, isDisturbed, isBuilt, isHeard, isHasty } of steps) {
          if (isDisturbed) session.replace('something else');
          if (isBuilt) await built();
          const text = type(at, gone, typed);
          if (isHeard) hearAll();
          // Typed text stays, whatever arrives late.
          expect(shown()).toBe(text);
          if (isHasty) continue;
          await sources.settled('a');
          await vi.waitFor(() => expect(session.text()).toBe(shown()));
        }
        await sources.settled('a');
        await built();
        hearAll();
        await vi.waitFor(() => expect(shown()).toBe(session.text()));
        const isQuiet = steps.every(({ isDisturbed }) => !isDisturbed);
        expect(isQuiet ? sizes.filter((size) => size > 1000) : []).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
