import { monaco } from './setup';

/**
 * Keeps a place in the middle of an editor whose width changes: a pane that has just opened gets its width over several
 * frames, and its lines wrap anew. Ends when the user scrolls, clicks or types.
 */
export class Centring {
  readonly #disposables: monaco.IDisposable[];
  #holds = false;

  constructor(editor: monaco.editor.IStandaloneCodeEditor, placeNow: () => monaco.IRange | null) {
    const release = (): void => this.hold(false);
    const box = editor.getContainerDomNode();
    box.addEventListener('wheel', release, { capture: true, passive: true });
    let { width } = editor.getLayoutInfo();
    this.#disposables = [
      editor.onDidLayoutChange((layout) => {
        const isOtherWidth = layout.width !== width;
        width = layout.width;
        const place = this.#holds ? placeNow() : null;
        if (place === null) return;
        if (isOtherWidth) editor.revealRangeInCenter(place, monaco.editor.ScrollType.Immediate);
        else editor.revealRangeInCenterIfOutsideViewport(place, monaco.editor.ScrollType.Immediate);
      }),
      editor.onMouseDown(release),
      editor.onKeyDown(release),
      editor.onDidChangeModel(release),
      { dispose: () => box.removeEventListener('wheel', release, { capture: true }) },
    ];
  }

  hold(holds: boolean): void {
    this.#holds = holds;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
