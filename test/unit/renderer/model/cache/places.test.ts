import { expect, it } from 'vitest';
import { breakpointPlaces, placeBeside, placeNear } from '../../../../../renderer/model/cache/places';
import { planRuler } from '../../../../../renderer/model/sections/ruler';
import { sectionRows } from '../../../../../renderer/model/sections/rows';
import { frame, message, nodeId, section } from '../../../../../shared/document/builders';
import { inspectionOf } from '../../../../support/inspection';

const { document, analysis } = inspectionOf(1);
const parts = ['A', 'B'].map((name) =>
  section(nodeId(name), name, 'L0', [section(nodeId(`${name}1`), `${name}1`, 'L0', [frame(name)])]),
);
const tail = section(nodeId('C'), 'C', 'active', [frame('C')]);
const asked = { ...document, messages: [message(nodeId('system'), 'system', 'L0', 'system', [...parts, tail])] };
const counted = (tokens: number) => ({ ...analysis.total, tokens, low: tokens, high: tokens });
const counts = {
  ...analysis,
  total: counted(600),
  tokens: {
    A: counted(100),
    A1: counted(100),
    B: counted(200),
    B1: counted(200),
    C: counted(300),
    system: counted(600),
  },
};
const plan = planRuler(sectionRows(asked, counts));
const places = breakpointPlaces(asked, plan);

it('lists the ends of whole blocks, not of what is inside them', () => {
  expect(places.map(({ node, at }) => [node, at])).toEqual([
    ['A', 100],
    ['B', 300],
    ['C', 600],
  ]);
  expect(places.at(-1)?.tier).toBe('L3');
});

it('takes the nearest place, and says why there is none', () => {
  expect(placeNear(places, 110, 20, new Set())).toMatchObject({ place: { node: 'A' } });
  expect(placeNear(places, 180, 20, new Set())).toEqual({
    refused: 'Not inside B: a breakpoint comes after a whole block.',
  });
  expect(placeNear(places, 110, 20, new Set([nodeId('A')]))).toEqual({
    refused: 'There is a breakpoint after A already.',
  });
  expect(placeNear([], 1, 1, new Set())).toMatchObject({ refused: expect.any(String) });
});

it('moves to the next free place', () => {
  expect(placeBeside(places, nodeId('A'), 1, new Set([nodeId('B')]))?.node).toBe('C');
  expect(placeBeside(places, nodeId('A'), -1, new Set())).toBeUndefined();
});
