import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterFrame, behindKeys } from '../../../renderer/after-frame';

let frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function draw(): void {
  const due = frames;
  frames = [];
  for (const callback of due) callback();
  vi.advanceTimersByTime(0);
}

describe('work behind a frame', () => {
  it('runs once after it, however often it was requested', () => {
    const work = vi.fn<() => void>();
    const later = afterFrame(work);
    later();
    later();
    expect(work).not.toHaveBeenCalled();
    draw();
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('runs without a frame if none is drawn', () => {
    const work = vi.fn<() => void>();
    afterFrame(work)();
    vi.advanceTimersByTime(100);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('work behind keys', () => {
  it('runs at once, but in order and after the frame of a pressed key', () => {
    const target = new EventTarget();
    const done: number[] = [];
    const put = behindKeys(target);
    put(() => done.push(1));
    expect(done).toEqual([1]);
    target.dispatchEvent(new Event('keydown'));
    put(() => done.push(2));
    put(() => done.push(3));
    expect(done).toEqual([1]);
    draw();
    expect(done).toEqual([1, 2, 3]);
    put(() => done.push(4));
    expect(done).toEqual([1, 2, 3, 4]);
  });
});
