import type { Span } from '../../shared/document/types';
import { LineEnds, typeInto, type Typed } from '../model/prompt/line-ends';
import { minimalEdit } from '../../shared/basics/minimal-edit';
import { markInvisible } from './invisible-marks';
import { editorOptions } from './options';
import { Centring } from './centring';
import { keepCursorInSight } from './cursor-in-sight';
import { TokenMarks } from './token-marks';
import { monaco } from './setup';
import { sourceEditorWords as words } from '../words/panes/editors';

/** What moved the cursor: an edit, a place that was asked for, or the user. */
export type CursorMove = 'typed' | 'revealed' | 'user';

export interface SourceEditorEvents {
  /** What was typed, as an edit of the text that would be saved, with its line ends; and the folder of the file. */
  onEdited(folder: string, id: string, typed: Typed): void;
  /**
   * The cursor or selection, and the range around it to highlight, in offsets of the file's own text.
   */
  onCursor(id: string, span: Span, within: Span, moved: CursorMove): void;
  /** The user selected a text; null when nothing is selected. */
  onSelect(start: number, text: string | null): void;
}

interface OpenFile {
  readonly model: monaco.editor.ITextModel;
  lineEnds: LineEnds;
  viewState: monaco.editor.ICodeEditorViewState | null;
  /** The model's version when the cursor last moved. */
  version: number;
  isMarked: boolean;
}

/**
 * The editable source: an object that React hosts. Each file of each folder keeps its model, and so its undo history,
 * while its tab is open. Tabs of folders that are not on screen are kept too.
 */
export class SourceEditor {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #events: SourceEditorEvents;
  /** The open files of the folder on screen. */
  #files = new Map<string, OpenFile>();
  readonly #byFolder = new Map<string, Map<string, OpenFile>>();
  #folder = '';
  readonly #lit: monaco.editor.IEditorDecorationsCollection;
  readonly tokens: TokenMarks;
  readonly #centring: Centring;
  readonly #disposables: monaco.IDisposable[];
  #active: string | null = null;
  /** True while a change from outside is applied; that is not a user edit. */
  #syncing = false;

  constructor(container: HTMLElement, events: SourceEditorEvents) {
    this.#events = events;
    this.#editor = monaco.editor.create(container, {
      ...editorOptions,
      model: null,
      ariaLabel: words.source,
      lineDecorationsWidth: 10,
      lineNumbersMinChars: 4,
    });
    this.#lit = this.#editor.createDecorationsCollection();
    this.tokens = new TokenMarks(this.#editor);
    this.#centring = new Centring(this.#editor, () => {
      const position = this.#editor.getPosition();
      return position === null ? null : monaco.Range.fromPositions(position);
    });
    this.#disposables = [
      markInvisible(this.#editor),
      keepCursorInSight(this.#editor),
      this.#editor.onDidChangeCursorSelection((event) => {
        const file = this.#active === null ? undefined : this.#files.get(this.#active);
        if (this.#active === null || file === undefined || this.#syncing) return;
        // Only user actions move the highlight; an incoming build does not.
        if (event.reason === monaco.editor.CursorChangeReason.ContentFlush || event.source === ahead) return;
        const { selection } = event;
        const picked = selection.isEmpty() ? null : file.model.getValueInRange(selection);
        this.#events.onSelect(file.model.getOffsetAt(selection.getStartPosition()), picked);
        const { startLineNumber: line } = selection;
        // Without a selection, the range is at most the line.
        const within = selection.isEmpty()
          ? new monaco.Range(line, 1, line, file.model.getLineMaxColumn(line))
          : selection;
        const spanOf = (range: monaco.IRange): Span => ({
          start: file.lineEnds.toRaw(
            file.model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn }),
          ),
          end: file.lineEnds.toRaw(
            file.model.getOffsetAt({ lineNumber: range.endLineNumber, column: range.endColumn }),
          ),
        });
        const version = file.model.getVersionId();
        const typed = version !== file.version;
        file.version = version;
        const moved = typed ? 'typed' : event.source === revealing ? 'revealed' : 'user';
        this.#events.onCursor(this.#active, spanOf(selection), spanOf(within), moved);
      }),
    ];
  }

  /** Another folder is on screen: nothing of the previous one is shown. */
  enter(folder: string, waiting: ReadonlySet<string>): void {
    if (folder !== this.#folder) {
      this.show(null, '', '');
      this.#byFolder.set(this.#folder, this.#files);
      this.#files = this.#byFolder.get(folder) ?? new Map<string, OpenFile>();
      this.#folder = folder;
    }
    for (const [each, files] of this.#byFolder) {
      if (each === folder || waiting.has(each)) continue;
      for (const { model } of files.values()) model.dispose();
      this.#byFolder.delete(each);
    }
  }

  /** `locked` is why the file cannot be edited. */
  show(id: string | null, text: string, language: string, locked?: string): void {
    const leaving = this.#active === null ? undefined : this.#files.get(this.#active);
    if (id !== this.#active && leaving !== undefined) leaving.viewState = this.#editor.saveViewState();
    if (id === null) {
      this.#active = null;
      this.#editor.setModel(null);
      return;
    }
    const file = this.#files.get(id) ?? this.#create(id, text, language);
    if (id !== this.#active) {
      this.#active = id;
      this.#editor.setModel(file.model);
      if (file.viewState !== null) this.#editor.restoreViewState(file.viewState);
    }
    this.#editor.updateOptions({ readOnly: locked !== undefined, readOnlyMessage: { value: locked ?? '' } });
    this.sync(id, text);
  }

  /** Applies a change made elsewhere, as the smallest edit. The user's own text is already equal. */
  sync(id: string, text: string): void {
    const file = this.#files.get(id);
    if (file === undefined || file.lineEnds.raw === text) return;
    const next = new LineEnds(text);
    const edit = minimalEdit(file.model.getValue(), next.shown);
    this.#syncing = true;
    file.lineEnds = next;
    if (edit !== null) {
      const range = monaco.Range.fromPositions(
        file.model.getPositionAt(edit.start),
        file.model.getPositionAt(edit.end),
      );
      file.model.pushEditOperations(null, [{ range, text: edit.text }], () => null);
    }
    this.#syncing = false;
  }

  reveal(span: Span, focus: boolean): void {
    const file = this.#active === null ? undefined : this.#files.get(this.#active);
    if (file === undefined) return;
    const start = file.model.getPositionAt(file.lineEnds.toShown(span.start));
    // The pane may have been empty until now; nothing can be revealed before the editor knows its new size.
    this.#editor.layout();
    // If the cursor is there already, no move is reported. So it is first moved away.
    if (this.#editor.getPosition()?.equals(start) === true)
      this.#editor.setPosition({ lineNumber: 1, column: 1 }, ahead);
    this.#editor.setPosition(start, revealing);
    this.#editor.revealPositionInCenter(start);
    this.#centring.hold(true);
    if (focus) this.#editor.focus();
  }

  /** Highlights the text under the cursor that is in the prompt, in the colour it has there. */
  light(spans: readonly Span[]): void {
    const file = this.#active === null ? undefined : this.#files.get(this.#active);
    if (file === undefined) return;
    this.#lit.set(
      spans.map(({ start, end }) => ({
        range: monaco.Range.fromPositions(
          file.model.getPositionAt(file.lineEnds.toShown(start)),
          file.model.getPositionAt(file.lineEnds.toShown(end)),
        ),
        options: { inlineClassName: 'source-lit' },
      })),
    );
  }

  /** The text of the file on screen. */
  text(): string {
    return this.#active === null ? '' : (this.#files.get(this.#active)?.lineEnds.raw ?? '');
  }

  /** Underlines problems at their places. */
  mark(
    id: string,
    markers: readonly {
      readonly span: Span;
      readonly message: string;
      readonly severity: 'error' | 'warning' | 'info';
    }[],
  ): void {
    const file = this.#files.get(id);
    if (file === undefined || (markers.length === 0 && !file.isMarked)) return;
    file.isMarked = markers.length > 0;
    monaco.editor.setModelMarkers(
      file.model,
      'strata',
      markers.map(({ span, message, severity }) => {
        const start = file.model.getPositionAt(file.lineEnds.toShown(span.start));
        const end = file.model.getPositionAt(file.lineEnds.toShown(Math.max(span.end, span.start + 1)));
        return {
          startLineNumber: start.lineNumber,
          startColumn: start.column,
          endLineNumber: end.lineNumber,
          endColumn: end.column,
          message,
          severity: severities[severity],
        };
      }),
    );
  }

  forget(keep: ReadonlySet<string>): void {
    for (const [id, file] of this.#files) {
      if (keep.has(id)) continue;
      if (id === this.#active) this.show(null, '', '');
      file.model.dispose();
      this.#files.delete(id);
    }
  }

  focus(): void {
    this.#editor.focus();
  }

  hasFocus(): boolean {
    return this.#editor.hasWidgetFocus();
  }

  run(action: 'undo' | 'redo' | 'actions.find'): void {
    this.#editor.focus();
    this.#editor.trigger('menu', action, null);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#centring.dispose();
    this.#editor.dispose();
    for (const files of [this.#files, ...this.#byFolder.values()])
      for (const file of files.values()) file.model.dispose();
    this.#files.clear();
    this.#byFolder.clear();
  }

  #create(id: string, text: string, language: string): OpenFile {
    const folder = this.#folder;
    const lineEnds = new LineEnds(text);
    const model = monaco.editor.createModel(
      lineEnds.shown,
      language,
      monaco.Uri.from({ scheme: 'file', path: id.startsWith('/') ? id : `/${id}`, query: this.#folder }),
    );
    model.setEOL(monaco.editor.EndOfLineSequence.LF);
    const file: OpenFile = { model, lineEnds, viewState: null, version: model.getVersionId(), isMarked: false };
    model.onDidChangeContent((event) => {
      if (this.#syncing) return;
      const { typed, lineEnds: next } = typeInto(file.lineEnds, event.changes);
      file.lineEnds = next;
      this.#events.onEdited(folder, id, typed);
    });
    this.#files.set(id, file);
    return file;
  }
}

/** Sources of cursor moves, as Monaco passes them on. */
const [revealing, ahead] = ['strata.reveal', 'strata.ahead'];

const severities = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
};
