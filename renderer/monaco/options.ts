import type { monaco } from './setup';

/** Options that both editors share. They differ only in what may be done with the text. */
export const editorOptions: monaco.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontSize: 12.5,
  lineHeight: 19,
  fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Code', 'JetBrains Mono', 'DejaVu Sans Mono', monospace",
  minimap: { enabled: false },
  wordWrap: 'on',
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  renderLineHighlight: 'line',
  renderLineHighlightOnlyWhenFocus: false,
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  unusualLineTerminators: 'off',
  renderControlCharacters: true,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
  // Dimmed, the number of a last empty line is too faint to read.
  renderFinalNewline: 'on',
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  guides: { indentation: false },
  padding: { top: 6, bottom: 6 },
  fixedOverflowWidgets: true,
  // Schemas provide completion. Words from the text itself only disturb prose.
  wordBasedSuggestions: 'off',
  quickSuggestions: { strings: true, other: true, comments: false },
  tabSize: 2,
};
