import { describe, expect, it } from 'vitest';
import { toastPlace } from '../../../../renderer/stores/cause-place';

const window = { width: 1000, height: 700 };
const box = (left: number, top: number) => ({ left, top, right: left + 60, bottom: top + 20 });

describe('a toast', () => {
  it('appears below what caused it in the upper half, above it in the lower half', () => {
    expect(toastPlace(box(100, 50), window)).toEqual({ left: 100, top: 78 });
    expect(toastPlace(box(100, 600), window)).toEqual({ left: 100, bottom: 108 });
  });

  it('keeps within the window on the right', () => {
    expect(toastPlace(box(930, 50), window)).toEqual({ right: 10, top: 78 });
    expect(toastPlace({ left: 990, right: 1200, top: 10, bottom: 20 }, window)).toMatchObject({ right: 8 });
  });
});
