import { describe, expect, it } from 'vitest';
import { Board, judge, levelAt } from './board';

const levels = [
  { at: 0, level: 1000 },
  { at: 3600, level: 3000 },
];

describe('levelAt', () => {
  it('draws a straight line between two levels', () => {
    expect(levelAt(levels, 1800)).toBe(2000);
  });

  it('knows nothing outside them', () => {
    expect(levelAt(levels, 3601)).toBeUndefined();
  });
});

describe('judge', () => {
  it('lets a ferry go when there is water enough', () => {
    expect(judge({ route: 'North', pier: 'NP1', draught: 1500, at: 1800 }, levels).verdict).toBe('on time');
  });

  it('lets it wait for the water, but not for long', () => {
    expect(judge({ route: 'North', pier: 'NP1', draught: 2900, at: 1800 }, levels)).toEqual({ verdict: 'waiting for water', until: 3600 });
    expect(judge({ route: 'North', pier: 'NP1', draught: 2900, at: 0 }, levels).verdict).toBe('cancelled');
  });
});

describe('Board', () => {
  it('says when there is no forecast', () => {
    const board = new Board([{ name: 'North', pier: 'NP1', draught: 1500, times: [3600] }]);
    expect(board.rows(0)[0]?.note).toBe('no forecast');
  });
});
