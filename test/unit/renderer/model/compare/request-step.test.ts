import { describe, expect, it } from 'vitest';
import { changedNodes } from '../../../../../renderer/model/compare/changed';
import { blockChanges, requestStep, stepText } from '../../../../../renderer/model/compare/request-step';
import type { Inspection } from '../../../../../shared/ipc/inspection/inspection';
import { sessionBodies } from '../../../../support/agent-session';
import { requestDocument } from '../../../../support/request-document';
import { inspectionOf } from '../../../../support/inspection';

const documents = [...sessionBodies({ requests: 5, wordsPerTurn: 20, firstWords: 40 })].map(requestDocument);
const [first, second, third] = documents;
if (first === undefined || second === undefined || third === undefined) throw new Error('too few requests');

const shown = (document: Inspection['document'], index: number): Inspection => ({
  ...inspectionOf(index),
  architecture: 'request',
  document,
  controls: [
    { name: 'file', value: 'a.jsonl', isDefault: true },
    { name: 'index', value: index, isDefault: false },
  ],
  cause: { kind: 'setting', names: ['index'] },
});

describe('a step between two requests', () => {
  it('adds blocks; the marker that moves on counts for nothing', () => {
    expect(second.breakpoints).not.toEqual(third.breakpoints);
    const step = requestStep(shown(second, 2), shown(third, 3));
    // An answer of a text and a call, and the result of the call.
    expect(step).toEqual({ from: 2, to: 3, changed: 0, added: 3, removed: 0 });
    expect(step === null ? '' : stepText(step)).toBe('request 2 → 3: 3 blocks added');
    const { changed, added } = changedNodes(second, third);
    expect([...changed]).toEqual([]);
    expect([...added].filter((id) => !id.includes('block'))).toEqual(['messages/4', 'messages/5']);
  });

  it('goes back, and skips', () => {
    const back = requestStep(shown(third, 3), shown(second, 2));
    expect(back).toMatchObject({ added: 0, removed: 3, changed: 0 });
    expect(back === null ? '' : stepText(back)).toBe('request 3 → 2: 3 blocks removed');
  });

  it('calls changed what has other bytes at the same place', () => {
    const edited = requestDocument([...sessionBodies({ requests: 3, wordsPerTurn: 20, firstWords: 41 })][1] ?? '');
    expect(blockChanges(second, edited)).toEqual({ changed: 1, added: 0, removed: 0 });
  });

  it('is none when the same request is built again, or another file is shown', () => {
    expect(requestStep(shown(second, 2), shown(second, 2))).toBeNull();
    expect(requestStep(shown(second, 2), { ...shown(third, 3), cause: { kind: 'model' } })).toBeNull();
    const elsewhere = shown(third, 3);
    const other = {
      ...elsewhere,
      controls: elsewhere.controls.map((each) => (each.name === 'file' ? { ...each, value: 'b' } : each)),
    };
    expect(requestStep(shown(second, 2), other)).toBeNull();
    expect(stepText({ from: 1, to: 2, changed: 0, added: 0, removed: 0 })).toBe('request 1 → 2: the same');
    expect(stepText({ from: 1, to: 2, changed: 1, added: 2, removed: 0 })).toBe(
      'request 1 → 2: 1 block changed, 2 added',
    );
  });
});
