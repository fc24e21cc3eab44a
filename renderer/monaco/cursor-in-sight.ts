import { monaco } from './setup';

/** When an editor becomes lower, as under a note that comes up, the line that is being typed stays in sight. */
export function keepCursorInSight(editor: monaco.editor.IStandaloneCodeEditor): monaco.IDisposable {
  let { height } = editor.getLayoutInfo();
  return editor.onDidLayoutChange((layout) => {
    const before = height;
    height = layout.height;
    const position = editor.getPosition();
    if (position === null || height >= before) return;
    const top = editor.getTopForPosition(position.lineNumber, position.column) - editor.getScrollTop();
    if (top >= 0 && top < before) editor.revealPosition(position, monaco.editor.ScrollType.Immediate);
  });
}
