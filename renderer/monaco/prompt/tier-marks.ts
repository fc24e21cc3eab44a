import type { PromptText, ShownRange } from '../../model/prompt/prompt-text';
import { monaco } from '../setup';
import { sectionStarts, tierRuns } from './decorations';

/** A bar beside each line in the colour of its tier, and a letter where a section starts. */
export function tierMarks(
  model: monaco.editor.ITextModel,
  text: PromptText,
  from: number,
  to: number,
): monaco.editor.IModelDeltaDecoration[] {
  const bars = tierRuns(text, from, to).map((run) => ({
    range: trimLast(rangeIn(model, run)),
    options: { isWholeLine: true, linesDecorationsClassName: `tier-bar tier-${run.tier}` },
  }));
  const letters = sectionStarts(text, from, to).map(({ at, tier }) => ({
    range: rangeIn(model, { start: at, end: at }),
    options: { linesDecorationsClassName: `tier-letter tier-letter-${tier}` },
  }));
  return [...bars, ...letters];
}

export function rangeIn(model: monaco.editor.ITextModel, range: ShownRange): monaco.Range {
  return monaco.Range.fromPositions(model.getPositionAt(range.start), model.getPositionAt(range.end));
}

/** A range that ends at the start of a line does not cover that line. */
export function trimLast(range: monaco.Range): monaco.Range {
  return range.endColumn === 1 && range.endLineNumber > range.startLineNumber
    ? range.setEndPosition(range.endLineNumber - 1, 1)
    : range;
}
