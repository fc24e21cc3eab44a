import { monaco } from './setup';

/** More marks than this cannot be told apart, and slow the editor down. */
const mostMarks = 5000;

/** Draws every other token of a text darker, so that their boundaries can be seen. */
export class TokenMarks {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #marks: monaco.editor.IEditorDecorationsCollection;

  constructor(editor: monaco.editor.IStandaloneCodeEditor) {
    this.#editor = editor;
    this.#marks = editor.createDecorationsCollection();
  }

  /** `starts` are offsets in the text of `length` characters that begins at `start`. */
  show(start: number, length: number, starts: readonly number[]): void {
    const model = this.#editor.getModel();
    if (model === null) return;
    this.#marks.set(
      starts.slice(0, mostMarks).map((from, index) => ({
        range: monaco.Range.fromPositions(
          model.getPositionAt(start + from),
          model.getPositionAt(start + (starts[index + 1] ?? length)),
        ),
        options: { inlineClassName: index % 2 === 0 ? 'token-even' : 'token-odd' },
      })),
    );
  }

  clear(): void {
    this.#marks.clear();
  }
}
