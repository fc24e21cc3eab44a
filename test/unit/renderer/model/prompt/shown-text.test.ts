import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PromptText } from '../../../../../renderer/model/prompt/prompt-text';
import { ShownText } from '../../../../../renderer/model/prompt/shown-text';
import { shownBreakpoints } from '../../../../../renderer/monaco/prompt/decorations';
import { breakpoint, frame, message, nodeId, section, sourceId, text } from '../../../../../shared/document/builders';
import { writeJson } from '../../../../../shared/document/json-text';
import type { SectionNode } from '../../../../../shared/document/types';

describe('the text as it is shown', () => {
  it('maps positions both ways around inserted line ends', () => {
    const texts = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', 'bc'), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(30), { maxLength: 4 }), (pieces, cuts) => {
        const raw = pieces.join('');
        const gaps = [...new Set(cuts.map((cut) => pieces.slice(0, cut).join('').length))]
          .filter((at) => at > 0 && at < raw.length && !raw.slice(0, at).endsWith('\n'))
          .toSorted((a, b) => a - b);
        const shown = new ShownText(
          { length: raw.length, text: raw, slice: (start, end) => raw.slice(start, end) },
          gaps,
          raw.includes('\r'),
        );
        expect(shown.length).toBe(raw.replaceAll('\r\n', '\n').length + gaps.length);
        const parts = Array.from({ length: shown.length + 1 }, (_, at) => shown.slice(at, at + 3));
        expect(shown.shown.length).toBe(shown.length);
        expect(parts).toEqual(parts.map((_, at) => shown.shown.slice(at, at + 3)));
        for (let at = 0; at <= shown.shown.length; at += 1) {
          const back = shown.toRaw(at);
          expect([shown.toShown(back, 'start'), shown.toShown(back, 'end')]).toContain(at);
        }
        for (const gap of gaps) {
          expect(shown.toShown(gap, 'start')).toBe(shown.toShown(gap, 'end') + 1);
          expect(shown.shown[shown.toShown(gap, 'end')]).toBe('\n');
        }
      }),
    );
  });

  it('shows each content part on its own line, with the breakpoint between, and copies no inserted line end', () => {
    const first: SectionNode = {
      ...section(nodeId('system', 'rules'), 'rules', 'L0', [frame('<Rules>be kind</Rules>')]),
      block: { kind: 'text', type: 'text', fields: writeJson({}) },
    };
    const second: SectionNode = {
      ...section(nodeId('system', 'benches'), 'benches', 'L0', [frame('# Benches')]),
      block: { kind: 'text', type: 'text', fields: writeJson({}) },
    };
    const system = message(nodeId('system'), 'system', 'L0', 'system', [first, second]);
    const marks = [breakpoint(first.id, 'L0')];
    const shown = new PromptText({ tools: [], messages: [system], breakpoints: marks });
    expect(shown.shown).toBe('<Rules>be kind</Rules>\n# Benches');
    expect(shown.rangeOf(second.id)).toEqual({ start: 23, end: 32 });
    expect(shownBreakpoints(shown, marks).map(({ at }) => at)).toEqual([22]);
    expect(shown.toMessageRanges(0, shown.shown.length)).toEqual([{ message: system.id, start: 0, end: 31 }]);
    expect(shown.leafAt(24)?.leaf.owner).toBe(second.id);
  });
});

describe('what a line of a source became', () => {
  const file = sourceId('a.md');
  const leaf = (value: string, start: number, end: number, change?: 'interpolated') =>
    text(value, { kind: 'file', source: file, span: { start, end }, ...(change === undefined ? {} : { change }) });

  it('is exactly its characters if they are verbatim, and otherwise all that was made from it', () => {
    const system = message(nodeId('system'), 'system', 'L0', 'system', [
      leaf('one\ntwo\nthree\n', 0, 14),
      leaf('a long replacement', 14, 18, 'interpolated'),
    ]);
    const shown = new PromptText({ tools: [], messages: [system], breakpoints: [] });
    const lit = (at: number, start: number, end: number): readonly string[] =>
      shown
        .placesOf(file, { start: at, end: at }, { start, end })
        .map((place) => shown.shown.slice(place.start, place.end));
    expect(lit(5, 4, 7)).toEqual(['two']);
    expect(lit(5, 0, 18)).toEqual(['one\ntwo\nthree\n']);
    expect(lit(15, 14, 18)).toEqual(['a long replacement']);
    expect(lit(4, 4, 4)).toEqual([]);
  });
});
