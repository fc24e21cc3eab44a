import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PromptText } from '../../../renderer/model/prompt-text';
import { ShownText } from '../../../renderer/model/shown-text';
import { shownBreakpoints } from '../../../renderer/monaco/decorations';
import { breakpoint, frame, message, nodeId, section } from '../../../shared/document/builders';

describe('the text as it is shown', () => {
  it('maps positions there and back, around line ends of our own', () => {
    const texts = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', 'bc'), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(30), { maxLength: 4 }), (parts, cuts) => {
        const raw = parts.join('');
        const gaps = [...new Set(cuts.map((cut) => parts.slice(0, cut).join('').length))].filter((at) => at > 0 && at < raw.length && !raw.slice(0, at).endsWith('\n')).toSorted((a, b) => a - b);
        const text = new ShownText(raw, gaps);
        expect(text.shown.length).toBe(raw.replaceAll('\r\n', '\n').length + gaps.length);
        for (let at = 0; at <= text.shown.length; at += 1) {
          const back = text.toRaw(at);
          expect([text.toShown(back, 'start'), text.toShown(back, 'end')]).toContain(at);
        }
        for (const gap of gaps) {
          expect(text.toShown(gap, 'start')).toBe(text.toShown(gap, 'end') + 1);
          expect(text.shown[text.toShown(gap, 'end')]).toBe('\n');
        }
      }),
    );
  });

  it('begins each content part on a line of its own, with the breakpoint between, and copies nothing of ours', () => {
    const first = section(nodeId('system', 'rules'), 'rules', 'L0', [frame('<Rules>be kind</Rules>')], { part: true });
    const second = section(nodeId('system', 'benches'), 'benches', 'L0', [frame('# Benches')], { part: true });
    const system = message(nodeId('system'), 'system', 'L0', 'system', [first, second]);
    const marks = [breakpoint(first.id, 'L0')];
    const text = new PromptText({ irVersion: 1, architecture: 'x', variant: '', tools: [], messages: [system], breakpoints: marks, aside: [] });
    expect(text.shown).toBe('<Rules>be kind</Rules>\n# Benches');
    expect(text.rangeOf(second.id)).toEqual({ start: 23, end: 32 });
    expect(shownBreakpoints(text, marks).map(({ at }) => at)).toEqual([22]);
    expect(text.toMessageRanges(0, text.shown.length)).toEqual([{ message: system.id, start: 0, end: 31 }]);
    expect(text.leafAt(24)?.leaf.owner).toBe(second.id);
  });
});
