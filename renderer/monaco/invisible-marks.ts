import { invisiblePlaces } from '../../shared/basics/invisible';
import type { monaco } from './setup';

/** Characters that Monaco itself writes out with `renderControlCharacters`: control characters and bidi controls. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const drawnByMonaco = /[\u0000-\u001F\u007F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** Enough for a screen. A line full of hidden text is noticed without more. */
const mostMarks = 500;

/** Writes the code of each invisible character before it, in the lines on screen. The text is unchanged. */
export function markInvisible(editor: monaco.editor.IStandaloneCodeEditor): monaco.IDisposable {
  const marks = editor.createDecorationsCollection();
  const update = (): void => {
    marks.set(marksOf(editor));
  };
  const listeners = [
    editor.onDidChangeModel(update),
    editor.onDidChangeModelContent(update),
    editor.onDidScrollChange(update),
    editor.onDidLayoutChange(update),
  ];
  return {
    dispose() {
      for (const listener of listeners) listener.dispose();
      marks.clear();
    },
  };
}

function marksOf(editor: monaco.editor.IStandaloneCodeEditor): monaco.editor.IModelDeltaDecoration[] {
  const model = editor.getModel();
  if (model === null) return [];
  const found: monaco.editor.IModelDeltaDecoration[] = [];
  for (const { startLineNumber, endLineNumber } of editor.getVisibleRanges()) {
    // The ranges leave out a line that is on screen only in part.
    const [first, last] = [Math.max(1, startLineNumber - 1), Math.min(model.getLineCount(), endLineNumber + 1)];
    for (let line = first; line <= last && found.length < mostMarks; line += 1) {
      const text = model.getLineContent(line);
      for (const { start, end, code } of invisiblePlaces(text)) {
        if (found.length >= mostMarks) break;
        if (drawnByMonaco.test(text.slice(start, end))) continue;
        found.push({
          range: { startLineNumber: line, startColumn: start + 1, endLineNumber: line, endColumn: end + 1 },
          options: {
            before: {
              content: `U+${code}`,
              inlineClassName: 'invisible-mark',
              inlineClassNameAffectsLetterSpacing: true,
            },
            hoverMessage: { value: `Invisible character U\\+${code}` },
          },
        });
      }
    }
  }
  return found;
}
