import { describe, expect, it } from 'vitest';
import { countChanges, createInspectionStream } from '../../../electron/ipc/inspection-stream';
import { createInspectionStore } from '../../../renderer/stores/inspection';
import { inspectionOf } from '../inspection';

describe('the stream of inspections', () => {
  it('is whole at first, and then what changed', () => {
    const stream = createInspectionStream();
    const page = createInspectionStore();
    const first = stream(inspectionOf(1));
    expect(first.base).toBeNull();
    expect(page.follow(first)).toBe(true);
    const second = stream({ ...inspectionOf(2), cause: { kind: 'file', id: 'a.md' } });
    expect(second.base).toBe(1);
    expect(page.follow(second)).toBe(true);
    expect(page.store.getState().shown?.inspection).toEqual({
      ...inspectionOf(2),
      cause: { kind: 'file', id: 'a.md' },
    });
  });

  it('is whole again for another folder', () => {
    const stream = createInspectionStream();
    stream(inspectionOf(1));
    expect(stream(inspectionOf(2, '/other')).base).toBeNull();
  });

  it('tells a page that missed one to ask for the whole', () => {
    const stream = createInspectionStream();
    stream(inspectionOf(1));
    const page = createInspectionStore();
    expect(page.follow(stream(inspectionOf(2)))).toBe(false);
    page.receive(inspectionOf(2));
    expect(page.follow(stream({ ...inspectionOf(3), watching: 7 }))).toBe(true);
    expect(page.store.getState().shown?.inspection.watching).toBe(7);
  });

  it('counts changed places no further than it must', () => {
    const many = {
      is: 'array' as const,
      items: Array.from({ length: 50 }, (_, from) => ({ from, change: { is: 'value' as const, value: 1 } })),
    };
    expect(countChanges(many, 100)).toBe(50);
    expect(countChanges(many, 10)).toBe(11);
    expect(countChanges({ is: 'same' }, 10)).toBe(0);
  });
});
