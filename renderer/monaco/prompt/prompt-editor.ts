import type { NodeId } from '../../../shared/document/types';
import type { LeafSpan } from '../../../shared/document/layout';
import { promptEdit } from '../../model/prompt/prompt-edit';
import { PromptText, type Reveal, type ShownMessage, type ShownRange } from '../../model/prompt/prompt-text';
import { sameStructure } from '../../model/prompt/prompt-tree';
import type { Shown } from '../../stores/inspection';
import { Centring } from '../centring';
import { promptLanguage } from '../language';
import { markInvisible } from '../invisible-marks';
import { editorOptions } from '../options';
import { foldsOf, hoverOf } from './prompt-features';
import { onClickedText } from './clicked-text';
import { promptMenu } from './prompt-menu';
import { PromptZones } from './prompt-zones';
import { rangeIn, tierMarks, trimLast } from './tier-marks';
import { litColour } from '../theme';
import { TokenMarks } from '../token-marks';
import { monaco } from '../setup';
import { promptEditorWords as words } from '../../words/panes/editors';

export interface PromptEditorEvents {
  /** The user clicked a text or pressed Enter on it. */
  onPick(leaf: LeafSpan, offset: number, message: ShownMessage): void;
  /** The user selected a text; null when nothing is selected. */
  onSelect(start: number, text: string | null): void;
  /** The user asked for a copy of the section that a text stands in. */
  onCopy(leaf: LeafSpan): void;
  /** The user asked where else these words are. */
  onFind(words: string): void;
}

/**
 * The read-only prompt: an object that React hosts. Builds are applied as the smallest edit, so that scroll position
 * and folds stay.
 */
export class PromptEditor {
  readonly #box: HTMLElement;
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #model: monaco.editor.ITextModel;
  readonly #tiers: monaco.editor.IEditorDecorationsCollection;
  readonly #selected: monaco.editor.IEditorDecorationsCollection;
  readonly #lit: monaco.editor.IEditorDecorationsCollection;
  readonly #disposables: monaco.IDisposable[];
  readonly #zones: PromptZones;
  readonly #centring: Centring;
  readonly tokens: TokenMarks;
  #shown: Shown | null = null;
  /** The sections as fold ranges; null when lines or sections were added or removed. */
  #folds: monaco.languages.FoldingRange[] | null = null;
  /** Resolved when the tools are folded at the start. Folding moves all lines below it. */
  #folded: Promise<void> = Promise.resolve();

  constructor(events: PromptEditorEvents) {
    this.#box = document.createElement('div');
    this.#box.className = 'editor-box';
    this.#model = monaco.editor.createModel('', promptLanguage);
    this.#model.setEOL(monaco.editor.EndOfLineSequence.LF);
    this.#editor = monaco.editor.create(this.#box, {
      ...editorOptions,
      model: this.#model,
      readOnly: true,
      readOnlyMessage: { value: words.readOnlyHint },
      ariaLabel: words.prompt,
      // Otherwise Monaco's screen-reader text is in the page before the editor is.
      ariaContainerElement: this.#box,
      lineDecorationsWidth: 30,
      lineNumbersMinChars: 4,
      foldingMaximumRegions: 50_000,
      foldingStrategy: 'auto',
      // Off: prose has no useful brackets, and finding them in megabytes of text with every build is slow.
      bracketPairColorization: { enabled: false },
      matchBrackets: 'never',
      domReadOnly: true,
      contextmenu: true,
    });
    this.#tiers = this.#editor.createDecorationsCollection();
    this.#selected = this.#editor.createDecorationsCollection();
    this.#lit = this.#editor.createDecorationsCollection();
    this.#zones = new PromptZones(this.#editor);
    this.#centring = new Centring(this.#editor, () => this.#lit.getRange(0));
    this.tokens = new TokenMarks(this.#editor);
    const markTiers = (): void => this.#markTiers();
    const pickAt = (position: monaco.Position): void => {
      const found = this.#shown?.text.leafAt(this.#model.getOffsetAt(position));
      if (found === undefined) return;
      this.#hideHover();
      events.onPick(found.leaf, found.offset, found.message);
    };
    this.#disposables = [
      markInvisible(this.#editor),
      this.#editor.onDidScrollChange(markTiers),
      this.#editor.onDidLayoutChange(markTiers),
      this.#editor.onDidChangeHiddenAreas(markTiers),
      this.#editor.onDidChangeCursorSelection(({ selection }) => {
        const text = selection.isEmpty() ? null : this.#model.getValueInRange(selection);
        events.onSelect(this.#model.getOffsetAt(selection.getStartPosition()), text);
      }),
      ...onClickedText(this.#editor, pickAt),
      this.#editor.onKeyDown((event) => {
        if (event.keyCode !== monaco.KeyCode.Enter) return;
        const position = this.#editor.getPosition();
        if (position !== null) pickAt(position);
      }),
      ...promptMenu(this.#editor, {
        onPick: pickAt,
        onCopy: (position) => {
          const found = this.#shown?.text.leafAt(this.#model.getOffsetAt(position));
          if (found !== undefined) events.onCopy(found.leaf);
        },
        onFind: events.onFind,
      }),
      monaco.languages.registerFoldingRangeProvider(promptLanguage, {
        provideFoldingRanges: (model) => (model === this.#model ? this.#foldsNow() : []),
      }),
      monaco.languages.registerHoverProvider(promptLanguage, {
        provideHover: (model, position) =>
          model === this.#model && this.#shown !== null ? hoverOf(model, position, this.#shown) : null,
      }),
    ];
  }

  /** Attaches the editor to the page; it may have been created earlier. */
  mount(host: HTMLElement): void {
    host.append(this.#box);
    this.#editor.layout();
  }

  layout(): void {
    this.#editor.layout();
  }

  /** Returns true if selection and highlights must be recomputed. Marks around a changed line move by themselves. */
  show(shown: Shown): boolean {
    const before = this.#shown;
    if (shown === before) return false;
    this.#shown = shown;
    const isOther = before?.inspection.workspace !== shown.inspection.workspace;
    const edit = promptEdit(isOther ? nothing : (before?.text ?? nothing), shown.text);
    let moved =
      before === null ||
      isOther ||
      before.inspection.document.breakpoints !== shown.inspection.document.breakpoints ||
      before.inspection.document.tools.length !== shown.inspection.document.tools.length ||
      !sameStructure(before.inspection.document.messages, shown.inspection.document.messages);
    let isLit = false;
    // Text that an edit puts into the model stays in its memory, so the text of another folder is set as a whole.
    if (isOther) {
      this.#model.setValue(edit?.text ?? '');
      this.#foldTools();
    } else if (edit !== null) {
      const range = this.#range(edit);
      isLit = this.#lit.getRanges().some((lit) => lit.containsRange(range));
      moved ||= range.startLineNumber !== range.endLineNumber || edit.text.includes('\n');
      this.#model.applyEdits([{ range, text: edit.text }]);
    }
    if (moved) this.#folds = null;
    this.#zones.show(this.#model, shown, moved);
    this.#markTiers();
    return moved || !isLit;
  }

  select(id: NodeId | null, reveal: boolean): void {
    const range = id === null ? undefined : this.#shown?.text.rangeOf(id);
    if (range === undefined) {
      this.#selected.clear();
      return;
    }
    const at = this.#range(range);
    this.#selected.set(
      range.start === range.end
        ? []
        : [{ range: trimLast(at), options: { isWholeLine: true, className: 'prompt-selected' } }],
    );
    if (reveal) this.#reveal(at.startLineNumber);
  }

  /** Highlights the prompt text that was made from a place in a source. */
  light(ranges: readonly ShownRange[], reveal: Reveal): void {
    this.#lit.set(
      ranges.map((range) => ({
        range: this.#range(range),
        options: {
          inlineClassName: 'prompt-lit',
          overviewRuler: { color: litColour, position: monaco.editor.OverviewRulerLane.Right },
        },
      })),
    );
    const [first] = ranges;
    this.#centring.hold(first !== undefined && reveal !== 'no');
    if (first === undefined || reveal === 'no') return;
    const range = this.#range(first);
    const show = (): void => {
      if (reveal === 'centre') this.#editor.revealRangeInCenter(range);
      else this.#editor.revealRangeInCenterIfOutsideViewport(range);
    };
    if (this.#editor.getVisibleRanges().some((lines) => lines.containsRange(range))) show();
    else this.#unfold(range.startLineNumber, show);
  }

  selection(): ShownRange | null {
    const selection = this.#editor.getSelection();
    if (selection === null || selection.isEmpty()) return null;
    return {
      start: this.#model.getOffsetAt(selection.getStartPosition()),
      end: this.#model.getOffsetAt(selection.getEndPosition()),
    };
  }

  focus(): void {
    this.#editor.focus();
  }

  find(): void {
    this.#editor.focus();
    void this.#editor.getAction('actions.find')?.run();
  }

  hasFocus(): boolean {
    return this.#editor.hasWidgetFocus();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#centring.dispose();
    this.#editor.dispose();
    this.#model.dispose();
    this.#box.remove();
  }

  /** Closes the hover. The user has followed it, and it would cover the place. */
  #hideHover(): void {
    this.#editor.updateOptions({ hover: { enabled: 'off' } });
    requestAnimationFrame(() => this.#editor.updateOptions({ hover: { enabled: 'on' } }));
  }

  /** Folds the tools of a folder that was just opened, so that its prompt is on screen. */
  #foldTools(): void {
    if (this.#shown?.inspection.document.tools.length === 0) return;
    const folding = this.#editor.getAction('editor.fold')?.run({ selectionLines: [0], direction: 'up', levels: 1 });
    this.#folded = folding ?? this.#folded;
  }

  /** A line inside a fold is unfolded first. */
  #reveal(line: number): void {
    this.#unfold(line, () => this.#editor.revealLineNearTop(line));
  }

  #unfold(line: number, show: () => void): void {
    const unfold = this.#editor.getAction('editor.unfold');
    if (unfold === null) show();
    else
      void this.#folded.then(() => unfold.run({ selectionLines: [line - 1], direction: 'up', levels: 20 })).then(show);
  }

  #range(range: ShownRange): monaco.Range {
    return rangeIn(this.#model, range);
  }

  #foldsNow(): monaco.languages.FoldingRange[] {
    this.#folds ??= this.#shown === null ? [] : foldsOf(this.#model, this.#shown.text);
    return this.#folds;
  }

  /** Marks only the lines on screen: there may be thousands of sections. */
  #markTiers(): void {
    const text = this.#shown?.text;
    if (text === undefined) return;
    this.#tiers.set(
      this.#editor.getVisibleRanges().flatMap((lines) => {
        const from = this.#model.getOffsetAt({ lineNumber: lines.startLineNumber, column: 1 });
        const to = this.#model.getOffsetAt({
          lineNumber: lines.endLineNumber,
          column: this.#model.getLineMaxColumn(lines.endLineNumber),
        });
        return tierMarks(this.#model, text, from, to);
      }),
    );
  }
}

const nothing = new PromptText({ tools: [], messages: [], breakpoints: [] });
