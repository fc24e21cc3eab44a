import { monaco } from '../setup';

/**
 * Calls `onClick` for a click on text that selects nothing. The editor also tells of a release whose press was
 * elsewhere, such as on a tab that has moved away meanwhile: that is no click.
 */
export function onClickedText(
  editor: monaco.editor.IStandaloneCodeEditor,
  onClick: (position: monaco.Position) => void,
): readonly monaco.IDisposable[] {
  const box = editor.getContainerDomNode();
  let isPressedHere = false;
  const press = ({ target }: PointerEvent): void => {
    isPressedHere = target instanceof Node && box.contains(target);
  };
  window.addEventListener('pointerdown', press, true);
  return [
    editor.onMouseUp(({ target: { type, position } }) => {
      const isText = type === monaco.editor.MouseTargetType.CONTENT_TEXT;
      if (isPressedHere && isText && editor.getSelection()?.isEmpty() === true) onClick(position);
    }),
    { dispose: () => window.removeEventListener('pointerdown', press, true) },
  ];
}
