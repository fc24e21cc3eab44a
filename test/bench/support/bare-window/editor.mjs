// One editor of the same Monaco with the options of the window's own editors. The benchmark sets the text.
import { editorOptions } from '../../../../renderer/monaco/options';
import { monaco, setUpMonaco } from '../../../../renderer/monaco/setup';

setUpMonaco();
const editor = monaco.editor.create(document.getElementById('editor'), {
  ...editorOptions,
  value: '',
  language: 'plaintext',
});
window.bare = {
  /** @param {string} text @param {number} at */
  show(text, at) {
    editor.setValue(text);
    const position = editor.getModel().getPositionAt(at);
    editor.setPosition(position);
    editor.revealPositionInCenter(position);
    editor.focus();
  },
};
