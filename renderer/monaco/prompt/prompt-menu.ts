import type { monaco } from '../setup';
import { promptMenuWords as words } from '../../words/panes/editors';

interface PromptMenuEvents {
  onPick(position: monaco.Position): void;
  onCopy(position: monaco.Position): void;
  /** The selected words, or the one under the cursor. */
  onFind(words: string): void;
}

/** What the menu of the prompt has besides Monaco's own entries. */
export function promptMenu(
  editor: monaco.editor.IStandaloneCodeEditor,
  { onPick, onCopy, onFind }: PromptMenuEvents,
): monaco.IDisposable[] {
  const entry = (id: string, label: string, run: (position: monaco.Position) => void): monaco.IDisposable =>
    editor.addAction({
      id: `strata.${id}`,
      label,
      contextMenuGroupId: '0_strata',
      run: () => {
        const position = editor.getPosition();
        if (position !== null) run(position);
      },
    });
  return [
    entry('open-source', words.openSource, onPick),
    entry('copy-section', words.copySection, onCopy),
    entry('find', words.findEverywhere, (position) => {
      const [model, selection] = [editor.getModel(), editor.getSelection()];
      const marked = selection === null ? '' : (model?.getValueInRange(selection) ?? '');
      onFind(marked === '' ? (model?.getWordAtPosition(position)?.word ?? '') : marked);
    }),
  ];
}
