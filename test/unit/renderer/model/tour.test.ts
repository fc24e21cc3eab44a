import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardPlace } from '../../../../renderer/model/tour';

const card = { width: 360, height: 180 };
const window = { width: 1000, height: 700 };

describe('the card of the tour', () => {
  it('stands right of a part on the left', () => {
    expect(cardPlace({ left: 0, top: 100, right: 100, bottom: 600 }, card, window)).toEqual({ left: 114, top: 260 });
  });

  it('stands left of a part on the right', () => {
    expect(cardPlace({ left: 700, top: 100, right: 1000, bottom: 600 }, card, window)).toEqual({ left: 326, top: 260 });
  });

  it('stands above a part that fills the width at the bottom', () => {
    expect(cardPlace({ left: 0, top: 500, right: 1000, bottom: 700 }, card, window)).toEqual({ left: 320, top: 306 });
  });

  it('is always inside the window', () => {
    const place = fc.integer({ min: -50, max: 1050 });
    fc.assert(
      fc.property(place, place, place, place, (a, b, c, d) => {
        const part = { left: Math.min(a, b), right: Math.max(a, b), top: Math.min(c, d), bottom: Math.max(c, d) };
        const { left, top } = cardPlace(part, card, window);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + card.width).toBeLessThanOrEqual(window.width);
        expect(top + card.height).toBeLessThanOrEqual(window.height);
      }),
    );
  });
});
