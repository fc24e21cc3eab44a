import { describe, expect, it } from 'vitest';
import { nextPicks } from '../../../../../renderer/components/requests/request-picks';
import {
  findingsWeight,
  numbered,
  axisChoices,
  combinationCount,
  matrixInputs,
  isShown,
  proposedAxes,
  repeatedHashes,
  variantLabel,
} from '../../../../../renderer/model/compare/matrix';
import type { Inspection } from '../../../../../shared/ipc/inspection/inspection';
import type { MatrixRow } from '../../../../../shared/ipc/matrix';

const inspection: Pick<Inspection, 'specs' | 'controls'> = {
  specs: [
    { name: 'agent', label: 'Agent', kind: 'choice', help: '' },
    { name: 'mode', label: 'Mode', kind: 'choice', help: '', values: ['plan', 'act', 'talk'] },
    { name: 'background', label: 'Background', kind: 'toggle', help: '' },
    { name: 'message', label: 'Message', kind: 'text', help: '' },
    { name: 'files', label: 'Files', kind: 'list', help: '', values: ['a', 'b'] },
    { name: 'only', label: 'Only', kind: 'choice', help: '', values: ['one'] },
  ],
  controls: [
    {
      name: 'agent',
      value: 'a',
      isDefault: true,
      choices: Array.from('abcdefgh', (value) => ({ value, label: value.toUpperCase() })),
    },
    { name: 'mode', value: 'act', isDefault: true },
    { name: 'background', value: null, isDefault: true },
  ],
};
const axes = axisChoices(inspection);
const count = (tokens: number) => ({ tokens, low: tokens, high: tokens, method: 'exact', encoding: 'test' }) as const;
const row = (settings: MatrixRow['settings'], tokens: number, hash: string, error = 0): MatrixRow => ({
  settings,
  usable: true,
  tokens: count(tokens),
  findings: { error, warning: 0, info: 0 },
  shared: tokens,
  hash,
  isShown: false,
});

describe('the matrix of variants', () => {
  it('varies what has choices, and only that', () => {
    expect(axes.map(({ name, values }) => [name, values.length])).toEqual([
      ['agent', 8],
      ['mode', 3],
      ['background', 2],
    ]);
  });

  it('also varies what is not set, because that is what is on screen', () => {
    const task = { name: 'task', label: 'Task', kind: 'choice', help: '' } as const;
    const [axis] = axisChoices({
      specs: [task],
      controls: [{ name: 'task', value: '', isDefault: true, choices: [{ value: '1', label: 'One' }] }],
    });
    expect(axis?.values).toEqual([
      { value: '', label: 'none' },
      { value: '1', label: 'One' },
    ]);
  });

  it('proposes no more than can be read, and counts what is chosen', () => {
    expect(proposedAxes(axes)).toEqual(['agent', 'mode']);
    expect(combinationCount(axes, ['agent', 'background'])).toBe(16);
    expect(combinationCount(axes, [])).toBe(1);
  });

  it('weighs findings by severity, and knows equal requests', () => {
    const rows = [row({}, 10, 'b'), row({}, 30, 'a', 1), row({}, 30, 'b')];
    const heaviest = numbered(rows)
      .toSorted((a, b) => findingsWeight(b) - findingsWeight(a))
      .map(({ index }) => index);
    expect(heaviest).toEqual([1, 0, 2]);
    expect([...repeatedHashes(rows)]).toEqual(['b']);
  });

  it('names a variant by the labels of its choices', () => {
    const matrix = {
      axes: [
        { name: 'agent', values: [] },
        { name: 'background', values: [] },
        { name: 'gone', values: [] },
      ],
    };
    expect(variantLabel(matrix, axes, row({ agent: 'c', background: true, gone: 'x' }, 1, ''))).toBe('C · on · x');
  });

  it('knows the row on screen; a toggle never set is off', () => {
    const matrix = {
      axes: [
        { name: 'agent', values: [] },
        { name: 'background', values: [] },
      ],
    };
    expect(isShown(inspection, matrix, row({ agent: 'a', background: false }, 1, ''))).toBe(true);
    expect(isShown(inspection, matrix, row({ agent: 'a', background: true }, 1, ''))).toBe(false);
    expect(isShown(inspection, matrix, row({ agent: 'a' }, 1, ''))).toBe(true);
    expect(isShown(inspection, matrix, row({ background: false }, 1, ''))).toBe(false);
  });

  it('depends on everything but its axes', () => {
    const now = { architecture: 'x', workspace: '/w', modelId: 'm', settings: { mode: 'act', agent: 'a' } };
    expect(matrixInputs(now, ['mode'])).toBe(
      matrixInputs({ ...now, settings: { agent: 'a', mode: 'plan' } }, ['mode']),
    );
    expect(matrixInputs(now, ['mode'])).not.toBe(
      matrixInputs({ ...now, settings: { mode: 'act', agent: 'b' } }, ['mode']),
    );
  });

  it('compares two rows; a third takes the place of the older', () => {
    expect([[1], [1, 2], [2, 3]]).toEqual([nextPicks([], 1), nextPicks([1], 2), nextPicks([1, 2], 3)]);
    expect(nextPicks([1, 2], 1)).toEqual([2]);
  });
});
