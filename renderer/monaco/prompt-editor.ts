import type { NodeId } from '../../shared/document/types';
import type { LeafSpan } from '../../shared/document/layout';
import { minimalEdit } from '../model/minimal-edit';
import type { PromptText, ShownMessage, ShownRange } from '../model/prompt-text';
import type { Shown } from '../stores/inspection';
import { sectionStarts, tierRuns } from './decorations';
import { promptLanguage } from './language';
import { markInvisible } from './invisible-marks';
import { editorOptions } from './options';
import { foldsOf, hoverOf } from './prompt-features';
import { promptZones } from './prompt-zones';
import { monaco } from './setup';

export interface PromptEditorEvents {
  /** The user clicked a text, or pressed Enter on it. */
  onPick(leaf: LeafSpan, offset: number, message: ShownMessage): void;
}

/** The read-only prompt: an object React hosts. Builds arrive as the smallest edit, so place and folds stay. */
export class PromptEditor {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #model: monaco.editor.ITextModel;
  readonly #tiers: monaco.editor.IEditorDecorationsCollection;
  readonly #selected: monaco.editor.IEditorDecorationsCollection;
  readonly #lit: monaco.editor.IEditorDecorationsCollection;
  readonly #disposables: monaco.IDisposable[];
  #shown: Shown | null = null;
  #zones: readonly string[] = [];

  constructor(container: HTMLElement, events: PromptEditorEvents) {
    this.#model = monaco.editor.createModel('', promptLanguage);
    this.#model.setEOL(monaco.editor.EndOfLineSequence.LF);
    this.#editor = monaco.editor.create(container, {
      ...editorOptions,
      model: this.#model,
      readOnly: true,
      readOnlyMessage: { value: 'The prompt is built from its sources: click a text to edit it where it comes from.' },
      ariaLabel: 'Prompt',
      lineDecorationsWidth: 30,
      lineNumbersMinChars: 4,
      foldingMaximumRegions: 50_000,
      foldingStrategy: 'auto',
      domReadOnly: true,
      contextmenu: true,
    });
    this.#tiers = this.#editor.createDecorationsCollection();
    this.#selected = this.#editor.createDecorationsCollection();
    this.#lit = this.#editor.createDecorationsCollection();
    const pickAt = (position: monaco.Position): void => {
      const found = this.#shown?.text.leafAt(this.#model.getOffsetAt(position));
      if (found !== undefined) events.onPick(found.leaf, found.offset, found.message);
    };
    this.#disposables = [
      markInvisible(this.#editor),
      this.#editor.onMouseUp((event) => {
        const { type, position } = event.target;
        if (type === monaco.editor.MouseTargetType.CONTENT_TEXT && this.#editor.getSelection()?.isEmpty() === true) pickAt(position);
      }),
      this.#editor.onKeyDown((event) => {
        if (event.keyCode !== monaco.KeyCode.Enter) return;
        const position = this.#editor.getPosition();
        if (position !== null) pickAt(position);
      }),
      monaco.languages.registerFoldingRangeProvider(promptLanguage, {
        provideFoldingRanges: (model) => (model === this.#model && this.#shown !== null ? foldsOf(model, this.#shown.text) : []),
      }),
      monaco.languages.registerHoverProvider(promptLanguage, {
        provideHover: (model, position) => (model === this.#model && this.#shown !== null ? hoverOf(model, position, this.#shown) : null),
      }),
    ];
  }

  show(shown: Shown): void {
    const before = this.#shown;
    this.#shown = shown;
    const edit = minimalEdit(before?.text.shown ?? this.#model.getValue(), shown.text.shown);
    if (edit !== null) {
      this.#model.applyEdits([{ range: this.#range(edit), text: edit.text }]);
    }
    this.#tiers.set(this.#tierDecorations(shown.text));
    this.#editor.changeViewZones((accessor) => {
      for (const zone of this.#zones) accessor.removeZone(zone);
      this.#zones = promptZones(this.#model, shown).map((zone) => accessor.addZone(zone));
    });
  }

  select(id: NodeId | null, reveal: boolean): void {
    const range = id === null ? undefined : this.#shown?.text.rangeOf(id);
    if (range === undefined) {
      this.#selected.clear();
      return;
    }
    const at = this.#range(range);
    this.#selected.set(range.start === range.end ? [] : [{ range: trimLast(at), options: { isWholeLine: true, className: 'prompt-selected' } }]);
    if (reveal) this.#editor.revealLineNearTop(at.startLineNumber);
  }

  /** Lights up what a place in a source became. */
  light(ranges: readonly ShownRange[], reveal: boolean): void {
    this.#lit.set(
      ranges.map((range) => ({
        range: this.#range(range),
        options: { inlineClassName: 'prompt-lit', overviewRuler: { color: '#e0a800aa', position: monaco.editor.OverviewRulerLane.Right } },
      })),
    );
    const [first] = ranges;
    if (reveal && first !== undefined) this.#editor.revealRangeInCenterIfOutsideViewport(this.#range(first));
  }

  selection(): ShownRange | null {
    const selection = this.#editor.getSelection();
    if (selection === null || selection.isEmpty()) return null;
    return { start: this.#model.getOffsetAt(selection.getStartPosition()), end: this.#model.getOffsetAt(selection.getEndPosition()) };
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
    this.#editor.dispose();
    this.#model.dispose();
  }

  #range(range: ShownRange): monaco.Range {
    return monaco.Range.fromPositions(this.#model.getPositionAt(range.start), this.#model.getPositionAt(range.end));
  }

  #tierDecorations(text: PromptText): monaco.editor.IModelDeltaDecoration[] {
    const bars = tierRuns(text).map((run) => ({
      range: trimLast(this.#range(run)),
      options: { isWholeLine: true, linesDecorationsClassName: `tier-bar tier-${run.tier}` },
    }));
    const letters = sectionStarts(text).map(({ at, tier }) => ({
      range: this.#range({ start: at, end: at }),
      options: { linesDecorationsClassName: `tier-letter tier-letter-${tier}` },
    }));
    return [...bars, ...letters];
  }
}

/** A range that ends at the start of a line does not cover that line. */
function trimLast(range: monaco.Range): monaco.Range {
  return range.endColumn === 1 && range.endLineNumber > range.startLineNumber ? range.setEndPosition(range.endLineNumber - 1, 1) : range;
}
