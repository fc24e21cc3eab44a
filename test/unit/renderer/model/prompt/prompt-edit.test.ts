import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promptEdit } from '../../../../../renderer/model/prompt/prompt-edit';
import { PromptText } from '../../../../../renderer/model/prompt/prompt-text';
import { sameStructure } from '../../../../../renderer/model/prompt/prompt-tree';
import { sectionStarts, tierRuns } from '../../../../../renderer/monaco/prompt/decorations';
import {
  breakpoint,
  frame,
  message,
  nodeId,
  omitted,
  section,
  textBlock,
  tool,
} from '../../../../../shared/document/builders';
import { knownJson } from '../../../../../shared/document/json-text';
import type { PromptDocument, PromptNode, Tier } from '../../../../../shared/document/types';
import { applyDelta, deltaOf } from '../../../../../shared/ipc/inspection/delta';

type Shape =
  | string
  | null
  | { readonly name: number; readonly part: boolean; readonly tier: Tier; readonly below: readonly Shape[] };
type Seen = Pick<PromptDocument, 'tools' | 'messages' | 'breakpoints'>;

const text = fc
  .array(fc.constantFrom('a', 'bb', '\n', '\r\n', '\r', '😀', ' '), { maxLength: 6 })
  .map((parts) => parts.join(''));
const plain = fc.array(fc.constantFrom('a', 'bb', '\n', ' '), { maxLength: 6 }).map((parts) => parts.join(''));
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(text, plain, plain),
    fc.constant(null),
    fc.record({
      name: fc.nat(4),
      part: fc.boolean(),
      tier: fc.constantFrom<Tier>('L0', 'L1', 'active'),
      below: fc.array(tie('shape'), { maxLength: 4 }),
    }),
  ),
}));

function nodesOf(shapes: readonly Shape[], path: string): readonly PromptNode[] {
  return shapes.map((each, index): PromptNode => {
    if (each === null)
      return omitted(nodeId(path, `none${index}`), 'left out', 'L1', { reason: 'condition-false', condition: 'never' });
    if (typeof each === 'string') return frame(each);
    const id = nodeId(path, `${each.name}-${index}`);
    const node = section(id, 'part', each.tier, nodesOf(each.below, id));
    return each.part ? textBlock(node) : node;
  });
}

const documents = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(5), fc.array(shape, { maxLength: 5 })), { maxLength: 4 }),
    fc.nat(3),
    fc.array(text, { maxLength: 2 }),
  )
  .map(([list, marked, descriptions]): Seen => {
    const tools = descriptions.map((said, index) =>
      tool(nodeId('tools', String(index)), `tool${index}`, 'L0', [frame(said)], knownJson('{"type":"object"}')),
    );
    const names = [...new Map(list)];
    const messages = names.map(([name, shapes]) =>
      message(nodeId(`m${name}`), 'user', 'L0', 'block', nodesOf(shapes, `m${name}`)),
    );
    const ids = messages.flatMap((each) =>
      each.children.flatMap((child) => (child.type === 'section' ? [child.id] : [])),
    );
    return { tools, messages, breakpoints: ids.slice(0, marked).map((id) => breakpoint(id, 'L0')) };
  });

function applied(before: PromptText, after: PromptText): string {
  const edit = promptEdit(before, after);
  return edit === null ? before.shown : before.shown.slice(0, edit.start) + edit.text + before.shown.slice(edit.end);
}

describe('the edit from one prompt to the next', () => {
  it('turns one shown text into the next, whatever changed', () => {
    fc.assert(
      fc.property(documents, documents, (one, two) => {
        const before = new PromptText(one);
        expect(applied(before, new PromptText(two, before))).toBe(new PromptText(two).shown);
      }),
      { numRuns: 500 },
    );
  });

  it('does so also if a delta kept most nodes the same', () => {
    fc.assert(
      fc.property(documents, fc.nat(), fc.string({ maxLength: 3 }), (one, at, typed) => {
        const before = new PromptText(one);
        const leaves: string[] = [];
        JSON.stringify(one, (key, value: unknown) =>
          key === 'value' && typeof value === 'string' ? void leaves.push(value) : value,
        );
        let index = 0;
        const edited: Seen = JSON.parse(
          JSON.stringify(one, (key, value: unknown) =>
            key === 'value' && typeof value === 'string' && index++ === at % Math.max(1, leaves.length)
              ? value + typed
              : value,
          ),
        );
        const next = applyDelta(one, deltaOf(one, edited)) as Seen;
        const after = new PromptText(next, before);
        expect(sameStructure(one.messages, next.messages)).toBe(true);
        expect(applied(before, after)).toBe(new PromptText(edited).shown);
        expect(after.length).toBe(after.shown.length);
        expect(after.messages.map(({ start, end }) => [start, end])).toEqual(
          new PromptText(edited).messages.map(({ start, end }) => [start, end]),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('the marks of a part of the prompt', () => {
  it('are the same as in the whole', () => {
    fc.assert(
      fc.property(documents, fc.nat(30), fc.nat(20), (one, from, length) => {
        const shown = new PromptText(one);
        const to = Math.min(shown.length, from + length);
        const tierOf = (runs: ReturnType<typeof tierRuns>, at: number): readonly string[] =>
          runs.filter(({ start, end }) => start <= at && at < end).map(({ tier }) => tier);
        const [whole, part] = [tierRuns(shown), tierRuns(shown, from, to)];
        for (let at = from; at < to; at += 1) expect(tierOf(part, at)).toEqual(tierOf(whole, at));
        const inside = sectionStarts(shown).filter(({ at }) => at >= from && at < to);
        expect(sectionStarts(shown, from, to)).toEqual(expect.arrayContaining(inside.map((each) => ({ ...each }))));
      }),
      { numRuns: 300 },
    );
  });
});
