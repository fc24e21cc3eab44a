import { editorOptions } from './options';
import { LineEnds, typeInto, type Typed } from '../model/prompt/line-ends';
import { promptLanguage } from './language';
import { monaco } from './setup';

/** Two texts side by side: an object that React hosts. */
export class DiffView {
  readonly #editor: monaco.editor.IStandaloneDiffEditor;
  readonly #original: monaco.editor.ITextModel;
  readonly #modified: monaco.editor.ITextModel;
  /** A new text was set: reveal its first difference once it is computed. */
  #isNew = true;
  /** Line ends of the second side, which are kept. */
  #lineEnds = new LineEnds('');
  /** True while a text is set by the app; that is not a user edit. */
  #showing = false;

  constructor(
    container: HTMLElement,
    labels: { readonly before: string; readonly after: string },
    language = promptLanguage,
    onEdited?: (typed: Typed) => void,
  ) {
    this.#original = monaco.editor.createModel('', language);
    this.#modified = monaco.editor.createModel('', language);
    this.#modified.setEOL(monaco.editor.EndOfLineSequence.LF);
    this.#editor = monaco.editor.createDiffEditor(container, {
      ...editorOptions,
      readOnly: onEdited === undefined,
      originalEditable: false,
      renderMarginRevertIcon: onEdited !== undefined,
      glyphMargin: onEdited !== undefined,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      renderSideBySideInlineBreakpoint: 620,
      renderOverviewRuler: false,
      renderGutterMenu: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 6 },
      lineNumbersMinChars: 3,
      lineDecorationsWidth: 12,
      diffAlgorithm: 'advanced',
      maxComputationTime: 2000,
      originalAriaLabel: labels.before,
      modifiedAriaLabel: labels.after,
    });
    this.#editor.setModel({ original: this.#original, modified: this.#modified });
    this.#editor.onDidUpdateDiff(() => {
      const [first] = this.#editor.getLineChanges() ?? [];
      if (!this.#isNew || first === undefined) return;
      this.#isNew = false;
      // Monaco folds unchanged lines one frame later, which moves everything below.
      requestAnimationFrame(() =>
        this.#editor.getModifiedEditor().revealLineInCenter(Math.max(1, first.modifiedStartLineNumber)),
      );
    });
    if (onEdited !== undefined) this.#modified.onDidChangeContent((event) => this.#typed(event, onEdited));
    keepWrap(this.#editor.getOriginalEditor(), container);
    keepName(this.#editor.getOriginalEditor(), labels.before);
    keepName(this.#editor.getModifiedEditor(), labels.after);
  }

  show(before: string, after: string): void {
    if (this.#original.getValue() !== before) {
      this.#isNew = true;
      this.#original.setValue(before);
    }
    if (this.#lineEnds.raw === after) return;
    this.#lineEnds = new LineEnds(after);
    this.#showing = true;
    if (this.#modified.getValue() !== this.#lineEnds.shown) this.#modified.setValue(this.#lineEnds.shown);
    this.#showing = false;
  }

  #typed({ changes }: monaco.editor.IModelContentChangedEvent, onEdited: (typed: Typed) => void): void {
    if (this.#showing) return;
    const { typed, lineEnds } = typeInto(this.#lineEnds, changes);
    this.#lineEnds = lineEnds;
    onEdited(typed);
  }

  dispose(): void {
    this.#editor.dispose();
    this.#original.dispose();
    this.#modified.dispose();
  }
}

/** Monaco leaves the first side unwrapped when it has room again beside the second. */
function keepWrap(editor: monaco.editor.ICodeEditor, container: HTMLElement): void {
  const { wordWrapOverride2 } = monaco.editor.EditorOption;
  editor.onDidLayoutChange(() => {
    if (editor.getOption(wordWrapOverride2) !== 'off' || container.querySelector('.side-by-side') === null) return;
    editor.updateOptions({ wordWrapOverride2: 'inherit' });
  });
}

/** Monaco drops the aria labels of both sides whenever it lays them out again. */
function keepName(editor: monaco.editor.ICodeEditor, name: string): void {
  const set = (): void => {
    if (editor.getOption(monaco.editor.EditorOption.ariaLabel) !== name) editor.updateOptions({ ariaLabel: name });
  };
  editor.onDidChangeConfiguration(set);
  set();
}
