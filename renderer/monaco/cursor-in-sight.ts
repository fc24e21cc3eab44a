import { monaco } from './setup';

/** When an editor becomes lower, for example because a note appears, the line that is being typed stays visible. */
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
